import { equalsAny, preparedVariant, type Transaction } from '../../platform/database/database.js';
import { contentColumns, type RecordContent, type RecordSelection, selectionSql } from '../records/queries.js';

/** A query as a record id and as an identifier value. */
export interface ExactKey {
  readonly id: string;
  readonly identifier: string;
}

/** A record whose id or identifier equals one of the keys. `position` is the key's position, counted from 1. */
export interface ExactRow extends RecordContent {
  readonly position: number;
}

/**
 * SQL for text rows `w` in the parameters from `$first` on, numbered by `position`. A single row, which is the usual
 * case, has a parameter for each column: arrays cost twice as much. Several rows have an array for each column; inside
 * of a subquery the planner assumes one size for it and caches the plan.
 */
function numbered(columns: readonly string[], first: number, rows: number): string {
  const parameters = columns.map((_, at) => `$${first + at}`);
  return rows === 1
    ? `(values (${parameters.map((parameter) => `${parameter}::text`).join(', ')}, 1)) as w (${columns.join(', ')}, position)`
    : `unnest(${parameters.map((parameter) => `array(select unnest(${parameter}::text[]))`).join(', ')})
         with ordinality as w (${columns.join(', ')}, position)`;
}

/** The parameters of `numbered`. */
function columnsOrValues(rows: readonly (readonly (string | null)[])[]): readonly unknown[] {
  const [row = [], ...others] = rows;
  return others.length === 0 ? row : row.map((_, at) => rows.map((each) => each[at]));
}

/** Finds live records by id or identifier, up to a limit per key. Matching ids come first. */
export function findExact(
  transaction: Transaction,
  selection: RecordSelection,
  { keys, limit }: { readonly keys: readonly ExactKey[]; readonly limit: number },
): Promise<ExactRow[]> {
  if (keys.length === 0) {
    return Promise.resolve([]);
  }
  const { text, values } = selectionSql(transaction, selection);
  const next = values.length + 1;
  return transaction.query<ExactRow>(
    preparedVariant(`select w.position::int as position, found.*
     from ${numbered(['id', 'identifier'], next, keys.length)},
       lateral (
         select ${contentColumns} from (
             select w.id collate "C" as id
             union
             select k.external_id from record_keys k
             where k.workspace_id = $1 and k.collection_id = $2 and k.key = w.identifier) wanted
           join records r on r.external_id = wanted.id
         where ${text} order by (r.external_id = w.id) desc, r.external_id limit $${next + 2}) found
     order by w.position, (found.external_id = w.id) desc, found.external_id`),
    [...values, ...columnsOrValues(keys.map(({ id, identifier }) => [id, identifier])), limit],
  );
}

/** What a collection contains, in any slice, for the query at this position, counted from 1. */
export interface KnownText {
  readonly position: number;
  /** Whether it is the id or identifier of a record. */
  readonly isKey: boolean;
  /** Whether there are corrections of its words. */
  readonly isCorrected: boolean;
}

/** Looks queries up by their keys and the hashes of their words. Returns those that the collection contains. */
export async function findKnown(
  transaction: Transaction,
  name: string,
  texts: readonly (ExactKey & { readonly wordsHash: string | undefined })[],
): Promise<KnownText[]> {
  const rows = await transaction.query<KnownText>(
    preparedVariant(`select w.position::int as position, exists (
         select from records r where r.workspace_id = $1 and r.collection_id = c.id and r.external_id = w.id
       ) or exists (
         select from record_keys k where k.workspace_id = $1 and k.collection_id = c.id and k.key = w.identifier
       ) as "isKey", exists (
         select from corrections x where x.workspace_id = $1 and x.collection_id = c.id and x.words_hash = w.words_hash
       ) as "isCorrected"
     from collections c, ${numbered(['id', 'identifier', 'words_hash'], 3, texts.length)}
     where c.workspace_id = $1 and c.name = $2`),
    [
      transaction.workspaceId,
      name,
      ...columnsOrValues(texts.map(({ id, identifier, wordsHash }) => [id, identifier, wordsHash ?? null])),
    ],
  );
  return rows.filter(({ isKey, isCorrected }) => isKey || isCorrected);
}

/** Reads the rows of ranked ids. Applies the filters again, because rows may have changed since they were indexed. */
export function findRanked(
  transaction: Transaction,
  selection: RecordSelection,
  ids: readonly string[],
): Promise<RecordContent[]> {
  const { text, values } = selectionSql(transaction, selection);
  return transaction.query<RecordContent>(
    preparedVariant(`select ${contentColumns} from records r
     where ${text} and r.external_id ${equalsAny(`$${values.length + 1}::text[]`)}`),
    [...values, ids],
  );
}

/** A record found without an index. */
export interface MatchedRow extends RecordContent {
  /** Number of query words in its text. */
  readonly matched: number;
  /** Whether a word is its id or identifier. */
  readonly is_key: boolean;
}

/** The newest records that one call reads without an index, and the bytes of their text and stored attributes. */
const readRecordsMax = 2_000;
const readBytesMax = 512 * 1024;

/**
 * Finds records by words without an index. Records with a word as identifier come first, then those that match more
 * words. Words are compared in the newest records only, up to a part of `readBytesMax`. Identifiers are compared as they
 * are written, and in lower and upper case.
 */
export function findByWords(
  transaction: Transaction,
  selection: RecordSelection,
  {
    words,
    keys,
    limit,
    part = 1,
  }: {
    readonly words: readonly string[];
    readonly keys: readonly string[];
    readonly limit: number;
    readonly part?: number;
  },
): Promise<MatchedRow[]> {
  const { text, values } = selectionSql(transaction, selection);
  const next = values.length + 1;
  const spellings = [...new Set(keys.flatMap((key) => [key, key.toLowerCase(), key.toUpperCase()]))];
  return transaction.query<MatchedRow>(
    preparedVariant(`with keyed as materialized (
         select k.external_id from record_keys k
         where k.workspace_id = $1 and k.collection_id = $2 and k.key = any($${next + 1}::text[])
         union select unnest($${next + 1}::text[])
       ), wanted as materialized (
         select external_id from keyed
         union
         select external_id from (
           select external_id, sum(octet_length(embed_text) + pg_column_size(attributes)) over (order by write_date desc nulls last, external_id) as bytes
           from (select external_id, embed_text, attributes, write_date from records
             where workspace_id = $1 and collection_id = $2 and tombstoned_at is null
             order by write_date desc nulls last, external_id limit ${readRecordsMax}) newest) counted
         where bytes <= $${next + 3})
       select * from (
         select ${contentColumns}, found.matched, r.external_id in (select external_id from keyed) as is_key
         from wanted w join records r on r.external_id = w.external_id
           cross join lateral (select lower(r.embed_text) as content) lowered
           cross join lateral (select count(*)::int as matched from unnest($${next}::text[]) word
             where strpos(lowered.content, lower(word)) > 0) found
         where ${text}) found
       where matched > 0 or is_key order by is_key desc, matched desc, external_id limit $${next + 2}`),
    [...values, words, spellings, limit, Math.floor(readBytesMax * part)],
  );
}

/** The newest records of a slice in which fields are looked up, by the ids that the index returns. */
export const newestOfSlice = 500;

/** Fields that were found in no record, and whether only the newest records were read. */
export interface MissingFields {
  readonly fields: readonly string[];
  readonly isOfNewest: boolean;
}

/**
 * Returns those of the given fields that no live record of a selection has. Reads the newest records, or those with the
 * given ids, up to `readBytesMax`.
 */
export async function findMissingFields(
  transaction: Transaction,
  selection: RecordSelection,
  fields: readonly string[],
  ids: readonly string[] | undefined,
): Promise<MissingFields> {
  const { text, values } = selectionSql(transaction, selection);
  const rows = await transaction.query<{ field: string; is_of_newest: boolean }>(
    preparedVariant(`with newest as materialized (
       select attributes, row_number() over latest as position, sum(pg_column_size(attributes)) over latest as bytes
       from (select r.attributes, r.write_date, r.external_id from records r
         where ${text} ${ids === undefined ? '' : `and r.external_id ${equalsAny(`$${values.length + 2}::text[]`)}`}
         order by r.write_date desc nulls last, r.external_id limit ${readRecordsMax}) read
       window latest as (order by write_date desc nulls last, external_id)
     ), compared as materialized (select attributes from newest where bytes <= ${readBytesMax})
     select field, (select max(position) = ${readRecordsMax} or max(bytes) > ${readBytesMax} from newest) as is_of_newest
     from unnest($${values.length + 1}::text[]) as field
     where not exists (select from compared where attributes ? field)`),
    [...values, fields, ...(ids === undefined ? [] : [ids])],
  );
  const isCut = ids?.length === newestOfSlice || rows[0]?.is_of_newest === true;
  return { fields: rows.map(({ field }) => field), isOfNewest: isCut };
}
