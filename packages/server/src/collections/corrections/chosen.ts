import { createHash } from 'node:crypto';
import type { Confidence } from '@tessera/contract';
import { sortedWords } from '@tessera/resolver';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionView, sliceKey } from '../access/view.js';
import type { RecordSelection } from '../records/queries.js';
import { findCorrections, type VisibleCorrections } from './queries.js';

/** The correction that applies to a query. */
export interface Chosen {
  /** The chosen record; null if none is correct. */
  readonly externalId: string | null;
  /**
   * Whether the correction was made for the same text, ignoring case. Such a correction is the latest for that text.
   */
  readonly isSameText: boolean;
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
  texts: readonly string[],
): Promise<Map<string, Chosen>> {
  const hashes = new Map(texts.flatMap((text) => pairOf(text, wordsHashOf(text))));
  const found = await findCorrections(transaction, visible, [...new Set(hashes.values())]);
  return new Map(
    [...hashes].flatMap(([text, hash]) => {
      const [newest, ...others] = found
        .filter(({ words_hash }) => words_hash === hash)
        .map(({ external_id, query }) => ({ externalId: external_id, isSameText: isSameText(query, text) }));
      const forText = others.find(({ isSameText }) => isSameText);
      return newest === undefined ? [] : [[text, { ...newest, forText }] as const];
    }),
  );
}

function isSameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function pairOf(text: string, hash: string | undefined): [text: string, hash: string][] {
  return hash === undefined ? [] : [[text, hash]];
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
