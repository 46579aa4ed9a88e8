import type { Queryable } from '../../platform/database/database.js';
import { identifierValues } from '../domain/index.js';
import type { RecordRow, RecordScope } from '../records/queries.js';
import { scopeSql } from '../records/queries.js';
import type { CollectionView } from '../view.js';
import { type ClaimRow, Claims } from './claims.js';
import { idInPlace } from './places.js';

// What JavaScript trims.
const spaces = String.raw`E' \t\n\r\f\x0b\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'`;

/** A text in SQL as ids and identifiers are spelled, if it can be one. */
function canonicalSql(text: string): string {
  return `regexp_replace(btrim(${text}, ${spaces}), '^(-?[0-9]+)[.]0+$', '\\1')`;
}

/** SQL that is true at least where a field of `attributes`, or an element of its list, has this canonical spelling. */
function spelledAs(field: string, parameter: number): string {
  return `exists (
    select from unnest(filter_texts(r.attributes -> ${field}, false)) as value
    where ${canonicalSql('value')} = $${parameter})`;
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

interface CandidateRow extends RecordRow {
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
  const rows = await withCurrentIds(transaction, view, await findCandidates(transaction, view, { scope, key }));
  const named = rows.find((row) => (row.current_id ?? row.external_id) === key.id);
  const identified = rows.filter(
    (row) =>
      row.external_id !== named?.external_id && identifierValues(row.attributes, view.config).includes(key.identifier),
  );
  return [...(named === undefined ? [] : [named]), ...identified].filter((row) => row.inside);
}

/** Live records that may have a key: by their id now, their earlier id, their id field or an identifier field. */
function findCandidates(
  transaction: Queryable,
  view: CollectionView,
  { scope, key }: { scope: RecordScope; key: KeyUnderWay },
): Promise<CandidateRow[]> {
  const { config } = view;
  const where = scopeSql(scope);
  const next = where.values.length + 1;
  const earlier = `case when r.moved_in >= $${next + 6} then r.moved_from end`;
  return transaction.query<CandidateRow>(
    `select r.external_id, r.attributes, r.write_date, r.created_at, r.updated_at, r.moved_from, r.moved_in,
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
      changingSince(view),
    ],
  );
}

/** Rounds of asking who else has a stake in the ids in question, before all records of the collection are asked. */
const maxRounds = 3;

/**
 * Records with the ids they have in the end of the change of ids under way, wherever it has come: what GET finds each of
 * them by, and no other. As they are while no ids are changing.
 */
export async function withCurrentIds<Row extends RecordRow>(
  transaction: Queryable,
  view: CollectionView,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (!view.collection.rekeys_ids) {
    return rows;
  }
  const claims = new Claims(view.config);
  const moving = rows.map((row) => ({ row, claim: { ...row, moved_from: movedFrom(row, view) } }));
  for (let round = 1; ; round += 1) {
    const outcomes = moving.map(({ row, claim }) => ({ row, outcome: claims.outcomeOf(claim) }));
    const unknown = outcomes.flatMap(({ outcome }) => ('unknown' in outcome ? [outcome.unknown] : []));
    if (unknown.length === 0) {
      return outcomes.map(({ row, outcome }) => ('id' in outcome ? { ...row, current_id: outcome.id } : row));
    }
    const ids = round > maxRounds ? null : [...new Set(unknown)];
    claims.add(ids, await findClaims(transaction, view, ids));
  }
}

/** The version of the configuration with which the change of ids under way began. */
function changingSince({ collection }: CollectionView): number {
  return collection.rekeying_since ?? collection.identity_version;
}

function movedFrom(row: Pick<RecordRow, 'moved_from' | 'moved_in'>, view: CollectionView): string | null {
  return row.moved_in !== null && row.moved_in >= changingSince(view) ? row.moved_from : null;
}

/** Live records that had one of the ids before, or ask for it; all of them for null. Looks at every record. */
function findClaims(transaction: Queryable, view: CollectionView, ids: readonly string[] | null): Promise<ClaimRow[]> {
  const { collection, config } = view;
  const earlier = 'case when r.moved_in >= $5 then r.moved_from end';
  return transaction.query<ClaimRow>(
    `select r.external_id, r.write_date, ${earlier} as moved_from,
       jsonb_build_object($3::text, r.attributes -> $3, $4::text, r.attributes -> $4) as attributes
     from records r
     where r.collection_id = $1 and r.tombstoned_at is null and ($2::text[] is null
       or r.external_id = any($2) or ${earlier} = any($2)
       or r.external_id < '!' collate "C" and substr(r.external_id, ${idInPlace}) = any($2)
       or ${canonicalSql('r.attributes ->> $3')} = any($2))`,
    [collection.id, ids, config.id_field, config.write_date_field, changingSince(view)],
  );
}
