import type { CallAnswer } from '@tessera/client';
import { read, readPages } from '../../data/api.js';

/** A webhook, as the list shows it. */
export type Webhook = CallAnswer<'webhooks.list'>['webhooks'][number];

/** One event for a webhook, and the state of its delivery. */
export type Delivery = CallAnswer<'webhooks.list_deliveries'>['deliveries'][number];

/** Every webhook. */
export const webhooksQuery = () => read('webhooks.list', {});

/** The deliveries of a webhook, newest first, page by page. */
export const deliveriesQuery = (id: string) =>
  readPages('webhooks.list_deliveries', { params: { id }, query: { limit: 50 } });
