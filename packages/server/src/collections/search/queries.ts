import type { Transaction } from '../../platform/database/database.js';
import { equalsAny, prepareStatement } from '../../platform/database/prepared.js';
import { type RecordRow, type RecordSelection, recordColumns, selectionSql } from '../records/queries.js';

/** A query as a record id and as an identifier value. */
export interface ExactKey {
  readonly id: string;
  readonly identifier: string;
}

/** Live records whose id or identifier is exactly this key, the one with the id first. */
export function findExact(
  transaction: Transaction,
  selection: RecordSelection,
  { id, identifier, limit }: ExactKey & { readonly limit: number },
): Promise<RecordRow[]> {
  const { text, values } = selectionSql(transaction, selection);
  const next = values.length + 1;
  return transaction.query<RecordRow>(
    prepareStatement(`select ${recordColumns} from (
         select $${next}::text collate "C" as id
         union
         select k.external_id from record_keys k
         where k.workspace_id = $1 and k.collection_id = $2 and k.key = $${next + 1}) wanted
       join records r on r.external_id = wanted.id
     where ${text} order by (r.external_id = $${next}::text) desc, r.external_id limit $${next + 2}`),
    [...values, id, identifier, limit],
  );
}

/** What a collection has of a query's text, in any slice. */
export interface KnownText {
  /** Whether it is the id or identifier of a record. */
  readonly isKey: boolean;
  /** Whether there are corrections of its words. */
  readonly isCorrected: boolean;
}

/** What a collection has of a query, by its keys and the hash of its words. */
export async function findKnown(
  transaction: Transaction,
  name: string,
  { id, identifier, wordsHash }: ExactKey & { readonly wordsHash: string | undefined },
): Promise<KnownText> {
  const [row] = await transaction.query<{ is_key: boolean; is_corrected: boolean }>(
    {
      name: 'find_known_text',
      text: `select exists (
             select from records r where r.workspace_id = $1 and r.collection_id = c.id and r.external_id = $3
           ) or exists (
             select from record_keys k where k.workspace_id = $1 and k.collection_id = c.id and k.key = $4
           ) as is_key, exists (
             select from corrections x where x.workspace_id = $1 and x.collection_id = c.id and x.words_hash = $5
           ) as is_corrected from collections c where c.workspace_id = $1 and c.name = $2`,
    },
    [transaction.workspaceId, name, id, identifier, wordsHash ?? null],
  );
  return { isKey: row?.is_key ?? false, isCorrected: row?.is_corrected ?? false };
}

/** The rows of ranked ids, filtered once more by the database itself. */
export function findRanked(
  transaction: Transaction,
  selection: RecordSelection,
  ids: readonly string[],
): Promise<RecordRow[]> {
  const { text, values } = selectionSql(transaction, selection);
  return transaction.query<RecordRow>(
    prepareStatement(`select ${recordColumns} from records r
     where ${text} and r.external_id ${equalsAny(`$${values.length + 1}::text[]`)}`),
    [...values, ids],
  );
}

/** A record that was found without an index. */
export interface MatchedRow extends RecordRow {
  /** How many of the words its text contains. */
  readonly matched: number;
  /** Whether one of the words is its id or identifier. */
  readonly is_key: boolean;
}

/** Records that contain words, or that one of them names: those first, then by how many words they contain. Reads every record. */
export function findByWords(
  transaction: Transaction,
  selection: RecordSelection,
  {
    words,
    keys,
    limit,
  }: { readonly words: readonly string[]; readonly keys: readonly string[]; readonly limit: number },
): Promise<MatchedRow[]> {
  const { text, values } = selectionSql(transaction, selection);
  const next = values.length + 1;
  return transaction.query<MatchedRow>(
    prepareStatement(`select * from (
         select ${recordColumns},
           (select count(*)::int from unnest($${next}::text[]) word where strpos(lower(r.embed_text), lower(word)) > 0) as matched,
           r.external_id = any($${next + 1}::text[]) or r.external_id in (
             select k.external_id from record_keys k
             where k.workspace_id = $1 and k.collection_id = $2 and k.key = any($${next + 1}::text[])) as is_key
         from records r where ${text}) found
       where matched > 0 or is_key order by is_key desc, matched desc, external_id limit $${next + 2}`),
    [...values, words, keys, limit],
  );
}

/** Those of the given fields that no live record of a selection has. Looks at every record only where one is missing. */
export async function findUnheldFields(
  transaction: Transaction,
  selection: RecordSelection,
  fields: readonly string[],
): Promise<string[]> {
  const { text, values } = selectionSql(transaction, selection);
  const rows = await transaction.query<{ field: string }>(
    prepareStatement(`select field from unnest($${values.length + 1}::text[]) as field
     where not exists (select from records r where ${text} and r.attributes ? field)`),
    [...values, fields],
  );
  return rows.map(({ field }) => field);
}
