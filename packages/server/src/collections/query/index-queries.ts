import { limits } from '@tessera/contract';
import type { CompiledFilter } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import { prepared } from '../../platform/database/prepared.js';
import { type FilterSql, sliceSql } from '../filters/sql.js';

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
  /** Tombstoned, or no longer inside the slice; then nothing but the id and the version are read. */
  readonly gone: boolean;
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
    prepared(`select ${columns}, false as gone, null as attributes_json from records r
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
  const inside = insideSql(scope, 4);
  const found = await transaction.query<{ floor: string } & ({ external_id: null } | IndexRow)>(
    // The floor must come with the rows' own snapshot, also when nothing has changed. Of a record that is gone nothing
    // but its id is read: what is outside a slice must cost its callers no time.
    `select s.floor, r.external_id, r.gone, r.changed_xid::text as changed_xid, r.vector_embedder, ${numbers},
       case when not r.gone then r.embed_text end as embed_text, case when not r.gone then r.identifiers end as identifiers,
       case when not r.gone then r.vector end as vector,
       case when $3 and not r.gone then r.attributes::text end as attributes_json
     from (select pg_snapshot_xmin(pg_current_snapshot())::text as floor) s
     left join (select r.*, r.tombstoned_at is not null or not (${inside.text}) as gone from records r) r
       on r.collection_id = $1 and r.changed_xid >= $2::xid8`,
    [scope.collectionId, since.floor, since.withAttributes, ...inside.values],
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
