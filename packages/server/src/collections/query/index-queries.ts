import { limits } from '@tessera/contract';
import type { CompiledFilter } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import { prepared } from '../../platform/database/prepared.js';
import { type FilterSql, sliceSql } from '../filters/sql.js';
import { byChange } from '../records/queries.js';

/** What the index needs of a record. */
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
  readonly changed_xid: string;
  /** The attributes as JSON text, where filter columns must follow; parsed where they are used. */
  readonly attributes_json: string | null;
}

/** Whether a record's text has been embedded, awaits it, or has been given up. */
export const embedStates = { done: 0, pending: 1, failed: 2 } as const;

const embedState = `case when not r.pending then ${embedStates.done} when r.embed_tries < ${limits.embedTries} then ${embedStates.pending}
  else ${embedStates.failed} end as embed_state`;
const milliseconds = (column: string) => `(extract(epoch from r.${column}) * 1000)::float8`;
const numbers = `${milliseconds('write_date')} as written_ms, ${milliseconds('updated_at')} as updated_ms, ${embedState}`;
const columns = `r.external_id, ${numbers}, r.embed_text, r.identifiers, r.vector, r.vector_embedder, r.changed_xid::text as changed_xid`;

/** The oldest transaction still running: everything that changes later has at least its number. */
export async function snapshotFloor(transaction: Queryable): Promise<string> {
  const [row] = await transaction.query<{ floor: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as floor',
  );
  return row?.floor ?? '0';
}

/** Which records an index holds: those of a collection, or of one slice of it. */
export interface IndexScope {
  readonly collectionId: string;
  readonly slice: readonly CompiledFilter[] | null;
}

/** One page of live records by external id. */
export function listForIndex(
  transaction: Queryable,
  scope: IndexScope,
  page: { readonly after: string | null; readonly limit: number },
): Promise<IndexRow[]> {
  const inside = insideSql(scope, 4);
  return transaction.query<IndexRow>(
    prepared(`select ${columns}, null as attributes_json from records r
     where r.collection_id = $1 and r.tombstoned_at is null and (${inside.text})
       and ($2::text is null or r.external_id > $2 collate "C")
     order by r.external_id limit $3`),
    [scope.collectionId, page.after, page.limit, ...inside.values],
  );
}

/** How far an index has come, and whether its filter columns must follow. */
interface Since {
  readonly floor: string;
  readonly withAttributes: boolean;
}

/** Rows for an index, and what it no longer holds. */
export interface ChangedRows {
  readonly rows: readonly IndexRow[];
  /** Records that are tombstoned or outside the slice, as JSON: pairs of an id and its version. Null for none. */
  readonly goneJson: string | null;
}

/** What has changed since a floor, and the floor of this very snapshot. */
export interface Changes extends ChangedRows {
  readonly floor: string;
}

/** Records changed since a floor; attributes only where columns must follow. */
export async function listChanged(transaction: Queryable, scope: IndexScope, since: Since): Promise<Changes> {
  // Mostly nothing has changed. This asks without a range, whose unknown width would have the planner plan every time
  // anew, which takes longer than the rest.
  const [newest] = await transaction.query<{ floor: string; changed_xid: string | null }>(
    {
      name: 'find_newest_change',
      text: `select pg_snapshot_xmin(pg_current_snapshot())::text as floor, (
        select r.changed_xid from records r where r.collection_id = $1 and ${byChange} order by r.changed_xid desc limit 1)::text as changed_xid`,
    },
    [scope.collectionId],
  );
  if (newest !== undefined && BigInt(newest.changed_xid ?? 0) < BigInt(since.floor)) {
    return { floor: newest.floor, rows: [], goneJson: null };
  }
  return listRowsChanged(transaction, scope, since);
}

async function listRowsChanged(transaction: Queryable, scope: IndexScope, since: Since): Promise<Changes> {
  const inside = insideSql(scope, 4);
  const changed = `from records r where r.collection_id = $1 and ${byChange} and r.changed_xid >= $2::xid8`;
  const held = `(r.tombstoned_at is null and (${inside.text}))`;
  const found = await transaction.query<IndexRow & { floor: string | null; gone_json: string | null }>(
    // One statement, as the floor must come with the rows' own snapshot: in the last row, which is there in any case.
    // It has all that is gone in one value: what is outside a slice must cost its callers next to no time. Both parts are
    // ordered to have the planner take the index of changes, also while it believes the collection to be almost empty.
    `(select ${columns}, case when $3 then r.attributes::text end as attributes_json, null as gone_json, null as floor
      ${changed} and ${held} order by r.changed_xid)
     union all
     select ${'null, '.repeat(9)} null, json_agg(json_build_array(gone.external_id, gone.changed_xid::text))::text,
       pg_snapshot_xmin(pg_current_snapshot())::text
     from (select r.external_id, r.changed_xid ${changed} and not ${held} order by r.changed_xid) gone`,
    [scope.collectionId, since.floor, since.withAttributes, ...inside.values],
  );
  const last = found.pop();
  return { floor: last?.floor ?? since.floor, rows: found, goneJson: last?.gone_json ?? null };
}

/** Where an index stands, for `listBehind`. */
interface Standing {
  readonly workspaceId: string;
  readonly collectionId: string;
  readonly floor: string;
}

/** An index that does not hold the newest change of its collection. */
export interface Behind {
  /** Which of the given ones. */
  readonly place: number;
  readonly newest: string;
  /** Whether an index that catches up now is done with that change: no older transaction is still running. */
  readonly settled: boolean;
}

/** Which indexes, of any workspaces, are behind: one look-up in the index of changes for each. */
export function listBehind(transaction: Queryable, standings: readonly Standing[]): Promise<Behind[]> {
  return transaction.query<Behind>(
    prepared(`select standing.place::int - 1 as place, newest.changed_xid::text as newest,
       newest.changed_xid < pg_snapshot_xmin(pg_current_snapshot()) as settled
     from unnest($1::uuid[], $2::uuid[], $3::xid8[]) with ordinality as standing (workspace_id, collection_id, floor, place)
     cross join lateral (select r.changed_xid from records r
       where r.workspace_id = standing.workspace_id and r.collection_id = standing.collection_id and ${byChange}
       order by r.changed_xid desc limit 1) newest
     where newest.changed_xid >= standing.floor`),
    [
      standings.map(({ workspaceId }) => workspaceId),
      standings.map(({ collectionId }) => collectionId),
      standings.map(({ floor }) => floor),
    ],
  );
}

function insideSql({ slice }: IndexScope, firstParameter: number): FilterSql {
  return slice === null ? { text: 'true', values: [] } : sliceSql(slice, firstParameter);
}

/** One page of one field's values of live records. */
export function listFieldValues(
  transaction: Queryable,
  scope: IndexScope,
  page: { readonly field: string; readonly after: string | null; readonly limit: number },
): Promise<{ external_id: string; value_json: string | null }[]> {
  const inside = insideSql(scope, 5);
  return transaction.query(
    prepared(`select r.external_id, (r.attributes -> $2)::text as value_json from records r
     where r.collection_id = $1 and r.tombstoned_at is null and (${inside.text})
       and ($3::text is null or r.external_id > $3 collate "C")
     order by r.external_id limit $4`),
    [scope.collectionId, page.field, page.after, page.limit, ...inside.values],
  );
}
