import { limits } from '@tessera/contract';
import type { Transaction } from '../platform/database/database.js';
import { decodeCursor, toPage } from '../platform/paging.js';

/** The requested page of a list; the whole list if both are undefined. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface Listed {
  readonly id: string;
  readonly created_at: Date;
}

/** The SQL parts that a list is read from. */
export interface ListSource {
  readonly columns: string;
  /** The SQL after `from`, with a `where` on the workspace, which is $1. */
  readonly from: string;
  /** Values of additional parameters, from $2 on. */
  readonly values?: readonly unknown[];
}

/** A whole list or one page. Spread `next` into the response: it is empty if no limit was given. */
export interface ListedPage<Row> {
  readonly rows: readonly Row[];
  /** The total number of entries. */
  readonly count: number;
  readonly next: { readonly next_cursor?: string | null };
}

/**
 * Lists all entries, newest first. With a limit or cursor it returns one page. Throws `invalid_request` for a cursor of
 * another sort order.
 */
export async function listNewest<Row extends Listed>(
  transaction: Transaction,
  query: PageQuery,
  { columns, from, values = [] }: ListSource,
): Promise<ListedPage<Row>> {
  const after = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, ['time', 'uuid']);
  const isPaged = query.limit !== undefined || query.cursor !== undefined;
  const limit = query.limit ?? limits.pageDefault;
  const own = [transaction.workspaceId, ...values];
  const [at, id, most] = [1, 2, 3].map((offset) => `$${own.length + offset}`);
  const rows = await transaction.query<Row>(
    `select ${columns} from ${from} and (${at}::timestamptz is null or (created_at, id) < (${at}, ${id}::uuid))
     order by created_at desc, id desc limit ${most}`,
    [...own, ...after, isPaged ? limit + 1 : null],
  );
  const [counted] = await transaction.query<{ count: number }>(`select count(*)::int as count from ${from}`, own);
  const page = toPage(rows, isPaged ? limit : rows.length, (row) => [row.created_at.toISOString(), row.id]);
  return { rows: page.rows, count: counted?.count ?? 0, next: isPaged ? { next_cursor: page.nextCursor } : {} };
}
