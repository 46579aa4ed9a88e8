import type { Queryable } from '../../platform/database/database.js';
import { identifierValues } from '../domain/index.js';
import { type RecordRow, recordColumns, recordsOf, type ShownScope } from '../records/queries.js';
import type { CollectionView } from '../view.js';
import { currentIdSql, storedIdSql, wantedSql } from './id-sql.js';

/** Where the records of ids are stored; those of ids that none has are left out. */
export async function findStoredIds(
  transaction: Queryable,
  { collection }: CollectionView,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (collection.id_change === null) {
    return ids;
  }
  const rows = await transaction.query<{ external_id: string }>(
    `select r.external_id from (select wanted.id as external_id, wanted.asked from ${wantedSql({ areIdsChanging: true }, 2).from} offset 0) r
     where ${currentIdSql()} = r.asked`,
    [collection.id, ids],
  );
  return rows.map((row) => row.external_id);
}

/** The ids of records by where they are stored, in the same order. */
export async function findCurrentIds(
  transaction: Queryable,
  { collection }: CollectionView,
  storedIds: readonly string[],
): Promise<readonly string[]> {
  if (collection.id_change === null) {
    return storedIds;
  }
  const rows = await transaction.query<{ id: string }>(
    `select ${currentIdSql()} as id from unnest($2::text[]) with ordinality as r (external_id, place) order by place`,
    [collection.id, storedIds],
  );
  return rows.map((row) => row.id);
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
  { config }: CollectionView,
  { scope, key }: { readonly scope: ShownScope; readonly key: { readonly id: string; readonly identifier: string } },
): Promise<RecordRow[]> {
  const { from, where, values } = recordsOf(scope);
  const next = values.length + 1;
  const named = `(r.external_id = ${storedIdSql(`$${next}::text`)} and ${currentIdSql()} = $${next}::text)`;
  const rows = await transaction.query<RecordRow & { named: boolean }>(
    `select ${recordColumns(scope)}, ${named} as named from ${from}
     where ${where} and (${named} or ${occurs(next + 3)} and exists (
       select from unnest($${next + 2}::text[]) as f (field) where ${spelledAs('f.field', next + 1)}))
     order by named desc, current_id`,
    [...values, key.id, key.identifier, config.id_match_fields, inJson(key.identifier)],
  );
  return rows.filter((row) => row.named || identifierValues(row.attributes, config).includes(key.identifier));
}
