import { chunksOf } from '../text/chunks.js';
import { codeMax } from '../text/codes.js';
import { measureOfCode } from '../text/keys.js';
import { mentionIn } from '../text/spans.js';
import { fold, squeeze } from '../text/words.js';

/**
 * How the codes of a sent record agree with those of a stored one: one is the `same`, all are `other` codes, `unknown` if
 * the stored one has no code, `none` if the sent one has none.
 */
export type CodeAgreement = 'same' | 'other' | 'unknown' | 'none';

/** What of a record can contain codes. */
export interface Coded {
  readonly title: string;
  readonly identifiers: readonly string[];
}

/** Minimum characters of a code in a title. Shorter ones name a series, such as "S-310". */
const lengthMin = 5;

/** Compares the codes in titles and identifiers. A longer code is another one. */
export function compareCodes(sent: Coded, stored: Coded): CodeAgreement {
  const [ours, theirs] = [codesOf(sent), codesOf(stored)];
  const isInOne = isInside(ours, ownTokens(stored.title)) || isInside(theirs, ownTokens(sent.title));
  if (isInOne || [...ours].some((code) => theirs.has(code))) {
    return 'same';
  }
  return ours.size === 0 ? 'none' : theirs.size === 0 ? 'unknown' : 'other';
}

/** The words of a title before those that say what the thing is for. */
function ownTokens(title: string): string[] {
  const folded = fold(title);
  const chunks = chunksOf(folded);
  const { from = chunks.length } = mentionIn({ folded, chunks }) ?? {};
  return folded.slice(0, chunks[from]?.start).split(/[\s,;()[\]|]+/);
}

function codesOf({ title, identifiers }: Coded): Set<string> {
  const inTitle = ownTokens(title)
    .filter((token) => !/^\d{1,3}(?:-\p{L}+|[/.]\d.*)$/u.test(token))
    .map(squeeze)
    .filter(isCode);
  return new Set([...inTitle, ...identifiers.map(squeeze).filter((code) => code !== '')]);
}

function isCode(token: string): boolean {
  const isSize = measureOfCode(token) !== undefined || /^\d+(?:[a-z]|x\d+)$/.test(token);
  return /\d/.test(token) && token.length >= lengthMin && !isSize;
}

/** Whether a title contains one of the codes, perhaps apart, such as "PS-LX 350 H" for "PSLX350H". */
function isInside(codes: ReadonlySet<string>, tokens: readonly string[]): boolean {
  const words = tokens.map(squeeze).filter((word) => word !== '');
  const lengths = Array.from({ length: codeMax.chunks }, (_, i) => i + 1);
  const joined = new Set(words.flatMap((_, at) => lengths.map((length) => words.slice(at, at + length).join(''))));
  return [...codes].some((code) => code.length >= lengthMin && /\d/.test(code) && joined.has(code));
}
