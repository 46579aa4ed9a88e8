import type { JsonObject, JsonValue } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';

/** What the index needs of a record. */
export interface IndexRow {
  readonly external_id: string;
  readonly embed_text: string;
  readonly identifiers: readonly string[];
  /** Null unless made by the embedder in use. */
  readonly vector: Buffer | null;
  readonly tombstoned: boolean;
  readonly changed_xid: string;
  readonly attributes: JsonObject | null;
}

const columns = `r.external_id, r.embed_text, r.identifiers, case when r.vector_embedder = $2 then r.vector end as vector,
  r.tombstoned_at is not null as tombstoned, r.changed_xid::text as changed_xid`;

/** The oldest transaction still running: everything that changes later has at least its number. */
export async function snapshotFloor(transaction: Queryable): Promise<string> {
  const [row] = await transaction.query<{ floor: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as floor',
  );
  return row?.floor ?? '0';
}

/** One page of live records by external id. */
export function listForIndex(
  transaction: Queryable,
  page: {
    readonly collectionId: string;
    readonly embedderId: string;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<IndexRow[]> {
  return transaction.query<IndexRow>(
    {
      name: 'list_for_index',
      text: `select ${columns}, null as attributes from records r
             where r.collection_id = $1 and r.tombstoned_at is null and ($3::text is null or r.external_id > $3 collate "C")
             order by r.external_id limit $4`,
    },
    [page.collectionId, page.embedderId, page.after, page.limit],
  );
}

/** Records changed since a floor, and the floor of this very snapshot; attributes only where columns must follow. */
export async function listChanged(
  transaction: Queryable,
  since: {
    readonly collectionId: string;
    readonly embedderId: string;
    readonly floor: string;
    readonly withAttributes: boolean;
  },
): Promise<{ floor: string; rows: IndexRow[] }> {
  const found = await transaction.query<{ floor: string } & ({ external_id: null } | IndexRow)>(
    {
      name: 'list_changed',
      // The floor must come with the rows' own snapshot, also when nothing has changed.
      text: `select s.floor, ${columns}, case when $4 then r.attributes end as attributes
             from (select pg_snapshot_xmin(pg_current_snapshot())::text as floor) s
             left join records r on r.collection_id = $1 and r.changed_xid >= $3::xid8`,
    },
    [since.collectionId, since.embedderId, since.floor, since.withAttributes],
  );
  return { floor: found[0]?.floor ?? since.floor, rows: found.filter((row) => row.external_id !== null) };
}

/** One page of one field's values of live records. */
export function listFieldValues(
  transaction: Queryable,
  page: {
    readonly collectionId: string;
    readonly field: string;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<{ external_id: string; value: JsonValue | null; present: boolean }[]> {
  return transaction.query(
    `select external_id, attributes -> $2 as value, attributes ? $2 as present from records
     where collection_id = $1 and tombstoned_at is null and ($3::text is null or external_id > $3 collate "C")
     order by external_id limit $4`,
    [page.collectionId, page.field, page.after, page.limit],
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
