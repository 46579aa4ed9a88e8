import type { RecordMatch } from '@tessera/contract';
import { updateSql } from '../../platform/database/columns.js';
import { preparedVariant, type Queryable, type Transaction } from '../../platform/database/database.js';
import type { RecordContent } from '../records/queries.js';

/** A pair as stored. `one` precedes `other`. */
export interface MatchRow {
  readonly id: string;
  readonly one: string;
  readonly other: string;
  readonly verdict: RecordMatch['verdict'];
  readonly fields: RecordMatch['fields'];
  readonly decision: 'same' | 'different' | null;
  readonly keep: string | null;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
}

const columns = 'm.id, m.one, m.other, m.verdict, m.fields, m.decision, m.keep, m.decided_by, m.decided_at';

/** A write, and the last record of it in the order of ids, up to which records are compared. */
export interface MatchPosition {
  readonly mark: number;
  readonly id: string;
}

/** The position before the first record. */
export const startPosition: MatchPosition = { mark: 0, id: '' };

/** A position after all records of a write. */
export const lastId = '\u{10ffff}';

/** A live record to compare. */
export interface ChangedRecord extends RecordContent {
  readonly change_mark: number;
}

/** Reads the position; null until the matches are listed once. */
export async function findPosition(transaction: Transaction, collectionId: string): Promise<MatchPosition | null> {
  const [row] = await transaction.query<{ mark: number | null; id: string }>(
    `select matched_mark::float8 as mark, matched_id as id from collection_states
     where workspace_id = $1 and collection_id = $2`,
    [transaction.workspaceId, collectionId],
  );
  return row === undefined || row.mark === null ? null : { mark: row.mark, id: row.id };
}

/** Moves the position. False if another process has moved it meanwhile. */
export async function movePosition(
  transaction: Transaction,
  collectionId: string,
  { from, to }: { readonly from: MatchPosition | null; readonly to: MatchPosition },
): Promise<boolean> {
  const rows = await transaction.query(
    `update collection_states set matched_mark = $3, matched_id = $4 where workspace_id = $1 and collection_id = $2
       and matched_mark is not distinct from $5 and matched_id = $6 returning 1`,
    [transaction.workspaceId, collectionId, to.mark, to.id, from?.mark ?? null, from?.id ?? ''],
  );
  return rows.length > 0;
}

/** Lists live records that changed after a position, in order. */
export function listAfter(
  transaction: Transaction,
  collectionId: string,
  { mark, id, limit }: MatchPosition & { readonly limit: number },
): Promise<ChangedRecord[]> {
  return transaction.query<ChangedRecord>(
    preparedVariant(`select r.external_id, r.attributes, r.updated_at as confirmed_at, r.change_mark::float8 as change_mark
     from records r where r.workspace_id = $1 and r.collection_id = $2 and r.change_mark >= $3
       and (r.change_mark, r.external_id) > ($3, $4::text collate "C") and r.tombstoned_at is null
     order by r.change_mark, r.external_id limit $5`),
    [transaction.workspaceId, collectionId, mark, id, limit],
  );
}

/** The collections whose matches have been listed, of all workspaces. */
export function listMatched(transaction: Queryable): Promise<{ workspaceId: string; collectionId: string }[]> {
  return transaction.query(
    `select s.workspace_id as "workspaceId", s.collection_id as "collectionId" from collection_states s
     join collections c on c.workspace_id = s.workspace_id and c.id = s.collection_id and c.deleted_at is null
     join workspaces w on w.id = s.workspace_id and w.deleted_at is null
     where s.matched_mark < s.change_mark or (s.matched_mark = s.change_mark and s.matched_id <> $1)`,
    [lastId],
  );
}

/** A pair that was found. */
export interface FoundMatch extends Pick<MatchRow, 'id' | 'one' | 'other' | 'verdict' | 'fields'> {
  readonly compared: string;
  readonly changeMark: number;
}

/**
 * Stores the pairs of records that were compared, and deletes undecided ones that they had before. A pair that is
 * `different` is undecided again if a compared value has changed.
 */
export async function storeMatches(
  transaction: Transaction,
  collectionId: string,
  { compared, found }: { readonly compared: readonly ChangedRecord[]; readonly found: readonly FoundMatch[] },
): Promise<void> {
  const target = [transaction.workspaceId, collectionId];
  await transaction.query(
    `delete from record_matches m using unnest($3::text[], $4::bigint[]) as r (id, mark)
     where m.workspace_id = $1 and m.collection_id = $2 and m.decision is null and (m.one = r.id or m.other = r.id)
       and m.change_mark < r.mark`,
    [...target, compared.map((row) => row.external_id), compared.map((row) => row.change_mark)],
  );
  await transaction.query(
    `insert into record_matches as m (workspace_id, collection_id, id, one, other, verdict, fields, compared, change_mark)
     select $1, $2, f.* from jsonb_to_recordset($3::jsonb)
       as f (id uuid, one text, other text, verdict text, fields jsonb, compared text, "changeMark" bigint)
     where (select count(*) from records r where r.workspace_id = $1 and r.collection_id = $2
       and r.external_id in (f.one, f.other) and r.tombstoned_at is null) = 2
     on conflict (workspace_id, collection_id, one, other) do update set fields = excluded.fields,
       compared = excluded.compared, change_mark = greatest(m.change_mark, excluded.change_mark),
       verdict = case when m.change_mark >= excluded.change_mark and m.verdict = 'same' then 'same' else excluded.verdict end,
       decision = case when m.decision = 'different' and m.compared <> excluded.compared then null else m.decision end`,
    [...target, JSON.stringify(found)],
  );
}

/** Which pairs to list: of one record, or of all. */
interface MatchSelection {
  readonly state: string;
  readonly id: string | null;
  readonly after: readonly string[] | null;
  readonly limit: number;
}

/** Lists a page of pairs in a state, those with the verdict `same` first. */
export function listMatches(
  transaction: Transaction,
  collectionId: string,
  { state, id, after, limit }: MatchSelection,
): Promise<MatchRow[]> {
  return transaction.query<MatchRow>(
    `select ${columns} from record_matches m where m.workspace_id = $1 and m.collection_id = $2
       and coalesce(m.decision, 'open') = $3 and ($7::text is null or $7 in (m.one, m.other))
       and ($4::text is null or (m.verdict <> 'same', m.id) > ($4 <> 'same', $5::uuid))
     order by m.verdict <> 'same', m.id limit $6`,
    [transaction.workspaceId, collectionId, state, after?.[0] ?? null, after?.[1] ?? null, limit, id],
  );
}

/** Lists decided pairs by id. */
export function listDecided(transaction: Transaction, collectionId: string): Promise<MatchRow[]> {
  return transaction.query<MatchRow>(
    `select ${columns} from record_matches m
     where m.workspace_id = $1 and m.collection_id = $2 and m.decision is not null order by m.one, m.other`,
    [transaction.workspaceId, collectionId],
  );
}

/** Finds a pair and locks it; undefined if there is none. */
export async function findMatch(
  transaction: Transaction,
  collectionId: string,
  id: string,
): Promise<MatchRow | undefined> {
  const [row] = await transaction.query<MatchRow>(
    `select ${columns} from record_matches m
     where m.workspace_id = $1 and m.collection_id = $2 and m.id = $3 for update`,
    [transaction.workspaceId, collectionId, id],
  );
  return row;
}

/** A decision to store; null of a field removes it. */
export type Decision = Pick<MatchRow, 'id' | 'decision' | 'keep' | 'decided_by' | 'decided_at'> & {
  readonly compared: string;
};

/** Stores a decision about a pair. */
export async function saveDecision(
  transaction: Transaction,
  collectionId: string,
  { id, decision, keep, decided_by, decided_at, compared }: Decision,
): Promise<void> {
  const key = { workspace_id: transaction.workspaceId, collection_id: collectionId, id };
  await transaction.query(...updateSql('record_matches', key, { decision, keep, decided_by, decided_at, compared }));
  await noteAliases(transaction, collectionId);
}

/** Records whether a collection has records that are the same as others. */
export async function noteAliases(transaction: Transaction, collectionId: string): Promise<void> {
  await transaction.query(
    `update collection_states set aliased = exists (select from record_matches m
       where m.workspace_id = $1 and m.collection_id = $2 and m.decision = 'same')
     where workspace_id = $1 and collection_id = $2`,
    [transaction.workspaceId, collectionId],
  );
}
