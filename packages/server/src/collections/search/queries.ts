import type { Transaction } from '../../platform/database/database.js';
import { equalsAny, prepared } from '../../platform/database/prepared.js';
import { type RecordRow, type RecordScope, recordColumns, scopeSql } from '../records/queries.js';

/** A record with the vector that its relevance is computed from. */
export interface RankedRow extends RecordRow {
  readonly vector: Buffer | null;
  readonly vector_embedder: string | null;
}

/** A query as a record id and as an identifier value. */
export interface ExactKey {
  readonly id: string;
  readonly identifier: string;
}

/** Live records whose id or identifier is exactly this key, the one with the id first. */
export function findExact(
  transaction: Transaction,
  scope: RecordScope,
  { id, identifier, limit }: ExactKey & { readonly limit: number },
): Promise<RecordRow[]> {
  const { text, values } = scopeSql(transaction, scope);
  const next = values.length + 1;
  return transaction.query<RecordRow>(
    prepared(`select ${recordColumns} from (
         select $${next}::text collate "C" as id
         union
         select k.external_id from record_keys k
         where k.workspace_id = $1 and k.collection_id = $2 and k.key = $${next + 1}) wanted
       join records r on r.external_id = wanted.id
     where ${text} order by (r.external_id = $${next}::text) desc, r.external_id limit $${next + 2}`),
    [...values, id, identifier, limit],
  );
}

/** Whether a collection has a record, in any slice, whose id or identifier is this key. */
export async function holdsKey(transaction: Transaction, name: string, { id, identifier }: ExactKey): Promise<boolean> {
  const [row] = await transaction.query<{ holds: boolean }>(
    {
      name: 'collection_holds_key',
      text: `select exists (
             select from records r where r.workspace_id = $1 and r.collection_id = c.id and r.external_id = $3
           ) or exists (
             select from record_keys k where k.workspace_id = $1 and k.collection_id = c.id and k.key = $4
           ) as holds from collections c where c.workspace_id = $1 and c.name = $2`,
    },
    [transaction.workspaceId, name, id, identifier],
  );
  return row?.holds ?? false;
}

/** The rows of ranked ids, filtered once more by the database itself. */
export function findRanked(transaction: Transaction, scope: RecordScope, ids: readonly string[]): Promise<RankedRow[]> {
  const { text, values } = scopeSql(transaction, scope);
  return transaction.query<RankedRow>(
    prepared(`select ${recordColumns}, r.vector, r.vector_embedder from records r
     where ${text} and r.external_id ${equalsAny(`$${values.length + 1}::text[]`)}`),
    [...values, ids],
  );
}

/** Those of the given fields that no live record of a scope has. Looks at every record only where one is missing. */
export async function findUnheldFields(
  transaction: Transaction,
  scope: RecordScope,
  fields: readonly string[],
): Promise<string[]> {
  const { text, values } = scopeSql(transaction, scope);
  const rows = await transaction.query<{ field: string }>(
    prepared(`select field from unnest($${values.length + 1}::text[]) as field
     where not exists (select from records r where ${text} and r.attributes ? field)`),
    [...values, fields],
  );
  return rows.map(({ field }) => field);
}
