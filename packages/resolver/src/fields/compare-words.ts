import { chunksOf } from '../text/chunks.js';
import { spellOut } from '../text/words.js';
import { type Agreement, bestAgreement } from './field-value.js';

/** Two strings are close if they share at least this part of their words. */
const closeShare = 0.6;
/** Minimum letters of a word in which one typo is accepted, and of a word in which two are accepted. */
const mistypedFrom = { once: 3, twice: 8 } as const;
const wordsMax = 40;

/**
 * Compares two strings by their words in any order: `yes` for the same words, `close` if a word is mistyped,
 * abbreviated or missing. Typos in numbers are not accepted: a different number is a contradiction.
 */
export function compareWords(sent: string, stored: string): Agreement {
  const spellingsOf = (text: string) => [text, spellOut(text) ?? []].flat();
  return bestAgreement(spellingsOf(sent), spellingsOf(stored), compared);
}

function compared(sent: string, stored: string): Agreement {
  const [left, right] = [wordsOf(sent), wordsOf(stored)];
  if (left.length === 0 || right.length === 0) {
    return sent.trim() === stored.trim() ? 'yes' : 'no';
  }
  if (left.join('') === right.join('')) {
    return 'yes';
  }
  const { paired, left: leftAlone, right: rightAlone, isExact } = pairWords(left, right);
  if (isExact) {
    return 'yes';
  }
  const isOtherNumber = leftAlone.some(hasDigit) && rightAlone.some(hasDigit);
  const isPart = leftAlone.length === 0 || rightAlone.length === 0;
  const share = (2 * paired.length) / (left.length + right.length);
  return !isOtherNumber && paired.length > 0 && (isPart || share >= closeShare) ? 'close' : 'no';
}

/** The words of two strings that are the same or similar, and the others of both. `isExact`: all words are the same. */
export function pairWords(left: readonly string[], right: readonly string[]) {
  const [same, leftOther, rightOther] = pairOff(left, right, (one, other) => one === other);
  const [similar, leftAlone, rightAlone] = pairOff(leftOther, rightOther, isSimilar);
  const isExact = leftOther.length === 0 && rightOther.length === 0;
  return { paired: [...same, ...similar], left: leftAlone, right: rightAlone, isExact };
}

/** The folded words of a text. */
export function wordsOf(text: string): string[] {
  return chunksOf(text)
    .slice(0, wordsMax)
    .map((chunk) => chunk.text);
}

/**
 * Pairs the words of two lists; each word is used once. Returns the paired words of the first list, and the remaining
 * words of both.
 */
function pairOff(
  left: readonly string[],
  right: readonly string[],
  isPair: (one: string, other: string) => boolean,
): [paired: string[], left: string[], right: string[]] {
  const [paired, alone]: [string[], string[]] = [[], []];
  const rest = [...right];
  for (const one of left) {
    const at = rest.findIndex((other) => isPair(one, other));
    (at < 0 ? alone : paired).push(one);
    rest.splice(at, at < 0 ? 0 : 1);
  }
  return [paired, alone, rest];
}

/** Whether two words can be the same one, mistyped or abbreviated. */
function isSimilar(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const isAbbreviated = long.startsWith(short) && (short.length === 1 || short.length >= mistypedFrom.once);
  return !(hasDigit(one) || hasDigit(other)) && (isAbbreviated || isMistyped(one, other));
}

/** Whether two words without digits differ by a typo, or two in a long word. */
export function isMistyped(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  const edits = length >= mistypedFrom.twice ? 2 : length >= mistypedFrom.once ? 1 : 0;
  return !(hasDigit(one) || hasDigit(other)) && isWithinEdits(one, other, edits);
}

function hasDigit(word: string): boolean {
  return /\p{N}/u.test(word);
}

/** Whether at most `edits` dropped, added, changed or swapped letters turn one word into the other. */
export function isWithinEdits(one: string, other: string, edits: number): boolean {
  if (one === other) {
    return true;
  }
  if (edits === 0 || Math.abs(one.length - other.length) > edits) {
    return false;
  }
  let at = 0;
  while (at < one.length && one[at] === other[at]) {
    at += 1;
  }
  const [left, right] = [one.slice(at), other.slice(at)];
  const rest = edits - 1;
  return (
    isWithinEdits(left.slice(1), right.slice(1), rest) ||
    isWithinEdits(left.slice(1), right, rest) ||
    isWithinEdits(left, right.slice(1), rest) ||
    (left.length > 1 &&
      left[0] === right[1] &&
      left[1] === right[0] &&
      isWithinEdits(left.slice(2), right.slice(2), rest))
  );
}
