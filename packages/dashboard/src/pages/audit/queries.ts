import { infiniteQueryOptions } from '@tanstack/react-query';
import { endOfDay, startOfDay } from '../../components/days.js';
import { api } from '../../data/api.js';

/** The filters of the log. Days have the form `2026-01-31`. */
export interface AuditFilter {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The audit log in pages, newest first. */
export function auditQuery({ action, actor, from, to }: AuditFilter) {
  const query = {
    limit: 200,
    ...(action ? { action } : {}),
    ...(actor ? { actor } : {}),
    ...(from ? { from: startOfDay(from) } : {}),
    ...(to ? { to: endOfDay(to) } : {}),
  };
  return infiniteQueryOptions({
    queryKey: ['audit.list', query] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api().call(
        'audit.list',
        { query: { ...query, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
}
