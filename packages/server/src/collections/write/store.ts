import { stringifyJson } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import { type FilterSql, sliceSql } from '../filters/sql.js';
import { eachWanted, isKnownSql } from '../records/queries.js';
import type { Slice } from '../view.js';
import type { StoredState } from './decide.js';
import type { PreparedRecord } from './prepare.js';

/** A record about to be written, with the vector that was made for its text. */
export interface WritableRecord extends PreparedRecord {
  /** Little-endian float32; null leaves a vector of the same text or content in place until the text is embedded. */
  readonly vector: Uint8Array | null;
  /** Whether the text still waits for its embedding after this write. */
  readonly pending: boolean;
}

/** What a statement writes for. */
export interface WriteTarget {
  readonly workspaceId: string;
  readonly collectionId: string;
  readonly embedderId: string;
  readonly now: Date;
}

/**
 * Locks and returns what is stored under the given ids, one after the other in their order, so that concurrent writers
 * cannot block each other.
 */
export function lockStates(
  transaction: Queryable,
  input: { collectionId: string; ids: readonly string[]; slice: Slice | null; withAttributes: boolean; lock: boolean },
): Promise<StoredState[]> {
  const inside = insideSql(input.slice, 3);
  return transaction.query<StoredState>(
    `select external_id, content_hash, write_date, tombstoned_at is not null as tombstoned,
       vector_text_hash, vector_embedder, pending,
       ${input.withAttributes ? `case when ${inside.text} then attributes end` : 'null'} as attributes, ${inside.text} as inside
     from (select id from unnest($2::text[]) as id order by id collate "C") wanted,
       ${eachWanted('r.collection_id = $1', input.lock ? 'for update' : '')}`,
    [input.collectionId, input.ids, ...inside.values],
  );
}

/**
 * SQL for whether a record is inside a slice. Its lists say so: what a record outside says is not looked at, which would
 * take time. One inside is asked all the same, as it may have left while the statement waited for it.
 */
function insideSql(slice: Slice | null, first: number): FilterSql {
  if (slice === null) {
    return { text: 'true', values: [] };
  }
  const matches = sliceSql(slice.compiled, first);
  const list = first + matches.values.length;
  return {
    text: `(case when ${isKnownSql({ id: 'r.external_id', list, collection: 1 })} then ${matches.text} else false end)`,
    values: [...matches.values, slice.listedIn],
  };
}

// One statement writes any number of records: each column travels as one array.
const rows = `unnest($3::text[], $4::jsonb[], $5::bytea[], $6::timestamptz[], $7::text[], $8::bytea[], $9::bytea[], $10::boolean[])
  as r (external_id, attributes, content_hash, write_date, embed_text, vector, text_hash, pending)`;

function parameters(target: WriteTarget, records: readonly WritableRecord[]): unknown[] {
  return [
    target.workspaceId,
    target.collectionId,
    records.map((r) => r.externalId),
    records.map((r) => stringifyJson(r.record)),
    records.map((r) => r.contentHash),
    records.map((r) => r.writeDate),
    records.map((r) => r.embedText),
    records.map((r) => (r.vector === null ? null : Buffer.from(r.vector))),
    records.map((r) => r.textHash),
    records.map((r) => r.pending),
    target.embedderId,
    target.now,
  ];
}

const insertInto = `insert into records (workspace_id, collection_id, external_id, attributes, content_hash, write_date,
    embed_text, vector, vector_text_hash, vector_embedder, pending, created_at, updated_at)
  select $1, $2, r.external_id, r.attributes, r.content_hash, r.write_date,
    r.embed_text, r.vector,
    case when r.vector is not null then r.text_hash end, case when r.vector is not null then $11 end, r.pending, $12, $12
  from ${rows} order by r.external_id`;

/** Adds records; returns the ids that were added. One that somebody else added meanwhile is missing there. */
export async function insertRecords(
  transaction: Queryable,
  target: WriteTarget,
  records: readonly WritableRecord[],
): Promise<string[]> {
  const added = await transaction.query<{ external_id: string }>(
    { name: 'insert_records', text: `${insertInto} on conflict do nothing returning external_id` },
    parameters(target, records),
  );
  return added.map((row) => row.external_id);
}

/** True where the vector of a stored record may stand for what replaces it. */
const keepsVector = `(excluded.embed_text <> '' and (records.content_hash = excluded.content_hash
  or records.vector_text_hash = decode(md5(excluded.embed_text), 'hex')))`;

/**
 * Replaces locked records whole. The vector of what a record said before goes, also while there is no new one: who may read
 * the record now may not have been allowed to read that. A tombstone is lifted.
 */
export async function updateRecords(
  transaction: Queryable,
  target: WriteTarget,
  records: readonly WritableRecord[],
): Promise<void> {
  const replaced = (column: string) => `${column} = case when excluded.vector is not null then excluded.${column}
                 when ${keepsVector} then records.${column} end`;
  await transaction.query(
    {
      name: 'update_records',
      // As an insert that meets them all: it finds each by its key, whatever the planner's statistics.
      text: `${insertInto}
             on conflict (workspace_id, collection_id, external_id) do update set
               attributes = excluded.attributes, content_hash = excluded.content_hash, write_date = excluded.write_date,
               embed_text = excluded.embed_text, ${['vector', 'vector_text_hash', 'vector_embedder'].map(replaced).join(', ')},
               pending = excluded.pending, embed_tries = 0, tombstoned_at = null, updated_at = excluded.updated_at`,
    },
    parameters(target, records),
  );
}

/** Counts accepted records of a credential against its day; returns the day's total so far. */
export async function addDailyWrites(
  transaction: Queryable,
  input: { workspaceId: string; credentialId: string; day: string; records: number },
): Promise<number> {
  const [row] = await transaction.query<{ records: number }>(
    `insert into daily_writes (workspace_id, credential_id, day, records) values ($1, $2, $3, $4)
     on conflict (workspace_id, credential_id, day) do update set records = daily_writes.records + excluded.records
     returning records`,
    [input.workspaceId, input.credentialId, input.day, input.records],
  );
  return row?.records ?? input.records;
}

/** How many records of a credential have been accepted on a day so far. */
export async function findDailyWrites(
  transaction: Queryable,
  input: { credentialId: string; day: string },
): Promise<number> {
  const [row] = await transaction.query<{ records: number }>(
    'select records from daily_writes where credential_id = $1 and day = $2',
    [input.credentialId, input.day],
  );
  return row?.records ?? 0;
}
