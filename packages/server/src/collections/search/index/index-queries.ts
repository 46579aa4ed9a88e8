import type { Transaction } from '../../../platform/database/database.js';

/** What the index needs of a live record. */
export interface IndexRow {
  readonly external_id: string;
  /** The mark of the write that last changed it. */
  readonly change_mark: number;
  readonly embed_text: string;
  readonly identifiers: readonly string[];
  readonly vector: Buffer | null;
  readonly vector_embedder: string | null;
  /** The update clock, in milliseconds. */
  readonly written_ms: number;
  /** When it was last changed here, in milliseconds. */
  readonly updated_ms: number;
  /** The attributes as JSON text, where filter columns must follow; parsed where they are used. */
  readonly attributes_json: string | null;
}

const columns = `r.external_id, r.change_mark::float8 as change_mark, r.embed_text, r.vector, r.vector_embedder,
  (extract(epoch from r.write_date) * 1000)::float8 as written_ms,
  (extract(epoch from r.updated_at) * 1000)::float8 as updated_ms,
  array(select k.key from record_keys k
    where k.workspace_id = $1 and k.collection_id = $2 and k.external_id = r.external_id) as identifiers`;

/** Where a collection stands: its last change mark, and the version of its records' ids, dates and identifiers. */
export interface Standing {
  readonly change_mark: number;
  readonly key_version: number;
}

/** Where a collection stands; undefined when there is none of this id. */
export async function findStanding(transaction: Transaction, collectionId: string): Promise<Standing | undefined> {
  const [row] = await transaction.query<Standing>(
    `select s.change_mark::float8 as change_mark, c.key_version
     from collections c join collection_states s on s.workspace_id = $1 and s.collection_id = c.id
     where c.workspace_id = $1 and c.id = $2`,
    [transaction.workspaceId, collectionId],
  );
  return row;
}

/** What the live records of a collection add up to: how many, their marks, and when they changed, by `updatedModulus`. */
export interface IndexSums {
  readonly records: number;
  readonly marks: number;
  readonly updatedMs: number;
}

/** Times are added up without what is above, so that the sum of many is exact. */
export const updatedModulus = 1_000_000_000;

/** Where a collection stands, and what its live records add up to then. */
export async function findSums(
  transaction: Transaction,
  collectionId: string,
): Promise<(Standing & IndexSums) | undefined> {
  const [row] = await transaction.query<Standing & IndexSums>(
    `select s.change_mark::float8 as change_mark, c.key_version, held.*
     from collections c join collection_states s on s.workspace_id = $1 and s.collection_id = c.id,
       (select count(*)::float8 as records, coalesce(sum(r.change_mark), 0)::float8 as marks,
          coalesce(sum((extract(epoch from r.updated_at) * 1000)::bigint % ${updatedModulus}), 0)::float8 as "updatedMs"
        from records r where r.workspace_id = $1 and r.collection_id = $2 and r.tombstoned_at is null) held
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

/** One page of the live records of a collection. */
export function listForIndex(transaction: Transaction, collectionId: string, page: Page): Promise<IndexRow[]> {
  return transaction.query<IndexRow>(
    {
      name: 'list_for_index',
      text: `select ${columns}, null as attributes_json from records r
        where r.workspace_id = $1 and r.collection_id = $2 and r.tombstoned_at is null
          and r.external_id > $3::text collate "C"
        order by r.external_id limit $4`,
    },
    [transaction.workspaceId, collectionId, page.after, page.limit],
  );
}

/** A record that changed: gone, or as it is now. */
export interface ChangedRow extends IndexRow {
  readonly gone: boolean;
}

/** Records changed beyond a mark, by id; attributes only where columns must follow. */
export function listChanged(
  transaction: Transaction,
  collectionId: string,
  { seen, withAttributes }: { readonly seen: number; readonly withAttributes: boolean },
): Promise<ChangedRow[]> {
  return transaction.query<ChangedRow>(
    {
      name: 'list_changed',
      text: `select ${columns}, case when $4 then r.attributes::text end as attributes_json,
          r.tombstoned_at is not null as gone
        from records r where r.workspace_id = $1 and r.collection_id = $2 and r.change_mark > $3
        order by r.external_id`,
    },
    [transaction.workspaceId, collectionId, seen, withAttributes],
  );
}

/** One field's value of a record, as JSON text, and the mark that it had then; null where the record has no such field. */
export interface FieldValue {
  readonly external_id: string;
  readonly change_mark: number;
  readonly value_json: string | null;
}

/** One page of one field's values of live records. */
export function listFieldValues(
  transaction: Transaction,
  collectionId: string,
  page: Page & { readonly field: string },
): Promise<FieldValue[]> {
  return transaction.query<FieldValue>(
    {
      name: 'list_field_values',
      text: `select r.external_id, r.change_mark::float8 as change_mark, (r.attributes -> $5)::text as value_json
        from records r
        where r.workspace_id = $1 and r.collection_id = $2 and r.tombstoned_at is null
          and r.external_id > $3::text collate "C"
        order by r.external_id limit $4`,
    },
    [transaction.workspaceId, collectionId, page.after, page.limit, page.field],
  );
}
