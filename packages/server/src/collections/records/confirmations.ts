import { equalsAny, prepared, preparedVariant, type Transaction } from '../../platform/database/database.js';
import { comparedMax, type RecordSelection, selectionSql } from './queries.js';

const added = 'insert into record_confirmations (workspace_id, collection_id, external_id, confirmed_at)';
const kept = `on conflict (workspace_id, collection_id, external_id) do update set confirmed_at = excluded.confirmed_at
  where record_confirmations.confirmed_at < excluded.confirmed_at`;

/** Notes that a source sent records, changed or not. */
export function confirmRecords(
  transaction: Transaction,
  { collectionId, now }: { readonly collectionId: string; readonly now: Date },
  externalIds: readonly string[],
): void {
  if (externalIds.length > 0) {
    transaction.send(
      prepared(`${added} select $1, $2, id, $4 from unnest($3::text[]) as c (id) order by id collate "C" ${kept}`),
      [transaction.workspaceId, collectionId, [...new Set(externalIds)], now],
    );
  }
}

/** Notes that a list of the source contained the selected records with these ids. */
export function confirmListed(
  transaction: Transaction,
  selection: RecordSelection,
  { liveIds, at }: { readonly liveIds: readonly string[]; readonly at: Date },
): void {
  const { text, values } = selectionSql(transaction, selection);
  const [ids, time] = [values.length + 1, values.length + 2];
  transaction.send(
    preparedVariant(`${added} select $1, $2, r.external_id, $${time}
     from records r join json_array_elements_text($${ids}::json) as l (id) on l.id = r.external_id
     where ${text} order by r.external_id ${kept}`),
    [...values, JSON.stringify(liveIds), at],
  );
}

/** Deletes the confirmations of deleted records, and the matches with the decisions about them. */
export function endRecordParts(transaction: Transaction, collectionId: string, externalIds: readonly string[]): void {
  transaction.send(
    prepared(`delete from record_confirmations
             where workspace_id = $1 and collection_id = $2 and external_id ${equalsAny('$3::text[]')}`),
    [transaction.workspaceId, collectionId, externalIds],
  );
  transaction.send(
    prepared(`delete from record_matches
             where workspace_id = $1 and collection_id = $2 and (one = any($3::text[]) or other = any($3::text[]))`),
    [transaction.workspaceId, collectionId, externalIds],
  );
}

/** The earliest and latest confirmation of selected records, and how many were last confirmed before `due`. */
interface ConfirmationCounts {
  readonly oldest: Date | null;
  readonly latest: Date | null;
  readonly overdue: number;
}

/**
 * Reads how recently the source confirmed the selected records. For a whole collection, and if all `ids` of a small
 * slice are known, this reads no records. In another slice it reads those confirmed longest ago, up to a number. In a
 * slice, returns nothing unless there is a `due` time.
 */
export async function countConfirmations(
  transaction: Transaction,
  selection: RecordSelection,
  { due, ids }: { readonly due: Date | null; readonly ids?: readonly string[] | undefined },
): Promise<ConfirmationCounts> {
  if (selection.slice !== null && due === null) {
    return noConfirmations;
  }
  const counts =
    'select min(c.confirmed_at) as oldest, max(c.confirmed_at) as latest, count(*) filter (where c.confirmed_at <';
  const confirmed = 'from record_confirmations c where workspace_id = $1 and collection_id = $2';
  if (ids !== undefined && ids.length <= comparedMax.records) {
    const [row] = await transaction.query<ConfirmationCounts>(
      prepared(`${counts} $3)::int as overdue ${confirmed} and external_id ${equalsAny('$4::text[]')}`),
      [transaction.workspaceId, selection.collectionId, due, ids],
    );
    return row ?? noConfirmations;
  }
  const { text, values } = selectionSql(transaction, selection);
  // Without "offset 0" the planner applies the slice to every record.
  const inSlice = `order by confirmed_at, external_id limit ${comparedMax.records}) c
     where exists (select from records r where ${text} and r.external_id = c.external_id offset 0)`;
  const [row] = await transaction.query<ConfirmationCounts>(
    preparedVariant(`${counts} $${values.length + 1})::int as overdue from (select external_id, confirmed_at ${confirmed}
     ${selection.slice === null ? ') c' : inSlice}`),
    [...values, due],
  );
  return row ?? noConfirmations;
}

const noConfirmations: ConfirmationCounts = { oldest: null, latest: null, overdue: 0 };
