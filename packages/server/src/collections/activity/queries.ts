import { type LoggedQuery, limits } from '@tessera/contract';
import { insertRowsSql } from '../../platform/database/columns.js';
import type { Transaction } from '../../platform/database/database.js';

/** The key of a collection, across workspaces. */
export interface CollectionKey {
  readonly workspaceId: string;
  readonly collectionId: string;
}

/** A query as stored. */
export interface LoggedQueryRow extends Omit<LoggedQuery, 'at' | 'actor'> {
  readonly at: Date;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly actor_name: string;
}

/** A query to store, with the strength of its `high`. */
export interface NewQueryRow extends LoggedQueryRow {
  readonly strength: number | null;
}

/** The counts of one day in a collection. */
export interface DayCounts {
  high: number;
  low: number;
  none: number;
  written: number;
  stale: number;
  failed: number;
}

/** Returns for how many days the workspace keeps queries; 0 for none. */
export async function findLogDays(transaction: Transaction): Promise<number> {
  const [row] = await transaction.query<{ days: number }>(
    'select query_log_days as days from workspaces where id = $1',
    [transaction.workspaceId],
  );
  return row?.days ?? 0;
}

/** Stores queries of a collection. */
export function insertQueries(transaction: Transaction, collectionId: string, rows: readonly NewQueryRow[]): void {
  const shared = { workspace_id: transaction.workspaceId, collection_id: collectionId };
  transaction.send(...insertRowsSql('query_log', shared, rows));
}

/** Adds to the counts of a day. */
export function addCounts(
  transaction: Transaction,
  { collectionId, day }: { readonly collectionId: string; readonly day: string },
  counts: DayCounts,
): void {
  const { high, low, none, written, stale, failed } = counts;
  transaction.send(
    `insert into collection_days as d (workspace_id, collection_id, day, high, low, none, written, stale, failed)
     values ($1, $2, $3::date, $4, $5, $6, $7, $8, $9)
     on conflict (workspace_id, collection_id, day) do update set high = d.high + excluded.high, low = d.low + excluded.low,
       none = d.none + excluded.none, written = d.written + excluded.written,
       stale = d.stale + excluded.stale, failed = d.failed + excluded.failed`,
    [transaction.workspaceId, collectionId, day, high, low, none, written, stale, failed],
  );
}

/** Filters and position of a page of queries. */
export interface QueryPage {
  readonly after: readonly [at: string, id: string] | null;
  readonly confidence: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly limit: number;
}

/** A page of the queries of a collection, newest first. */
export function listQueries(
  transaction: Transaction,
  collectionId: string,
  { after, confidence, from, to, limit }: QueryPage,
): Promise<LoggedQueryRow[]> {
  return transaction.query<LoggedQueryRow>(
    `select id, at, actor_kind, actor_id, actor_name, query, confidence, match_type, external_id, duration_ms, "right"
     from query_log
     where workspace_id = $1 and collection_id = $2 and ($3::timestamptz is null or (at, id) < ($3, $4::uuid))
       and ($5::text is null or confidence = $5) and ($6::timestamptz is null or at >= $6)
       and ($7::timestamptz is null or at < $7)
     order by at desc, id desc limit $8`,
    [transaction.workspaceId, collectionId, ...(after ?? [null, null]), confidence, from, to, limit],
  );
}

/** Lists the last different queries of a collection, newest first. */
export async function listLatest(transaction: Transaction, collectionId: string): Promise<string[]> {
  const rows = await transaction.query<{ query: string }>(
    `select query from (select query, at from query_log where workspace_id = $1 and collection_id = $2 and query <> ''
       order by at desc, id desc limit ${limits.replayedAmong}) as newest
     group by query order by max(at) desc, query limit ${limits.replayedQueries}`,
    [transaction.workspaceId, collectionId],
  );
  return rows.map(({ query }) => query);
}

/** Lists the daily counts of a collection, starting at a day. Days without activity have no row. */
export function listDays(
  transaction: Transaction,
  collectionId: string,
  from: string,
): Promise<(DayCounts & { readonly date: string })[]> {
  return transaction.query(
    `select to_char(day, 'YYYY-MM-DD') as date, high, low, none, written, stale, failed from collection_days
     where workspace_id = $1 and collection_id = $2 and day >= $3::date`,
    [transaction.workspaceId, collectionId, from],
  );
}

/** Counts the earlier versions of a collection, and estimates their bytes from the newest 1,000. */
export async function measureHistory(
  transaction: Transaction,
  collectionId: string,
): Promise<{ readonly versions: number; readonly bytes: number }> {
  const own = 'from record_versions where workspace_id = $1 and collection_id = $2';
  const [row] = await transaction.query<{ versions: number; bytes: number }>(
    `select a.versions, round(a.versions * coalesce(s.bytes, 0))::float8 as bytes
     from (select count(*)::float8 as versions ${own}) as a,
       (select avg(bytes) as bytes from (select pg_column_size(record_versions.*) as bytes ${own}
          order by replaced_at desc limit 1000) as newest) as s`,
    [transaction.workspaceId, collectionId],
  );
  return row ?? { versions: 0, bytes: 0 };
}
