import type { Queryable } from '../../platform/database/database.js';
import { identifierValues } from '../domain/index.js';
import type { RecordRow, RecordScope } from '../records/queries.js';
import { scopeSql } from '../records/queries.js';
import type { CollectionView } from '../view.js';
import { claimedId, earlierId, idInPlace, outranks } from './places.js';
import { isAfter } from './rename.js';

/**
 * The id of a record as its collection is configured now, also while it is still stored under an earlier one. Until all
 * have been placed, a record may show the id it asks for although it will have to keep its earlier one.
 */
export function currentId(
  row: Pick<RecordRow, 'external_id' | 'attributes' | 'current_id'>,
  { collection, config }: CollectionView,
): string {
  if (!collection.rekeys_ids) {
    return row.external_id;
  }
  const isPlaced = !row.external_id.startsWith(' ') && !isAfter(row.external_id, collection.rekey_from ?? '');
  return (
    row.current_id ?? (isPlaced ? row.external_id : (claimedId(row, config) ?? earlierId({ ...row, moved_from: null })))
  );
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

/** A record while ids are changing, with the id it had before. */
interface MovingRow extends RecordRow {
  readonly moved_from: string | null;
  /** Whether the scope holds it. Those outside it count all the same for who has an id. */
  readonly inside: boolean;
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
  const rows = await findCandidates(transaction, view, { scope, key });
  const named = view.collection.rekeys_ids
    ? await chooseNamed(transaction, view, { scope, id: key.id, rows })
    : rows.find((row) => row.external_id === key.id);
  const identified = rows.filter(
    (row) =>
      row.external_id !== named?.external_id && identifierValues(row.attributes, view.config).includes(key.identifier),
  );
  return [...(named === undefined ? [] : [named]), ...identified].filter((row) => row.inside);
}

/** Live records that may have a key: by their id now, their earlier id, their id field or an identifier field. */
function findCandidates(
  transaction: Queryable,
  { collection, config }: CollectionView,
  { scope, key }: { scope: RecordScope; key: KeyUnderWay },
): Promise<MovingRow[]> {
  const where = scopeSql(scope);
  const next = where.values.length + 1;
  const earlier = `case when r.moved_in >= $${next + 6} then r.moved_from end`;
  return transaction.query<MovingRow>(
    `select r.external_id, r.attributes, r.write_date, r.created_at, r.updated_at, ${earlier} as moved_from,
       (${where.text}) as inside
     from records r
     where r.collection_id = $1 and r.tombstoned_at is null and (r.external_id = $${next} or ${earlier} = $${next}
       or r.external_id < '!' collate "C" and substr(r.external_id, ${idInPlace}) = $${next}
       or ${occurs(next + 4)} and ${spelledAs(`$${next + 2}`, next)}
       or ${occurs(next + 5)} and exists (select from unnest($${next + 3}::text[]) as f (field) where ${spelledAs('f.field', next + 1)}))
     order by r.external_id`,
    [
      ...where.values,
      key.id,
      key.identifier,
      config.id_field,
      config.id_match_fields,
      inJson(key.id),
      inJson(key.identifier),
      collection.rekeying_since ?? collection.identity_version,
    ],
  );
}

/** The record that has, or is going to have, an id: the one that keeps it, or else the one with the best claim to it. */
async function chooseNamed(
  transaction: Queryable,
  view: CollectionView,
  { scope, id, rows }: { scope: RecordScope; id: string; rows: readonly MovingRow[] },
): Promise<MovingRow | undefined> {
  const { config } = view;
  const holder = rows.find((row) => earlierId(row) === id);
  const claim = holder === undefined ? undefined : claimedId(holder, config);
  const keeps =
    holder !== undefined &&
    (claim === undefined || claim === id || (await isTaken(transaction, view, { scope, holder, claim })));
  const named = keeps
    ? holder
    : bestOf(
        rows.filter((row) => claimedId(row, config) === id),
        view,
      );
  return named === undefined ? undefined : { ...named, current_id: id };
}

/** Whether somebody else gets the id that a record asks for. */
async function isTaken(
  transaction: Queryable,
  view: CollectionView,
  { scope, holder, claim }: { scope: RecordScope; holder: MovingRow; claim: string },
): Promise<boolean> {
  const { config } = view;
  const rivals = await findCandidates(transaction, view, { scope, key: { id: claim, identifier: claim } });
  return rivals
    .filter((rival) => rival.external_id !== holder.external_id)
    .some((rival) => {
      const rivalClaim = claimedId(rival, config);
      return earlierId(rival) === claim
        ? rivalClaim === undefined || rivalClaim === claim
        : rivalClaim === claim && outranks(rival, holder, config);
    });
}

function bestOf(rows: readonly MovingRow[], { config }: CollectionView): MovingRow | undefined {
  return rows.reduce<MovingRow | undefined>(
    (best, row) => (best === undefined || outranks(row, best, config) ? row : best),
    undefined,
  );
}
