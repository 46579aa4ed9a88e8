import type { LexicalView } from '@tessera/search-engine';
import { type Chunk, isUnspaced } from '../text/chunks.js';
import { isMixed, isStrongCode } from '../text/codes.js';
import { codeKey, identifierKey, valueKey } from '../text/keys.js';
import { isGluedQuantity, quantityLinks, quantitySigns, quantityWords } from '../text/quantities.js';
import { labels } from '../text/stop-words.js';
import { squeeze } from '../text/words.js';
import type { IdentifierQuery, Quantities } from './named-identifiers.js';

/** A number that can be a quantity without a unit. */
export const isSmallCount = /^\d{1,3}$/;
/** A quantity has at most five digits. */
const count = /^\d{1,5}$/;
/** Four or five digits that are not a round number, as sizes often are, or more: more likely a code than a quantity. */
export const codeNumber = /^(?:\d{3}[1-9]|\d{3}(?:\d[1-9]|[1-9]0)|\d{6,})$/;

/** Whether a record has a squeezed code, as its identifier or in a text. */
function isKnownCode(code: string, index: LexicalView): boolean {
  return index.has(identifierKey(code)) || index.has(codeKey(code));
}

/** The number next to a quantity word that is the quantity. Undefined if it could be either one. */
function quantityOf(pair: readonly [number, number], chunks: readonly Chunk[], index: LexicalView): number | undefined {
  const [first, second] = pair.map((at) => chunks[at] as Chunk) as [Chunk, Chunk];
  const isCode = [first, second].map(({ text }) => codeNumber.test(text));
  if (isCode[0] !== isCode[1]) {
    return isCode[0] ? pair[1] : pair[0];
  }
  const [one, other] = [first, second].map(({ text }) => index.has(identifierKey(text)));
  if (one && other) {
    return undefined;
  }
  const isFirst = one === other ? first.text.length <= second.text.length : !one;
  return isFirst ? pair[0] : pair[1];
}

/** Finds the quantities of a query ("500 x", "12 pcs", "qty 3", "500x"), except in the chunks that are `taken`. */
export function quantitiesOf(query: IdentifierQuery, taken: ReadonlySet<number>): Quantities {
  const { chunks, index } = query;
  const counting = new Set<number>();
  let isOpen = false;
  const isNumber = (at: number) => isCountAt(chunks, at) && !counting.has(at) && !taken.has(at);
  const numbersOf = ({ left, right }: Side) => [left, right].filter(isNumber);
  const sides = sidesOf(query);
  // Words with only one number are handled first, so that their number is not assigned to another word.
  for (const side of sides.toSorted((a, b) => numbersOf(a).length - numbersOf(b).length)) {
    const [first, second] = numbersOf(side);
    if (first === undefined) {
      continue;
    }
    const quantity = second === undefined ? first : quantityOf([first, second], chunks, index);
    for (const at of side.words) {
      counting.add(at);
    }
    if (quantity === undefined) {
      isOpen = true;
    } else {
      counting.add(quantity);
    }
  }
  chunks.forEach(({ text, joint }, at) => {
    // "ST1" can also be an identifier, and "-X3" the end of one.
    const isCode = joint === 'tight' || index.has(identifierKey(text)) || index.has(valueKey(text));
    if (isGluedQuantity(text) && !taken.has(at) && !isCode) {
      counting.add(at);
    }
  });
  return { counting, isOpen };
}

function textAt(chunks: readonly Chunk[], at: number): string {
  return chunks[at]?.text ?? '';
}

/** Whether a number can be a quantity. In "HB-M8-20 qty 3", the 20 cannot, because it is part of a code. */
function isCountAt(chunks: readonly Chunk[], at: number): boolean {
  const chunk = chunks[at];
  const isEnd = chunks[at + 1]?.joint !== 'tight' || quantityWords.has(textAt(chunks, at + 1));
  return chunk?.kind === 'number' && count.test(chunk.text) && chunk.joint !== 'tight' && isEnd;
}

/** The positions of a quantity word, and those to its left and right. A sign between two chunks has no position. */
type Side = ReturnType<typeof sidesOf>[number];

function sidesOf({ folded, chunks }: IdentifierQuery) {
  return chunks.flatMap(({ text, start, joint }, at) => {
    const before = chunks[at - 1];
    const between = before === undefined ? '' : folded.slice(before.start + before.text.length, start);
    const isLinked = quantityLinks.has(textAt(chunks, at + 1)) && isCountAt(chunks, at + 2);
    return [
      ...(quantitySigns.test(between) ? [{ words: [], left: at - 1, right: at }] : []),
      ...(quantityWords.has(text) && (joint !== 'tight' || isCountAt(chunks, at - 1))
        ? [{ words: [at], left: at - 1, right: isLinked ? at + 2 : at + 1 }]
        : []),
    ];
  });
}

const longestFirst = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join('|');
const words = longestFirst(quantityWords);
const behind = new RegExp(`^(?<code>.*?[\\p{L}\\p{N}])(${words})(\\d{1,3})$`, 'iu');
const before = new RegExp(`^(\\d{1,3})(${words})(?<code>[\\p{L}\\p{N}].*)$`, 'iu');
/** In scripts without spaces, the code is a chunk of its own. */
const spacedLabels = [...labels].filter((label) => !isUnspaced(label));
const labelled = new RegExp(`^(${longestFirst(spacedLabels)})(?<code>[\\p{L}\\p{N}].*)$`, 'iu');
const tokens = /[^\s,;()"“”„«»]+/g;
/** Separators between the codes in one token. */
const codeSeparators = /[/|+&]/;
/**
 * Separates a quantity from a code: "15799x3" becomes "15799 x 3". Only if records have the code, but not the whole.
 * `isOpen`: a quantity could also be part of a longer code that no record has, as in "VS12x3".
 */
export function splitGluedQuantities(text: string, index: LexicalView) {
  let isOpen = false;
  const split = text.replace(tokens, (token) => {
    if (!/\d/.test(token)) {
      return token;
    }
    const codes = token.split(codeSeparators);
    if (codes.length > 1 && areCodes(codes, token, index)) {
      // In "T-62897/3", the 3 can be a part of the code.
      isOpen ||=
        /\p{L}/u.test(token) && codes.some((code) => isSmallCount.test(code) && !index.has(identifierKey(code)));
      return codes.join(' / ');
    }
    for (const expression of [behind, before, labelled]) {
      const match = expression.exec(token);
      const code = squeeze(match?.groups?.code ?? '');
      if (match !== null && isKnownAlone(code, squeeze(token), index)) {
        isOpen ||= !codeNumber.test(code) || expression === labelled;
        return match.slice(1).join(' ');
      }
    }
    return token;
  });
  return { text: split, isOpen };
}

/** Whether the parts of a token are codes: records have one of them, but not the whole, as in "HN-220-L/HN-220-R". */
function areCodes(parts: readonly string[], token: string, index: LexicalView): boolean {
  const isKnown = (text: string) => isKnownCode(squeeze(text), index);
  const isNumber = (text: string) => /^\d+$/.test(squeeze(text));
  const isCode = (text: string) => /\d/.test(text) && (isStrongCode(squeeze(text)) || (isMixed(text) && isKnown(text)));
  // "12/QX-3368" is record 12 and a code; "12/3368" can be one number.
  const isEach = parts.every((part) => isCode(part) || (isNumber(part) && isKnown(part) && parts.some(isMixed)));
  return isEach && parts.some(isKnown) && !isKnown(token);
}

function isKnownAlone(code: string, whole: string, index: LexicalView): boolean {
  const isCode = /^\d+$/.test(code)
    ? codeNumber.test(code) && isKnownCode(code, index)
    : isMixed(code) && (index.has(identifierKey(code)) || (isStrongCode(code) && index.has(codeKey(code))));
  return isCode && !isKnownCode(whole, index);
}
