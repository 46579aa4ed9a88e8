import { limits } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';
import { prepared } from '../../platform/database/prepared.js';
import { type FilterSql, sliceSql } from '../filters/sql.js';
import { identifiersSql } from '../keys/key-sql.js';
import { eachWanted, listedRecords, listedSlices, type SliceScope, scopeSql } from '../records/queries.js';
import { currentDateSql, currentIdSql, idStoredUnder, wantedSql } from '../rekey/id-sql.js';
import { readSnapshot, type Snapshot, snapshotSql } from './snapshots.js';

/** What the index needs of a record, by the id that it has: where it is stored may be another while ids are changing. */
export interface IndexRow {
  readonly external_id: string;
  readonly embed_text: string;
  readonly identifiers: readonly string[];
  readonly vector: Buffer | null;
  readonly vector_embedder: string | null;
  /** The update clock, in milliseconds. */
  readonly written_ms: number;
  /** When it was last changed here, in milliseconds. */
  readonly updated_ms: number;
  /** One of `embedStates`. */
  readonly embed_state: number;
  /** Of two versions of a record the one with the higher number is the later one. */
  readonly revision: number;
  /** The attributes as JSON text, where filter columns must follow; parsed where they are used. */
  readonly attributes_json: string | null;
}

/** Whether a record's text has been embedded, awaits it, or has been given up. */
export const embedStates = { done: 0, pending: 1, failed: 2 } as const;

const embedState = `case when not r.pending then ${embedStates.done} when r.embed_tries < ${limits.embedTries} then ${embedStates.pending}
  else ${embedStates.failed} end as embed_state`;
const milliseconds = (date: string) => `(extract(epoch from ${date}) * 1000)::float8`;
const numbers = `${milliseconds(currentDateSql)} as written_ms, ${milliseconds('r.updated_at')} as updated_ms, ${embedState}`;
const id = `${currentIdSql} as external_id`;
/** SQL for what the index needs of a record `r`, but for its attributes. */
export const indexColumns = `${id}, ${numbers}, r.embed_text, ${identifiersSql} as identifiers, r.vector, r.vector_embedder, r.revision::float8 as revision`;

/** The snapshot of this moment. */
export async function currentSnapshot(transaction: Queryable): Promise<Snapshot> {
  const [row] = await transaction.query<{ snapshot: string }>(`select ${snapshotSql} as snapshot`);
  return readSnapshot(row?.snapshot ?? '');
}

/** Which records an index holds: those of a collection, or of one slice of it. */
export interface IndexScope {
  readonly collectionId: string;
  readonly slice: SliceScope | null;
}

/** A row of a page; the next one begins after where the last one is stored. */
export interface PagedRow {
  readonly stored_id: string;
}

/** One page of the live records of a collection by where they are stored. */
export function listForIndex(
  transaction: Queryable,
  { collectionId }: Pick<IndexScope, 'collectionId'>,
  page: { readonly after: string | null; readonly limit: number },
): Promise<(IndexRow & PagedRow)[]> {
  return transaction.query<IndexRow & PagedRow>(
    prepared(`select ${indexColumns}, r.external_id as stored_id, null as attributes_json from records r
     where r.collection_id = $1 and r.tombstoned_at is null and r.external_id > $2::text collate "C"
     order by r.external_id limit $3`),
    [collectionId, page.after ?? '', page.limit],
  );
}

/**
 * The ids of the live records of a slice, in order: all of one moment, as pages would miss records that move meanwhile.
 * Where the slice is listed, no record is looked at.
 */
export async function listIds(transaction: Queryable, scope: IndexScope): Promise<string[]> {
  const { text, values } = idsInside(scope);
  const rows = await transaction.query<{ external_id: string }>(prepared(`${text} order by external_id`), values);
  return rows.map(({ external_id }) => external_id);
}

function idsInside(scope: IndexScope): { readonly text: string; readonly values: readonly unknown[] } {
  const slices = listedSlices(scope);
  if (slices === null) {
    const { text, values } = scopeSql(scope);
    return { text: `select ${id} from records r where ${text}`, values };
  }
  const { text, values } = listedRecords(slices, { list: 2, collection: 1 });
  return {
    text: `select ${idStoredUnder('l.id')} as external_id from (${text}) l`,
    values: [scope.collectionId, ...values],
  };
}

/** The live records of the given ids, as far as they are in the scope. */
export function listForIndexOf(transaction: Queryable, scope: IndexScope, ids: readonly string[]): Promise<IndexRow[]> {
  const inside = insideSql(scope, 3);
  const wanted = wantedSql({ areIdsChanging: true }, 2);
  return transaction.query<IndexRow>(
    prepared(`select ${indexColumns}, null as attributes_json from ${wanted.from}, ${eachWanted(liveSql(inside))}
     where ${wanted.where}`),
    [scope.collectionId, ids, ...inside.values],
  );
}

/** True of a live record `r` of the collection that is inside. */
function liveSql(inside: FilterSql): string {
  return `r.collection_id = $1 and r.tombstoned_at is null and (${inside.text})`;
}

/** SQL that is true of a record `r` that is in the slice of a scope; its parameters are numbered from the given one on. */
export function insideSql({ slice }: IndexScope, firstParameter: number): FilterSql {
  return slice === null ? { text: 'true', values: [] } : sliceSql(slice.compiled, firstParameter);
}

/** One page of one field's values of live records. */
export function listFieldValues(
  transaction: Queryable,
  { collectionId }: IndexScope,
  page: { readonly field: string; readonly after: string | null; readonly limit: number },
): Promise<(FieldValueRow & PagedRow)[]> {
  return transaction.query(
    prepared(`select ${id}, r.external_id as stored_id, (r.attributes -> $2)::text as value_json from records r
     where r.collection_id = $1 and r.tombstoned_at is null and r.external_id > $3::text collate "C"
     order by r.external_id limit $4`),
    [collectionId, page.field, page.after ?? '', page.limit],
  );
}

/** The same of the given records, as far as they are in the scope. */
export function listFieldValuesOf(
  transaction: Queryable,
  scope: IndexScope,
  { field, ids }: { readonly field: string; readonly ids: readonly string[] },
): Promise<FieldValueRow[]> {
  const inside = insideSql(scope, 4);
  const wanted = wantedSql({ areIdsChanging: true }, 3);
  return transaction.query(
    prepared(`select ${id}, (r.attributes -> $2)::text as value_json
     from ${wanted.from}, ${eachWanted(liveSql(inside))} where ${wanted.where}`),
    [scope.collectionId, field, ids, ...inside.values],
  );
}

/** One field's value of a record, as JSON text; null where the record has no such field. */
interface FieldValueRow {
  readonly external_id: string;
  readonly value_json: string | null;
}
