import type { Queryable } from '../../platform/database/database.js';
import { identifierValues } from '../domain/index.js';
import {
  findRecords,
  type RecordRow,
  type RecordScope,
  recordColumns,
  recordsOf,
  scopeSql,
} from '../records/queries.js';
import type { CollectionView } from '../view.js';
import { findNewIds, storedIdSql } from './new-id-queries.js';
import { earlierId } from './places.js';

/** The live record of an id in a scope, also where it is still stored under another one. */
export async function findById(
  transaction: Queryable,
  view: CollectionView,
  { scope, id }: { readonly scope: RecordScope; readonly id: string },
): Promise<RecordRow | undefined> {
  const version = view.collection.new_ids_version;
  if (version === null) {
    return (await findRecords(transaction, scope, [id]))[0];
  }
  const where = scopeSql(scope);
  const next = where.values.length + 1;
  const stored = storedIdSql({ id: next, version: next + 1 });
  const [row] = await transaction.query<RecordRow>(
    `select ${recordColumns} from records r where ${where.text} and r.external_id = ${stored}`,
    [...where.values, id, version],
  );
  return row === undefined ? undefined : { ...row, current_id: id };
}

/**
 * Records with the ids they have, wherever a change of ids has come: what GET finds each of them by, and no other. As they
 * are while no ids are changing.
 */
export async function withCurrentIds<Row extends RecordRow>(
  transaction: Queryable,
  { collection }: CollectionView,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const version = collection.new_ids_version;
  if (version === null || rows.length === 0) {
    return rows;
  }
  const since = collection.rekeying_since ?? version;
  const earlier = rows.map((row) =>
    earlierId({ ...row, moved_from: row.moved_in !== null && row.moved_in >= since ? row.moved_from : null }),
  );
  const newIds = await findNewIds(transaction, { collectionId: collection.id, version }, earlier);
  return rows.map((row, at) => {
    const id = earlier[at] ?? row.external_id;
    const found = newIds.get(id);
    // Written since the change ended, which it has while this was asked: it may be another record of an id that was left.
    const endedAt = row.external_id === id ? (found?.ended_at ?? null) : null;
    const isLater = endedAt !== null && row.updated_at >= endedAt;
    return { ...row, current_id: isLater ? id : (found?.new_id ?? id) };
  });
}

// What JavaScript trims.
const spaces = String.raw`E' \t\n\r\f\x0b\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'`;

/** SQL that is true at least where a field of `attributes`, or an element of its list, has this canonical spelling. */
function spelledAs(field: string, parameter: number): string {
  return `exists (
    select from unnest(filter_texts(r.attributes -> ${field}, false)) as value
    where regexp_replace(btrim(value, ${spaces}), '^(-?[0-9]+)[.]0+$', '\\1') = $${parameter})`;
}

/** SQL that is true where a text occurs in a record at all: far cheaper to ask than in which field. */
function occurs(parameter: number): string {
  return `position($${parameter}::text in r.attributes::text) > 0`;
}

/** A text as it is written inside a JSON string. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/**
 * Live records that have an id or, by the fields of the current configuration, an identifier, whether or not they have been
 * given it yet, the one with the id first. Looks at every record of the scope.
 */
export async function findWhileRekeyed(
  transaction: Queryable,
  view: CollectionView,
  { scope, key }: { readonly scope: RecordScope; readonly key: { readonly id: string; readonly identifier: string } },
): Promise<RecordRow[]> {
  const { config, collection } = view;
  const { from, where, id, values } = recordsOf(scope);
  const next = values.length + 1;
  const stored = collection.new_ids_version === null ? `$${next}` : storedIdSql({ id: next, version: next + 4 });
  const rows = await transaction.query<RecordRow & { named: boolean }>(
    `select ${recordColumns}, coalesce(r.external_id = ${stored}, false) as named from ${from}
     where ${where} and (r.external_id = ${stored} or ${occurs(next + 3)} and exists (
       select from unnest($${next + 2}::text[]) as f (field) where ${spelledAs('f.field', next + 1)}))
     order by named desc, ${id}`,
    [
      ...values,
      key.id,
      key.identifier,
      config.id_match_fields,
      inJson(key.identifier),
      ...(collection.new_ids_version === null ? [] : [collection.new_ids_version]),
    ],
  );
  return rows.filter((row) => row.named || identifierValues(row.attributes, config).includes(key.identifier));
}
