import { limits } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';
import { prepared } from '../../platform/database/prepared.js';
import { type FilterSql, sliceSql } from '../filters/sql.js';
import { identifiersSql } from '../keys/key-sql.js';
import { byChange, eachWanted, listedRecords, listedSlices, type SliceScope, scopeSql } from '../records/queries.js';
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
const columns = `${id}, ${numbers}, r.embed_text, ${identifiersSql} as identifiers, r.vector, r.vector_embedder, r.revision::float8 as revision`;

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
    prepared(`select ${columns}, r.external_id as stored_id, null as attributes_json from records r
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
    prepared(`select ${columns}, null as attributes_json from ${wanted.from}, ${eachWanted(liveSql(inside))}
     where ${wanted.where}`),
    [scope.collectionId, ids, ...inside.values],
  );
}

/** What an index has seen, and whether its filter columns must follow. */
interface Since {
  readonly seen: Snapshot;
  readonly withAttributes: boolean;
}

/** Rows for an index, and what it no longer holds. */
export interface ChangedRows {
  readonly rows: readonly IndexRow[];
  /** Records that are tombstoned or outside the slice, as JSON: pairs of an id and its revision. Null for none. */
  readonly goneJson: string | null;
}

/** What has changed since a snapshot, and the snapshot that shows it. */
export interface Changes extends ChangedRows {
  readonly seen: Snapshot;
}

/** Records changed by transactions that had not ended in a snapshot; attributes only where columns must follow. */
export async function listChanged(transaction: Queryable, scope: IndexScope, since: Since): Promise<Changes> {
  // Mostly nothing has changed. This asks without a range, whose unknown width would have the planner plan every time
  // anew, which takes longer than the rest.
  const [found] = await transaction.query<{ snapshot: string; behind: boolean }>(
    {
      name: 'find_newest_change',
      text: `select ${snapshotSql} as snapshot, ${isBehind('r.collection_id = $1', '$2::xid8', '$3::xid8[]')} as behind`,
    },
    [scope.collectionId, since.seen.end, since.seen.running],
  );
  return found?.behind === false
    ? { seen: readSnapshot(found.snapshot), rows: [], goneJson: null }
    : listRowsChanged(transaction, scope, since);
}

/**
 * Whether a collection holds a change by a transaction that had not ended: the newest one, or one that was running. Each is
 * one step in the index of changes, whatever the planner believes of it: it takes the first of what it finds in order.
 */
function isBehind(inCollection: string, end: string, running: string): string {
  const changes = `from records r where ${inCollection} and ${byChange}`;
  return `(coalesce((select r.changed_xid ${changes} order by r.changed_xid desc limit 1) >= ${end}, false)
    or exists (select from unnest(${running}) as x (xid)
      where (select r.changed_xid ${changes} and r.changed_xid >= x.xid order by r.changed_xid limit 1) = x.xid))`;
}

async function listRowsChanged(
  transaction: Queryable,
  scope: IndexScope,
  { seen, withAttributes }: Since,
): Promise<Changes> {
  const inside = insideSql(scope, 5);
  const held = `(r.tombstoned_at is null and (${inside.text}))`;
  // Ordered to have the planner take the index of changes, also while it believes the collection to be almost empty.
  const changed = (what: string, condition: string) =>
    ['r.changed_xid >= $2::xid8', 'r.changed_xid = any($3::xid8[])']
      .map(
        (since) => `(select ${what} from records r
         where r.collection_id = $1 and ${byChange} and ${since} and ${condition} order by r.changed_xid)`,
      )
      .join(' union all ');
  const found = await transaction.query<IndexRow & { snapshot: string | null; gone_json: string | null }>(
    // One statement, as the snapshot must be the rows' own: it is in a row of its own, which is there in any case, and has
    // all that is gone in one value. What is outside a slice must cost its callers next to no time.
    `${changed(`${columns}, case when $4 then r.attributes::text end as attributes_json, null as gone_json, null as snapshot`, held)}
     union all
     select ${'null, '.repeat(9)} null, json_agg(json_build_array(gone.external_id, gone.revision))::text, ${snapshotSql}
     from (${changed(`${id}, r.revision`, `not ${held}`)}) gone`,
    [scope.collectionId, seen.end, seen.running, withAttributes, ...inside.values],
  );
  const last = found.find((row) => row.snapshot !== null);
  return {
    seen: last?.snapshot ? readSnapshot(last.snapshot) : seen,
    rows: found.filter((row) => row !== last),
    goneJson: last?.gone_json ?? null,
  };
}

/** Where an index stands, for `listBehind`. */
interface Standing {
  readonly workspaceId: string;
  readonly collectionId: string;
  readonly seen: Snapshot;
}

/** Which of these indexes, of any workspaces, are behind their collections, by their places in the list. */
export async function listBehind(transaction: Queryable, standings: readonly Standing[]): Promise<number[]> {
  const rows = await transaction.query<{ place: number }>(
    prepared(`select s.place::int - 1 as place
     from unnest($1::uuid[], $2::uuid[], $3::xid8[], $4::text[]) with ordinality as s (workspace_id, collection_id, seen_end, running, place)
     where ${isBehind('r.workspace_id = s.workspace_id and r.collection_id = s.collection_id', 's.seen_end', "string_to_array(s.running, ',')::xid8[]")}`),
    [
      standings.map(({ workspaceId }) => workspaceId),
      standings.map(({ collectionId }) => collectionId),
      standings.map(({ seen }) => seen.end),
      standings.map(({ seen }) => seen.running.join(',')),
    ],
  );
  return rows.map(({ place }) => place);
}

/** True of a live record `r` of the collection that is inside. */
function liveSql(inside: FilterSql): string {
  return `r.collection_id = $1 and r.tombstoned_at is null and (${inside.text})`;
}

function insideSql({ slice }: IndexScope, firstParameter: number): FilterSql {
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
