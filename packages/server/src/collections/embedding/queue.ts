import { limits } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';
import { eachWanted } from '../records/queries.js';

/** A record that awaits embedding. */
export interface PendingRow {
  readonly external_id: string;
  readonly embed_text: string;
  readonly text_hash: Buffer;
  readonly embed_tries: number;
  /** The slices that list it, as one text; null for a record that is in none. */
  readonly slices: string | null;
}

const waits = `pending and tombstoned_at is null and embed_tries < ${limits.embedTries}`;
const columns = `external_id, embed_text, decode(md5(embed_text), 'hex') as text_hash, embed_tries`;

/** Records in groups of those that have failed equally often, those with the fewest tries first; none in both. */
export interface PendingRows {
  readonly inSlices: readonly (readonly PendingRow[])[];
  readonly others: readonly (readonly PendingRow[])[];
}

/** The records of a collection that are next, no more than `limit`: those of slices before others. */
export async function listPending(transaction: Queryable, collectionId: string, limit: number): Promise<PendingRows> {
  const inSlices = await listInSlices(transaction, collectionId, limit);
  const taken = new Set(inSlices.map((row) => row.external_id));
  const first = taken.size < limit ? await listFirst(transaction, collectionId, limit + taken.size) : [];
  const others = first.filter((row) => !taken.has(row.external_id)).slice(0, limit - taken.size);
  return { inSlices: byFailures(inSlices), others: byFailures(others) };
}

/** Whether any record of a collection still waits. */
export async function isAnyPending(transaction: Queryable, collectionId: string): Promise<boolean> {
  return (await listFirst(transaction, collectionId, 1)).length > 0;
}

function byFailures(rows: readonly PendingRow[]): PendingRow[][] {
  const counts = [...new Set(rows.map((row) => row.embed_tries))].sort((a, b) => a - b);
  return counts.map((failures) => rows.filter((row) => row.embed_tries === failures));
}

/** Looks no further into each of many slices than it must: a second time only where that was not far enough. */
async function listInSlices(transaction: Queryable, collectionId: string, limit: number): Promise<PendingRow[]> {
  const [slices] = await transaction.query<{ count: number }>(
    'select count(*)::int as count from slices where collection_id = $1 and retired_at is null',
    [collectionId],
  );
  const count = slices?.count ?? 0;
  if (count === 0) {
    return [];
  }
  const rows = await listInTurn(transaction, collectionId, { limit, ofEach: Math.ceil(limit / count) });
  const isAll = rows.length === limit || count === 1;
  return isAll ? rows : listInTurn(transaction, collectionId, { limit, ofEach: limit });
}

/** The first of all slices, then the second of all, and so on, so that none waits for what only lies in others. */
function listInTurn(
  transaction: Queryable,
  collectionId: string,
  { limit, ofEach }: { readonly limit: number; readonly ofEach: number },
): Promise<PendingRow[]> {
  return transaction.query<PendingRow>(
    `select ${columns}, (
         select string_agg(p.slice_id::text, ' ' order by p.slice_id) from slice_pending p
         where p.collection_id = $1 and p.external_id = r.external_id) as slices
     from (
       select p.external_id as id, min(p.turn) as turn
       from slices s, lateral (
         select p.external_id, row_number() over (order by p.embed_tries, p.external_id) as turn from slice_pending p
         where p.collection_id = $1 and p.slice_id = s.id and p.embed_tries < ${limits.embedTries}
           and length(p.external_id) > 0
         order by p.embed_tries, p.external_id limit $3) p
       where s.collection_id = $1 and s.retired_at is null
       group by p.external_id order by turn, id limit $2) wanted,
       ${eachWanted('r.collection_id = $1')}
     where ${waits} order by turn, external_id`,
    [collectionId, limit, ofEach],
  );
}

function listFirst(transaction: Queryable, collectionId: string, limit: number): Promise<PendingRow[]> {
  return transaction.query<PendingRow>(
    `select ${columns}, null as slices from records
     where collection_id = $1 and ${waits} order by embed_tries, external_id limit $2`,
    [collectionId, limit],
  );
}
