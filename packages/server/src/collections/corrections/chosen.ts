import { createHash } from 'node:crypto';
import type { Confidence } from '@tessera/contract';
import { type JsonObject, ownValue, stringifyJson } from '@tessera/json';
import type { CollectionConfig } from '@tessera/records';
import { sortedWords, squeeze } from '@tessera/resolver';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionView, sliceKey } from '../access/view.js';
import type { RecordSelection } from '../records/queries.js';
import { textOfRecord } from '../records/sent-fields.js';
import { findCorrections, type VisibleCorrections } from './queries.js';

/** The correction that applies to a query. */
export interface Chosen {
  /** The chosen record; null if none is correct. */
  readonly externalId: string | null;
  /**
   * Whether the correction was made for the same text, ignoring case. Such a correction is the latest for that text.
   */
  readonly isSameText: boolean;
  /** The latest correction of the same text, if this one was made for another. */
  readonly forText?: Chosen | undefined;
}

/** Returns the correction that applies. A query that equals an id or identifier is only corrected by the same text. */
export function chosenFor(chosen: Chosen | undefined, isIdentifier: boolean): Chosen | undefined {
  return isIdentifier && chosen?.isSameText === false ? chosen.forText : chosen;
}

/** A hash that is equal for queries with the same words; undefined for text without words. */
export function wordsHashOf(text: string): string | undefined {
  const words = sortedWords(text);
  return words === '' ? undefined : hashOf(words);
}

/** What a correction applies to: a query's words, or the identifiers and title of a sent record. */
export interface CorrectedQuery {
  readonly text: string;
  /** Equal for whatever one correction applies to. Undefined if there is nothing to compare. */
  readonly hash: string | undefined;
}

/** The words of a query as what a correction applies to. */
export function correctedWords(text: string): CorrectedQuery {
  return { text, hash: wordsHashOf(text) };
}

/** The identifiers and title of a record as what a correction applies to: in any spelling, each in its field. */
export function correctedRecord(
  identity: JsonObject,
  config: Pick<CollectionConfig, 'id_field' | 'id_match_fields'>,
): CorrectedQuery {
  const normal = Object.keys(identity)
    .sort()
    .map((field) => {
      const value = textOfRecord({ [field]: ownValue(identity, field) ?? null });
      const isIdentifier = field === config.id_field || config.id_match_fields.includes(field);
      return [field, isIdentifier ? squeeze(value) : sortedWords(value)];
    });
  const isEmpty = normal.every(([, value]) => value === '');
  return { text: textOfRecord(identity), hash: isEmpty ? undefined : hashOf(`record ${stringifyJson(normal)}`) };
}

/** The selected records, and the properties of the caller that decide which corrections apply. */
export function visibleCorrections(view: CollectionView, records: RecordSelection): VisibleCorrections {
  return { records, sliceHash: view.readSlice === null ? null : hashOf(sliceKey(view)) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Finds the corrections that apply to queries. The caller can see each chosen record. */
export async function findChosen(
  transaction: Transaction,
  visible: VisibleCorrections,
  queries: readonly CorrectedQuery[],
): Promise<Map<CorrectedQuery, Chosen>> {
  const hashes = new Set(queries.flatMap(({ hash }) => hash ?? []));
  const found = hashes.size === 0 ? [] : await findCorrections(transaction, visible, [...hashes]);
  return new Map(
    queries.flatMap((each) => {
      const { text, hash } = each;
      const [newest, ...others] = found
        .filter(({ words_hash }) => words_hash === hash)
        .map(({ external_id, query }) => ({ externalId: external_id, isSameText: isSameText(query, text) }));
      const forText = others.find(({ isSameText }) => isSameText);
      return newest === undefined ? [] : [[each, { ...newest, forText }] as const];
    }),
  );
}

function isSameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** A result with its id. */
interface Identified {
  readonly external_id: string;
}

/** Moves the chosen record to the front of result ids. */
export function chosenFirst(chosen: Chosen | undefined, ids: readonly string[]): string[] {
  return [...new Set([...(typeof chosen?.externalId === 'string' ? [chosen.externalId] : []), ...ids])];
}

/** Moves the chosen record to the front, if the records contain it. */
export function rowsChosenFirst<Row extends Identified>(chosen: Chosen | undefined, rows: readonly Row[]): Row[] {
  const isChosen = ({ external_id }: Row) => external_id === chosen?.externalId;
  return [...rows.filter(isChosen), ...rows.filter((row) => !isChosen(row))];
}

/** Whether exact matches are the answer. They are not if a person chose another record for the query. */
export function isAnswer(exact: readonly Identified[], chosen: Chosen | undefined): boolean {
  const id = chosen?.externalId ?? exact[0]?.external_id;
  return exact.some(({ external_id }) => external_id === id);
}

/**
 * Adjusts a verdict to a correction. It is `high` if the chosen record is first, and `none` if the correction says that
 * no record is correct.
 */
export function judgeChosen(verdict: Confidence, chosen: Chosen | undefined, firstId: string | undefined): Confidence {
  if (chosen?.externalId === null) {
    return 'none';
  }
  return chosen !== undefined && chosen.externalId === firstId ? 'high' : verdict;
}

/** Adds the correction to the reasons of a verdict. */
export function reasonsOf(
  chosen: Chosen | undefined,
  firstId: string | undefined,
  judged: { readonly confidence: Confidence; readonly reasons: readonly string[] },
): string[] {
  if (chosen?.externalId === null) {
    return ['A person chose none of the records for these words.'];
  }
  return chosen !== undefined && chosen.externalId === firstId
    ? ['A person chose this record for these words.']
    : [...judged.reasons];
}
