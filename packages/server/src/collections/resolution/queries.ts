import type { Transaction } from '../../platform/database/database.js';
import { prepareStatement } from '../../platform/database/prepared.js';
import { type RecordRow, type RecordSelection, recordColumns, selectionSql } from '../records/queries.js';
import type { ExactKey } from '../search/queries.js';

/** A record whose id or identifier is the key in this position, counted from 1. */
export interface ExactRow extends RecordRow {
  readonly position: number;
}

/** Live records whose id or identifier is one of these keys, up to a limit for each, those with the id first. */
export function findExactOfMany(
  transaction: Transaction,
  selection: RecordSelection,
  { keys, limit }: { readonly keys: readonly ExactKey[]; readonly limit: number },
): Promise<ExactRow[]> {
  const { text, values } = selectionSql(transaction, selection);
  const next = values.length + 1;
  return transaction.query<ExactRow>(
    prepareStatement(`select w.position::int as position, found.*
     from unnest($${next}::text[], $${next + 1}::text[]) with ordinality as w (id, identifier, position),
       lateral (
         select ${recordColumns} from (
             select w.id collate "C" as id
             union
             select k.external_id from record_keys k
             where k.workspace_id = $1 and k.collection_id = $2 and k.key = w.identifier) wanted
           join records r on r.external_id = wanted.id
         where ${text} order by (r.external_id = w.id) desc, r.external_id limit $${next + 2}) found
     order by w.position, (found.external_id = w.id) desc, found.external_id`),
    [...values, keys.map(({ id }) => id), keys.map(({ identifier }) => identifier), limit],
  );
}
