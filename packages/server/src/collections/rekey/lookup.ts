import type { Queryable } from '../../platform/database/database.js';
import { identifierValues } from '../domain/index.js';
import type { RecordRow, RecordScope } from '../records/queries.js';
import { scopeSql } from '../records/queries.js';
import type { CollectionView } from '../view.js';
import { configuredId } from './rename.js';

/** The id of a record as its collection is configured now, also while it is still stored under an earlier one. */
export function currentId(row: Pick<RecordRow, 'external_id' | 'attributes'>, view: CollectionView): string {
  return view.collection.rekeys_ids ? configuredId(row, view.config) : row.external_id;
}

const spaces = String.raw`E' \t\n\r\f\x0b'`;

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

/** What to look for while records are being given other keys. */
export interface KeyUnderWay {
  /** The key as an id and as an identifier. */
  readonly id: string;
  readonly identifier: string;
}

/**
 * Live records that have a key under the current configuration, whether or not their keys have been brought in line
 * with it yet, the one with the id first. Looks at every record of the collection.
 */
export async function findUnderWay(
  transaction: Queryable,
  view: CollectionView,
  { scope, key }: { scope: RecordScope; key: KeyUnderWay },
): Promise<RecordRow[]> {
  const where = scopeSql(scope);
  const next = where.values.length + 1;
  const rows = await transaction.query<RecordRow>(
    `select r.external_id, r.attributes, r.write_date, r.created_at, r.updated_at from records r
     where ${where.text} and (r.external_id = $${next}
       or ${occurs(next + 4)} and ${spelledAs(`$${next + 2}`, next)}
       or ${occurs(next + 5)} and exists (select from unnest($${next + 3}::text[]) as f (field) where ${spelledAs('f.field', next + 1)}))
     order by r.external_id`,
    [
      ...where.values,
      key.id,
      key.identifier,
      view.config.id_field,
      view.config.id_match_fields,
      inJson(key.id),
      inJson(key.identifier),
    ],
  );
  const named = rows.filter((row) => currentId(row, view) === key.id);
  const identified = rows.filter(
    (row) => !named.includes(row) && identifierValues(row.attributes, view.config).includes(key.identifier),
  );
  return [...named, ...identified];
}
