import type { Chunk } from '../text/chunks.js';
import { codeMax, isStrongCode, joinableEnd, runEnd, tradeNumbers } from '../text/codes.js';
import { dialledPhone, phoneSpellings } from '../text/identifiers.js';
import { identifierKey, joinChunks, tradeKey, valueKey, wholeKey } from '../text/keys.js';
import { isCounted, isVersioned } from '../text/quantities.js';
import { labels } from '../text/stop-words.js';
import type { IdentifierQuery, Quantities, Range } from './named-identifiers.js';
import { isSmallCount } from './quantities.js';
import { knownTerms } from './vocabulary.js';

/** Least number of digits of an undeclared number among words to name a record by its identifier. */
const numberDigitsMin = 6;

/** The longest code at `start` that some record has, possibly written with spaces: its end, and the terms of these records. */
export function knownCode(query: IdentifierQuery, start: number, { counting }: Quantities) {
  const { chunks } = query;
  const isStated = isAfterLabels(chunks, start);
  if (chunks[start]?.joint === 'tight' && !isStated) {
    return undefined;
  }
  const own = (from: number, to: number) => ownTerms(joinChunks(chunks, from, to), query);
  for (let end = joinableEnd(chunks, start); end > start; end--) {
    const whole = codeTerms(query, [start, end], isStated);
    if (whole.length > 0) {
      const last = end - 1;
      const shorter = withoutCount(query, [start, end], isStated);
      // "RS-42 5" is five pieces of RS-42, or RS-425.
      if (shorter.length > 0 && counting.has(last)) {
        return { end: last, whole: shorter, own: own(start, last) };
      }
      const unlabelled = withoutLabel(query, [start, end]);
      const owned = [...own(start, end), ...own(start, last), ...own(runEnd(chunks, start), end)];
      return { end, whole: [...whole, ...shorter, ...unlabelled], own: owned };
    }
  }
  return undefined;
}

/** Terms of the code without a small number at its end. */
function withoutCount(query: IdentifierQuery, [start, end]: Range, isStated: boolean): number[] {
  const { chunks, index } = query;
  const last = end - 1;
  if (last === start || chunks[last]?.joint === 'tight' || !isSmallCount.test(chunks[last]?.text ?? '')) {
    return [];
  }
  const value = knownTerms(index, [valueKey(joinChunks(chunks, start, last))]);
  return [...codeTerms(query, [start, last], isStated), ...value];
}

/** Terms of the code without its first word, which can be a label: "Re: 2024/0012". */
function withoutLabel(query: IdentifierQuery, [start, end]: Range): number[] {
  const { folded, chunks } = query;
  const behind = runEnd(chunks, start);
  const { start: at, text } = chunks[behind - 1] as Chunk;
  const isLabel = behind < end && /^[:#]\s/.test(folded.slice(at + text.length));
  return isLabel ? codeTerms(query, [behind, end], true) : [];
}

/** Terms of records that have a code as the whole value of a field. */
export function ownTerms(joined: string, { index }: IdentifierQuery): number[] {
  return knownTerms(index, [identifierKey(joined), valueKey(joined)]);
}

/** Whether only labels precede a chunk in its run, or the run before it ends in a label: "Art.-Nr. 15799", not "XR-NO-15799". */
function isAfterLabels(chunks: readonly Chunk[], start: number): boolean {
  let at = start - 1;
  while (labels.has(chunks[at]?.text ?? '') && chunks[at]?.joint === 'tight') {
    at--;
  }
  return labels.has(chunks[at]?.text ?? '');
}

/** Terms of records that have the chunks as a code. Chunks joined by punctuation are one code; a part is another one. */
function codeTerms(query: IdentifierQuery, [start, end]: Range, isStated: boolean): number[] {
  const isCode = query.chunks[end]?.joint !== 'tight' && isDistinct(query, [start, end], isStated);
  return isCode ? wholeTerms(joinChunks(query.chunks, start, end), query) : [];
}

/**
 * Whether chunks name a record's identifier among other words. A year, a size or a word may not, unless a label or
 * quantity word states that it is one.
 */
function isDistinct({ chunks, index }: IdentifierQuery, [start, end]: Range, isStated: boolean): boolean {
  // A cheap check first. Words contain no digits.
  if (chunks.slice(start, end).every(({ kind }) => kind === 'word')) {
    return false;
  }
  const joined = joinChunks(chunks, start, end);
  const isSpaced = runEnd(chunks, start) < end;
  // A number with a unit or pack word, or a word with a version that is not a declared code.
  const isWords = isCounted(joined) || (isVersioned(joined) && !index.has(identifierKey(joined)));
  const isNumber = /^\d+$/.test(joined) && joined.length < numberDigitsMin;
  return isStrongCode(joined) && !(isSpaced && isWords) && (isStated || !isNumber);
}

/** Terms of records that have a code. */
function wholeTerms(joined: string, { index, phoneCountry }: IdentifierQuery): number[] {
  if (joined.length > codeMax.characters) {
    return [];
  }
  const phone = dialledPhone(joined, phoneCountry);
  const spellings = [joined, ...(phone === undefined ? [] : phoneSpellings(phone).queried)].map(wholeKey);
  const same = knownTerms(index, [identifierKey(joined), ...spellings]);
  // If records have the code with these leading zeros, others with more or fewer zeros are different codes.
  return same.length > 0 ? same : knownTerms(index, tradeNumbers(joined).map(tradeKey));
}
