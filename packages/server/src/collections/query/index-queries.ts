import type { CompiledFilter } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import { prepared } from '../../platform/database/prepared.js';
import { type FilterSql, sliceSql } from '../filters/sql.js';

/** What the index needs of a record. */
export interface IndexRow {
  readonly external_id: string;
  readonly embed_text: string;
  readonly identifiers: readonly string[];
  /** Null unless made by the embedder in use. */
  readonly vector: Buffer | null;
  /** Tombstoned, or no longer inside the slice. */
  readonly gone: boolean;
  readonly changed_xid: string;
  /** The attributes as JSON text, where filter columns must follow; parsed where they are used. */
  readonly attributes_json: string | null;
}

const columns = `r.external_id, r.embed_text, r.identifiers, case when r.vector_embedder = $2 then r.vector end as vector, r.changed_xid::text as changed_xid`;

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
  readonly embedderId: string;
}

/** One page of live records by external id. */
export function listForIndex(
  transaction: Queryable,
  scope: IndexScope,
  page: { readonly after: string | null; readonly limit: number },
): Promise<IndexRow[]> {
  const inside = insideSql(scope, 5);
  return transaction.query<IndexRow>(
    prepared(`select ${columns}, false as gone, null as attributes_json from records r
     where r.collection_id = $1 and r.tombstoned_at is null and (${inside.text})
       and ($3::text is null or r.external_id > $3 collate "C")
     order by r.external_id limit $4`),
    [scope.collectionId, scope.embedderId, page.after, page.limit, ...inside.values],
  );
}

/** How far an index has come, and whether its filter columns must follow. */
interface Since {
  readonly floor: string;
  readonly withAttributes: boolean;
}

/** What has changed since a floor, and the floor of this very snapshot. */
export interface Changes {
  readonly floor: string;
  readonly rows: readonly IndexRow[];
}

/** Records changed since a floor; attributes only where columns must follow. */
export async function listChanged(transaction: Queryable, scope: IndexScope, since: Since): Promise<Changes> {
  // Mostly nothing has changed. This asks without a range, whose unknown width would have the planner plan every time
  // anew, which takes longer than the rest.
  const [newest] = await transaction.query<{ floor: string; changed_xid: string | null }>(
    {
      name: 'find_newest_change',
      text: `select pg_snapshot_xmin(pg_current_snapshot())::text as floor, (
        select changed_xid from records where collection_id = $1 order by changed_xid desc limit 1)::text as changed_xid`,
    },
    [scope.collectionId],
  );
  if (newest !== undefined && BigInt(newest.changed_xid ?? 0) < BigInt(since.floor)) {
    return { floor: newest.floor, rows: [] };
  }
  return listRowsChanged(transaction, scope, since);
}

async function listRowsChanged(transaction: Queryable, scope: IndexScope, since: Since): Promise<Changes> {
  const inside = insideSql(scope, 5);
  const found = await transaction.query<{ floor: string } & ({ external_id: null } | IndexRow)>(
    // The floor must come with the rows' own snapshot, also when nothing has changed.
    `select s.floor, ${columns}, r.tombstoned_at is not null or not (${inside.text}) as gone,
       case when $4 then r.attributes::text end as attributes_json
     from (select pg_snapshot_xmin(pg_current_snapshot())::text as floor) s
     left join records r on r.collection_id = $1 and r.changed_xid >= $3::xid8`,
    [scope.collectionId, scope.embedderId, since.floor, since.withAttributes, ...inside.values],
  );
  return { floor: found[0]?.floor ?? since.floor, rows: found.filter((row) => row.external_id !== null) };
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

/** How many numbers the collection's vectors hold; 0 while there is none. */
export async function findDimensions(
  transaction: Queryable,
  collectionId: string,
  embedderId: string,
): Promise<number> {
  const [row] = await transaction.query<{ dimensions: number }>(
    'select octet_length(vector) / 4 as dimensions from records where collection_id = $1 and vector_embedder = $2 limit 1',
    [collectionId, embedderId],
  );
  return row?.dimensions ?? 0;
}
