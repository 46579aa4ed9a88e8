import { prepared, type Transaction } from '../../../platform/database/database.js';

/** The part of a live record that the index needs. */
export interface IndexRow {
  readonly external_id: string;
  /** The sequence number of the last write that changed it. */
  readonly change_mark: number;
  readonly embed_text: string;
  readonly identifiers: readonly string[];
  readonly vector: Buffer | null;
  readonly vector_embedder: string | null;
  /** The update clock in milliseconds. A record without one has a value before any date. */
  readonly written_ms: number;
  /** The microseconds that the update clock has beyond its milliseconds. */
  readonly written_us: number;
  /** The time of the last change in this service, in milliseconds. */
  readonly updated_ms: number;
  /** The attributes as JSON, if the index has filter columns. They are parsed where they are used. */
  readonly attributes_json: string | null;
}

/** Maximum identifiers of a record whose words are searched. Every identifier is found as a whole value. */
const identifiersMax = 2_000;

const columns = `r.external_id, r.change_mark::float8 as change_mark, r.embed_text, r.vector, r.vector_embedder,
  coalesce(extract(epoch from date_trunc('milliseconds', r.write_date)) * 1000, '-Infinity')::float8 as written_ms,
  coalesce(extract(microseconds from r.write_date)::int % 1000, 0) as written_us,
  (extract(epoch from r.updated_at) * 1000)::float8 as updated_ms,
  array(select k.key from record_keys k
    where k.workspace_id = $1 and k.collection_id = $2 and k.external_id = r.external_id
    limit ${identifiersMax}) as identifiers`;

/** If the fourth parameter is true, the attributes are included. */
const changedColumns = `${columns}, case when $4 then r.attributes::text end as attributes_json,
  r.tombstoned_at is not null as gone`;

/** The last sequence number of a collection, and the index version. */
export interface IndexedState {
  readonly change_mark: number;
  readonly index_version: number;
}

/** How the records of a collection are read. */
export interface IndexReading {
  /** Lists of synonymous phrases. */
  readonly synonyms: readonly (readonly string[])[];
  /** Country of telephone numbers without a country code (ISO 3166); null if unknown. */
  readonly phoneCountry: string | null;
}

/** Reads the state of a collection, and how its records are read; undefined if there is none. */
export async function findState(
  transaction: Transaction,
  collectionId: string,
): Promise<(IndexedState & IndexReading) | undefined> {
  const [row] = await transaction.query<IndexedState & IndexReading>(
    `select s.change_mark::float8 as change_mark, c.index_version, c.synonyms,
       c.configuration ->> 'phone_country' as "phoneCountry"
     from collections c join collection_states s on s.workspace_id = $1 and s.collection_id = c.id
     where c.workspace_id = $1 and c.id = $2`,
    [transaction.workspaceId, collectionId],
  );
  return row;
}

/**
 * Sums over the live records of a collection: their number, their sequence numbers, and their change times modulo
 * `updatedModulus`.
 */
export interface IndexSums {
  readonly records: number;
  readonly sequenceNumbers: number;
  readonly updatedMs: number;
}

/** Change times are summed modulo this number, because the sum of full times would not be exact in a double. */
export const updatedModulus = 1_000_000_000;

/** Reads the state of a collection with the sums over its live records. */
export async function findSums(
  transaction: Transaction,
  collectionId: string,
): Promise<(IndexedState & IndexSums) | undefined> {
  const [row] = await transaction.query<IndexedState & IndexSums>(
    `select s.change_mark::float8 as change_mark, c.index_version, contents.*
     from collections c join collection_states s on s.workspace_id = $1 and s.collection_id = c.id,
       (select count(*)::float8 as records, coalesce(sum(r.change_mark), 0)::float8 as "sequenceNumbers",
          coalesce(sum((extract(epoch from r.updated_at) * 1000)::bigint % ${updatedModulus}), 0)::float8 as "updatedMs"
        from records r where r.workspace_id = $1 and r.collection_id = $2 and r.tombstoned_at is null) contents
     where c.workspace_id = $1 and c.id = $2`,
    [transaction.workspaceId, collectionId],
  );
  return row;
}

/** A page of live records by id. */
export interface Page {
  readonly after: string;
  readonly limit: number;
}

/** Lists a page of a collection's live records. */
export function listForIndex(transaction: Transaction, collectionId: string, page: Page): Promise<IndexRow[]> {
  return transaction.query<IndexRow>(
    prepared(`select ${columns}, null as attributes_json from records r
        where r.workspace_id = $1 and r.collection_id = $2 and r.tombstoned_at is null
          and r.external_id > $3::text collate "C"
        order by r.external_id limit $4`),
    [transaction.workspaceId, collectionId, page.after, page.limit],
  );
}

/** A changed record: deleted, or with its current content. */
export interface ChangedRow extends IndexRow {
  readonly gone: boolean;
}

/** Maximum changed records, and maximum bytes of their text, that are indexed while a caller waits. */
export const fewRecords = { count: 200, bytes: 40_000 } as const;

/**
 * Lists the records that changed after a sequence number. If there are too many, returns none. Includes attributes if
 * the index has columns.
 */
export function listFewChanged(
  transaction: Transaction,
  collectionId: string,
  { after, withAttributes }: { readonly after: number; readonly withAttributes: boolean },
): Promise<ChangedRow[]> {
  return transaction.query<ChangedRow>(
    prepared(`with changed as (
          select r.external_id, octet_length(r.embed_text) as bytes from records r
          where r.workspace_id = $1 and r.collection_id = $2 and r.change_mark > $3 limit ${fewRecords.count + 1})
        select ${changedColumns} from records r
        where r.workspace_id = $1 and r.collection_id = $2 and r.external_id in (select external_id from changed)
          and (select count(*) <= ${fewRecords.count} and sum(bytes) <= ${fewRecords.bytes} from changed)`),
    [transaction.workspaceId, collectionId, after, withAttributes],
  );
}

/** A changed record with the length of its text. */
export interface ChangedId {
  readonly external_id: string;
  readonly bytes: number;
}

/** Lists all records changed after a sequence number. */
export function listChangedIds(transaction: Transaction, collectionId: string, after: number): Promise<ChangedId[]> {
  return transaction.query<ChangedId>(
    `select r.external_id, octet_length(r.embed_text) as bytes from records r
     where r.workspace_id = $1 and r.collection_id = $2 and r.change_mark > $3`,
    [transaction.workspaceId, collectionId, after],
  );
}

/** Reads live and deleted records by id. Includes attributes if the index has columns. */
export function listByIds(
  transaction: Transaction,
  collectionId: string,
  { ids, withAttributes }: { readonly ids: readonly string[]; readonly withAttributes: boolean },
): Promise<ChangedRow[]> {
  return transaction.query<ChangedRow>(
    prepared(`select ${changedColumns} from records r
        where r.workspace_id = $1 and r.collection_id = $2 and r.external_id = any($3::text[])`),
    [transaction.workspaceId, collectionId, ids, withAttributes],
  );
}

/** A record's value of a field as JSON, null if it has none, and the sequence number of the record. */
export interface FieldValue {
  readonly external_id: string;
  readonly change_mark: number;
  readonly value_json: string | null;
}

/** Lists a page of a field's values in live records. */
export function listFieldValues(
  transaction: Transaction,
  collectionId: string,
  page: Page & { readonly field: string },
): Promise<FieldValue[]> {
  return transaction.query<FieldValue>(
    prepared(`select r.external_id, r.change_mark::float8 as change_mark, (r.attributes -> $5)::text as value_json
        from records r
        where r.workspace_id = $1 and r.collection_id = $2 and r.tombstoned_at is null
          and r.external_id > $3::text collate "C"
        order by r.external_id limit $4`),
    [transaction.workspaceId, collectionId, page.after, page.limit, page.field],
  );
}
