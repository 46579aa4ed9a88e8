import type { Transaction } from '../../platform/database/database.js';
import { equalsAny, prepareStatement } from '../../platform/database/prepared.js';
import { type RecordRow, type RecordSelection, recordColumns, selectionSql } from '../records/queries.js';

/** A query as a record id and as an identifier value. */
export interface ExactKey {
  readonly id: string;
  readonly identifier: string;
}

/** A record whose id or identifier is the key in this position, counted from 1. */
export interface ExactRow extends RecordRow {
  readonly position: number;
}

/** Live records whose id or identifier is one of these keys, up to a limit for each, those with the id first. */
export function findExact(
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

/** What a collection has of the query in this position, counted from 1, in any slice. */
export interface KnownText {
  readonly position: number;
  /** Whether it is the id or identifier of a record. */
  readonly isKey: boolean;
  /** Whether there are corrections of its words. */
  readonly isCorrected: boolean;
}

/** What a collection has of queries, by their keys and the hashes of their words; without those of which it has nothing. */
export function findKnown(
  transaction: Transaction,
  name: string,
  texts: readonly (ExactKey & { readonly wordsHash: string | undefined })[],
): Promise<KnownText[]> {
  return transaction.query<KnownText>(
    {
      name: 'find_known_texts',
      text: `select * from (
         select w.position::int as position, exists (
             select from records r where r.workspace_id = $1 and r.collection_id = c.id and r.external_id = w.id
           ) or exists (
             select from record_keys k where k.workspace_id = $1 and k.collection_id = c.id and k.key = w.identifier
           ) as "isKey", exists (
             select from corrections x where x.workspace_id = $1 and x.collection_id = c.id and x.words_hash = w.words_hash
           ) as "isCorrected"
         from collections c, unnest($3::text[], $4::text[], $5::text[]) with ordinality as w (id, identifier, words_hash, position)
         where c.workspace_id = $1 and c.name = $2) known
       where "isKey" or "isCorrected"`,
    },
    [
      transaction.workspaceId,
      name,
      texts.map(({ id }) => id),
      texts.map(({ identifier }) => identifier),
      texts.map(({ wordsHash }) => wordsHash ?? null),
    ],
  );
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
