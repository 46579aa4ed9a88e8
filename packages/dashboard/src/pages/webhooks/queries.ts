import { infiniteQueryOptions } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { api, read } from '../../data/api.js';

/** A webhook, as the list shows it. */
export type Webhook = CallAnswer<'webhooks.list'>['webhooks'][number];

/** One event for a webhook, and the state of its delivery. */
export type Delivery = CallAnswer<'webhooks.list_deliveries'>['deliveries'][number];

/** Every webhook. */
export const webhooksQuery = () => read('webhooks.list', {});

/** The deliveries of a webhook, newest first, page by page. */
export function deliveriesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['webhooks.list_deliveries', id] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api().call(
        'webhooks.list_deliveries',
        { params: { id }, query: { limit: 50, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
}
