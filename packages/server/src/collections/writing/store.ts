import { stringifyJson } from '@tessera/json';
import type { CollectionConfig } from '@tessera/records';
import {
  equalsAny,
  type NamedStatement,
  prepared,
  preparedVariant,
  type Transaction,
} from '../../platform/database/database.js';
import { momentSql } from '../../platform/moments.js';
import type { Slice } from '../access/view.js';
import type { VectorTarget } from '../embedding/vectors.js';
import { sliceSql } from '../filters/sql.js';
import { keepVersions } from '../history/queries.js';
import { endRecordParts } from '../records/confirmations.js';
import type { StoredState } from './decide.js';
import { deleteKeys } from './keys.js';
import type { ValidRecord } from './validate.js';

/** A record to store, with the vector of its text. */
export interface WritableRecord extends ValidRecord {
  /**
   * A vector in the format of `encodeVector`. Null keeps the stored vector, if it still belongs to the text or content.
   */
  readonly vector: Uint8Array | null;
  /** Whether the record waits for its embedding after this write. */
  readonly pending: boolean;
}

/** The collection, embedder and version of a write. */
export interface WriteTarget extends VectorTarget {
  readonly now: Date;
  /** The version that every record of this call gets. */
  readonly version: string;
}

/**
 * Returns the stored states of ids. They contain attributes only on request, and only for records inside of the slice.
 */
export function findStates(
  transaction: Transaction,
  input: { collectionId: string; ids: readonly string[]; slice: Slice | null; withAttributes: boolean },
): Promise<StoredState[]> {
  const inside = input.slice === null ? { text: 'true', values: [] } : sliceSql(input.slice.compiled, 4);
  return transaction.query<StoredState>(
    preparedVariant(`select external_id, content_hash, ${momentSql('write_date')} as write_date, write_order, id_spelling, version, tombstoned_at is not null as tombstoned,
       vector_text_hash, vector_embedder, pending,
       ${input.withAttributes ? `case when ${inside.text} then attributes end` : 'null'} as attributes, ${inside.text} as inside
     from records where workspace_id = $1 and collection_id = $2 and external_id ${equalsAny('$3::text[]')}`),
    [transaction.workspaceId, input.collectionId, input.ids, ...inside.values],
  );
}

/**
 * Maximum characters of attributes and text in one statement. Serializing a longer statement would block other
 * requests.
 */
const statementCharacters = 1_000_000;

// One statement writes any number of records, because each column is one array parameter. Long and binary values are
// joined in one bytes parameter: arrays would send bytes as hexadecimal, and escape quotes.
const rows = `unnest($3::text[], $5::int[], $6::timestamptz[], $7::text[], $8::int[], $9::boolean[], $14::int[],
  $15::text[], $16::text[])
  as r (external_id, start, write_date, embed_text, vector_bytes, pending, json_bytes, write_order, id_spelling)`;
const hashBytes = { content: 32, text: 16 } as const;
const vectorFrom = hashBytes.content + hashBytes.text;

/** SQL for a slice of the joined bytes. */
const part = (from: string | number, bytes: string | number) =>
  `substring($4::bytea from r.start + ${from} for ${bytes})`;

/** SQL condition: the stored vector is also valid for the new record. */
const keepsVector = `(excluded.embed_text <> '' and (records.content_hash = excluded.content_hash
  or records.vector_text_hash = decode(md5(excluded.embed_text), 'hex')))`;

/** SQL: if a write has no order, the stored order of the stored clock is kept. */
const keptOrder = `case when excluded.write_date is null
  or (excluded.write_order is null and excluded.write_date = records.write_date)
  then records.write_order else excluded.write_order end`;

const replaced = (column: string) => `${column} = case when excluded.vector is not null then excluded.${column}
                 when ${keepsVector} then records.${column} end`;

/**
 * Stores whole records and revives deleted ones. If a text is replaced, its vector is removed even before there is a
 * new one: a reader of the new text may not have been allowed to read the earlier text. The collection must be locked.
 */
export async function storeRecords(
  transaction: Transaction,
  target: WriteTarget,
  records: readonly WritableRecord[],
): Promise<void> {
  let portion: WrittenRecord[] = [];
  let characters = 0;
  for (const record of records) {
    const json = Buffer.from(stringifyJson(record.record));
    portion.push({ ...record, json });
    characters += json.length + record.embedText.length;
    if (characters > statementCharacters) {
      await transaction.query(...storing(transaction, target, portion));
      portion = [];
      characters = 0;
    }
  }
  if (portion.length > 0) {
    transaction.send(...storing(transaction, target, portion));
  }
}

/** A record with its attributes as stored. */
interface WrittenRecord extends WritableRecord {
  readonly json: Buffer;
}

/** Builds the statement that stores records, and its values. */
function storing(
  transaction: Transaction,
  target: WriteTarget,
  records: readonly WrittenRecord[],
): [NamedStatement, unknown[]] {
  const starts: number[] = [];
  const chunks: Uint8Array[] = [];
  let start = 1;
  for (const { contentHash, textHash, vector, json } of records) {
    starts.push(start);
    chunks.push(contentHash, textHash, ...(vector === null ? [] : [vector]), json);
    start += vectorFrom + (vector?.length ?? 0) + json.length;
  }
  return [
    prepared(`insert into records (workspace_id, collection_id, external_id, attributes, content_hash, write_date,
               embed_text, vector, vector_text_hash, vector_embedder, pending, created_at, updated_at, change_mark, version, write_order,
               id_spelling)
             select $1, $2, r.external_id,
               convert_from(${part(`${vectorFrom} + coalesce(r.vector_bytes, 0)`, 'r.json_bytes')}, 'UTF8')::jsonb,
               ${part(0, hashBytes.content)}, r.write_date, r.embed_text, ${part(vectorFrom, 'r.vector_bytes')},
               case when r.vector_bytes is not null then ${part(hashBytes.content, hashBytes.text)} end,
               case when r.vector_bytes is not null then $10 end, r.pending, $11, $11, $12, $13, r.write_order, r.id_spelling
             from ${rows} order by r.external_id
             on conflict (workspace_id, collection_id, external_id) do update set
               attributes = excluded.attributes, content_hash = excluded.content_hash,
               write_date = coalesce(excluded.write_date, records.write_date), write_order = ${keptOrder},
               id_spelling = excluded.id_spelling,
               embed_text = excluded.embed_text, ${['vector', 'vector_text_hash', 'vector_embedder'].map(replaced).join(', ')},
               pending = excluded.pending, embed_tries = 0,
               claimed_until = case when records.embed_text = excluded.embed_text then records.claimed_until end, tombstoned_at = null, updated_at = excluded.updated_at,
               change_mark = excluded.change_mark, version = excluded.version`),
    [
      transaction.workspaceId,
      target.collectionId,
      records.map((r) => r.externalId),
      Buffer.concat(chunks),
      starts,
      records.map((r) => r.writeDate),
      records.map((r) => r.embedText),
      records.map((r) => r.vector?.length ?? null),
      records.map((r) => r.pending),
      target.embedderId,
      target.now,
      target.sequenceNumber,
      target.version,
      records.map((r) => r.json.length),
      records.map((r) => r.writeOrder),
      records.map((r) => r.idSpelling),
    ],
  ];
}

/** Deletes live records, which become tombstones, and keeps their earlier versions. The collection must be locked. */
export function removeRecords(
  transaction: Transaction,
  target: Omit<WriteTarget, 'embedderId'>,
  { config, externalIds }: { readonly config: CollectionConfig; readonly externalIds: readonly string[] },
): void {
  keepVersions(transaction, target, { config, externalIds });
  tombstoneRecords(transaction, target, externalIds);
}

/** Turns live records into tombstones and deletes their keys, confirmations and matches. */
export function tombstoneRecords(
  transaction: Transaction,
  { collectionId, sequenceNumber, now, version }: Omit<WriteTarget, 'embedderId'>,
  externalIds: readonly string[],
): void {
  const { workspaceId } = transaction;
  transaction.send(
    `update records set tombstoned_at = $4, updated_at = $4, change_mark = $5, version = $6
     where workspace_id = $1 and collection_id = $2 and external_id = any($3::text[]) and tombstoned_at is null`,
    [workspaceId, collectionId, externalIds, now, sequenceNumber, version],
  );
  deleteKeys(transaction, collectionId, externalIds);
  endRecordParts(transaction, collectionId, externalIds);
}

/** The clock of a record; null without one. */
export type RecordClock = Pick<ValidRecord, 'externalId' | 'writeDate' | 'writeOrder'>;

/** Stores clocks of records. An order that is null is kept, except in an exact copy of an earlier state. */
export function setClocks(
  transaction: Transaction,
  collectionId: string,
  { clocks, isExact }: { readonly clocks: readonly RecordClock[]; readonly isExact: boolean },
): void {
  if (clocks.length > 0) {
    transaction.send(
      `update records r set write_date = c.date, write_order = case when $4 then c."order" else coalesce(c."order", r.write_order) end
       from jsonb_to_recordset($3::jsonb) as c (id text, date timestamptz, "order" text)
       where r.workspace_id = $1 and r.collection_id = $2 and r.external_id = c.id`,
      [
        ...[transaction.workspaceId, collectionId],
        JSON.stringify(clocks.map(({ externalId: id, writeDate: date, writeOrder: order }) => ({ id, date, order }))),
        isExact,
      ],
    );
  }
}

/**
 * Records the arrival of data, and returns how many stale updates there are in a row. If `ended` is true, `stale`
 * starts a new row, otherwise it extends the current one. The collection must be locked.
 */
export async function touchLastIngest(
  transaction: Transaction,
  { collectionId, now }: Pick<WriteTarget, 'collectionId' | 'now'>,
  { ended, stale }: { readonly ended: boolean; readonly stale: number },
): Promise<number> {
  const statement =
    prepared(`update collection_states set last_ingest_at = $3, stale_run = case when $4 then 0 else stale_run end + $5
           where workspace_id = $1 and collection_id = $2 returning stale_run`);
  const values = [transaction.workspaceId, collectionId, now, ended, stale];
  if (stale === 0) {
    // Not awaited, because nothing depends on its result.
    transaction.send(statement, values);
    return 0;
  }
  const [row] = await transaction.query<{ stale_run: number }>(statement, values);
  return row?.stale_run ?? 0;
}
