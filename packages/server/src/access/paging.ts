import { limits } from '@tessera/contract';
import { decodeCursor, toPage } from '../platform/paging.js';

interface Listed {
  readonly id: string;
  readonly created_at: Date;
}

/** One page of a list ordered newest first. `next` is to be spread into the answer: empty when no limit was given. */
export interface ListedPage<Row> {
  readonly rows: readonly Row[];
  readonly next: { readonly next_cursor?: string | null };
}

/**
 * Lists everything, or a page when a limit or cursor was given. `read` takes the key to start after and the most rows
 * to read; null for no bound. Throws `invalid_request` for a cursor of a list in another order.
 */
export async function listPage<Row extends Listed>(
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  read: (after: readonly [createdAt: string, id: string] | null, limit: number | null) => Promise<Row[]>,
): Promise<ListedPage<Row>> {
  if (query.limit === undefined && query.cursor === undefined) {
    return { rows: await read(null, null), next: {} };
  }
  const limit = query.limit ?? limits.pageDefault;
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, ['time', 'uuid']);
  const page = toPage(await read(after, limit + 1), limit, (row) => [row.created_at.toISOString(), row.id]);
  return { rows: page.rows, next: { next_cursor: page.nextCursor } };
}
