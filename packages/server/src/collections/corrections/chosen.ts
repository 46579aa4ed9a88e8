import { createHash } from 'node:crypto';
import type { Confidence } from '@tessera/contract';
import { sortedWords } from '@tessera/resolver';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionView, sliceKey } from '../access/view.js';
import type { RecordSelection } from '../records/queries.js';
import { findCorrections, type VisibleCorrections } from './queries.js';

/** What a person chose for the words of a query. */
export interface Chosen {
  /** The record that is meant; null: none. */
  readonly externalId: string | null;
  /** Whether it was chosen for the same text, case aside, and what was last chosen for that. */
  readonly isSameText: boolean;
  readonly forText?: Chosen | undefined;
}

/** What applies of a choice: a query that equals an id or identifier is captured only by a correction of the same text. */
export function chosenFor(chosen: Chosen | undefined, isIdentifier: boolean): Chosen | undefined {
  return isIdentifier && chosen?.isSameText === false ? chosen.forText : chosen;
}

/** What queries with the same words have in common; undefined for a text without words. */
export function wordsHashOf(text: string): string | undefined {
  const words = sortedWords(text);
  return words === '' ? undefined : hashOf(words);
}

/** Records, with what decides which corrections apply to the caller who looks at them. */
export function visibleCorrections(view: CollectionView, records: RecordSelection): VisibleCorrections {
  return { records, sliceHash: view.readSlice === null ? null : hashOf(sliceKey(view)) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** What was chosen for texts, of those whose words a correction applies to. A chosen record is among the visible ones. */
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

/** A record of an answer. */
interface Identified {
  readonly external_id: string;
}

/** Ids of results, that of the chosen record first. */
export function chosenFirst(chosen: Chosen | undefined, ids: readonly string[]): string[] {
  return [...new Set([...(typeof chosen?.externalId === 'string' ? [chosen.externalId] : []), ...ids])];
}

/** Records, the chosen one first where it is among them. */
export function rowsChosenFirst<Row extends Identified>(chosen: Chosen | undefined, rows: readonly Row[]): Row[] {
  const isChosen = ({ external_id }: Row) => external_id === chosen?.externalId;
  return [...rows.filter(isChosen), ...rows.filter((row) => !isChosen(row))];
}

/** Whether the records that a query equals are its answer: not where a person chose another one. */
export function isAnswer(exact: readonly Identified[], chosen: Chosen | undefined): boolean {
  const id = chosen?.externalId ?? exact[0]?.external_id;
  return exact.some(({ external_id }) => external_id === id);
}

/** What a verdict becomes by what a person chose: `high` where that is the first result, `none` where it is none of them. */
export function judgeChosen(verdict: Confidence, chosen: Chosen | undefined, firstId: string | undefined): Confidence {
  if (chosen?.externalId === null) {
    return 'none';
  }
  return chosen !== undefined && chosen.externalId === firstId ? 'high' : verdict;
}

/** Why a verdict is as `judgeChosen` says. */
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
