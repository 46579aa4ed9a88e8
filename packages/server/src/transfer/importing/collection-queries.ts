import type { Transaction } from '../../platform/database/database.js';
import { arrayOf } from './queries.js';

/** The configuration of a collection. */
export interface ConfiguredCollection {
  readonly id: string;
  readonly description: string | null;
  /** The configuration as JSON text. */
  readonly configuration: string;
  readonly synonyms: string;
  /** The required signature of deliveries, or null. */
  readonly signatureSecret: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Configures a collection that has no records. */
export async function configure(transaction: Transaction, collection: ConfiguredCollection): Promise<void> {
  await transaction.query(
    `update collections set description = $3, configuration = $4::jsonb, synonyms = $5::jsonb, signature_secret = $6,
       created_at = $7, updated_at = $8
     where workspace_id = $1 and id = $2`,
    [
      transaction.workspaceId,
      collection.id,
      collection.description,
      collection.configuration,
      collection.synonyms,
      collection.signatureSecret,
      collection.createdAt,
      collection.updatedAt,
    ],
  );
}

/** Storage of records, and the embedder of their vectors. */
export interface RecordTarget {
  readonly collectionId: string;
  readonly sequenceNumber: number;
  readonly embedderId: string;
}

/** A record as the text of its line, with everything derived from it. */
export interface DerivedRecord {
  readonly line: string;
  readonly contentHash: Buffer;
  readonly embedText: string;
  readonly textHash: Buffer;
  readonly vector: Uint8Array | null;
}

const lines = 'jsonb_array_elements($4::jsonb) with ordinality as l (line, n)';

/** Stores new records of an archive. The caller must have locked the collection. */
export function insertRecords(
  transaction: Transaction,
  { collectionId, sequenceNumber, embedderId }: RecordTarget,
  records: readonly DerivedRecord[],
): void {
  transaction.send(
    `insert into records (workspace_id, collection_id, external_id, attributes, content_hash, write_date, write_order, id_spelling,
       embed_text, vector, vector_text_hash, vector_embedder, pending, created_at, updated_at, change_mark, version)
     select $1, $2, r.external_id, r.attributes, d.content_hash, r.write_date, r.write_order, r.id_spelling, d.embed_text, d.vector,
       case when d.vector is not null then d.text_hash end, case when d.vector is not null then $9::text end,
       d.embed_text <> '' and d.vector is null, r.created_at, r.updated_at, $3, r.version
     from ${lines}
     join unnest($5::bytea[], $6::text[], $7::bytea[], $8::bytea[]) with ordinality
       as d (content_hash, embed_text, text_hash, vector, n) using (n)
     cross join lateral jsonb_to_record(l.line) as r (external_id text, attributes jsonb, write_date timestamptz,
       write_order text, id_spelling text, created_at timestamptz, updated_at timestamptz, version uuid)`,
    [
      transaction.workspaceId,
      collectionId,
      sequenceNumber,
      arrayOf(records.map(({ line }) => line)),
      records.map(({ contentHash }) => contentHash),
      records.map(({ embedText }) => embedText),
      records.map(({ textHash }) => textHash),
      records.map(({ vector }) => (vector === null ? null : Buffer.from(vector))),
      embedderId,
    ],
  );
}

/** Removes the markers of records that were restored during the export, and are in both files. */
export function removeMarkers(transaction: Transaction, collectionId: string, externalIds: readonly string[]): void {
  transaction.send(
    `delete from records where workspace_id = $1 and collection_id = $2 and external_id = any($3::text[])
       and tombstoned_at is not null`,
    [transaction.workspaceId, collectionId, externalIds],
  );
}

/**
 * Stores the markers of deleted records, of which only the clocks are kept. A record that was deleted during the
 * export and is in both files stays.
 */
export function insertDeleted(
  transaction: Transaction,
  { collectionId, sequenceNumber }: RecordTarget,
  { texts, contentHash }: { readonly texts: readonly string[]; readonly contentHash: Buffer },
): void {
  transaction.send(
    `insert into records (workspace_id, collection_id, external_id, attributes, content_hash, write_date, write_order, embed_text,
       pending, tombstoned_at, created_at, updated_at, change_mark, version)
     select $1, $2, r.external_id, '{}', $5, r.write_date, r.write_order, '', false, r.deleted_at, r.created_at, r.deleted_at,
       $3, r.version
     from jsonb_to_recordset($4::jsonb) as r (external_id text, deleted_at timestamptz, write_date timestamptz,
       write_order text, created_at timestamptz, version uuid)
     on conflict (workspace_id, collection_id, external_id) do nothing`,
    [transaction.workspaceId, collectionId, sequenceNumber, arrayOf(texts), contentHash],
  );
}

/** Stores corrections under the hash of their query's words. */
export function insertCorrections(
  transaction: Transaction,
  collectionId: string,
  corrections: readonly { readonly line: string; readonly wordsHash: string }[],
): void {
  transaction.send(
    `insert into corrections (workspace_id, collection_id, id, words_hash, query, external_id, slice_hash, created_by, created_at)
     select $1, $2, r.id, h.hash, r.query, r.external_id, r.slice_hash, r.by, r.at
     from jsonb_array_elements($3::jsonb) with ordinality as l (line, n)
     join unnest($4::text[]) with ordinality as h (hash, n) using (n)
     cross join lateral jsonb_to_record(l.line) as r (id uuid, query text, external_id text, slice_hash text, by text,
       at timestamptz)`,
    [
      transaction.workspaceId,
      collectionId,
      arrayOf(corrections.map(({ line }) => line)),
      corrections.map(({ wordsHash }) => wordsHash),
    ],
  );
}

/** Shares a collection with groups. */
export function insertGrants(transaction: Transaction, collectionId: string, texts: readonly string[]): void {
  transaction.send(
    `insert into collection_grants (workspace_id, collection_id, group_id, permission, filter, created_at, updated_at)
     select $1, $2, r.group_id, r.permission, nullif(r.filter, 'null'), r.created_at, r.updated_at
     from jsonb_to_recordset($3::jsonb) as r (group_id uuid, permission text, filter jsonb, created_at timestamptz,
       updated_at timestamptz)`,
    [transaction.workspaceId, collectionId, arrayOf(texts)],
  );
}

/** Adds the saved views of a collection. */
export function insertViews(transaction: Transaction, collectionId: string, texts: readonly string[]): void {
  transaction.send(
    `insert into collection_views (workspace_id, collection_id, id, owner, owner_name, shared, name, filters, query,
       sort_order, updated_at)
     select $1, $2, r.id, r.owner, r.by, r.shared, r.name, nullif(r.filters, 'null'), r.query, r."order", r.updated_at
     from jsonb_to_recordset($3::jsonb) as r (id uuid, owner text, by text, shared boolean, name text, filters jsonb,
       query text, "order" text, updated_at timestamptz)`,
    [transaction.workspaceId, collectionId, arrayOf(texts)],
  );
}
