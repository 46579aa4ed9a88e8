import type { Chunk } from '../text/chunks.js';
import { isStrongCode } from '../text/codes.js';
import { writtenIdentifiers } from '../text/identifiers.js';
import { codeKey, identifierKey, wholeKey } from '../text/keys.js';
import type { IdentifierQuery, Quantities } from './named-identifiers.js';
import { quantitiesOf } from './quantities.js';
import { known, quality } from './vocabulary.js';

/** An address or telephone number with its position among the chunks and its terms. */
export type Located = ReturnType<typeof locate>[number];

/** The addresses, telephone numbers and quantities of a query. A quantity can precede a number: "5 0711-123456". */
export function readNumbers(query: IdentifierQuery): Quantities & { readonly written: Located[] } {
  const { folded, chunks } = query;
  const isKnown = ({ whole, near }: Located) => whole.length + near.length > 0;
  const written = locate(query).filter((located) => !isSeveral(located, query));
  const taken = new Set(
    written.filter(isKnown).flatMap(({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i)),
  );
  const quantities = quantitiesOf(query, taken);
  if (written.some(isKnown) || quantities.counting.size === 0) {
    return { ...quantities, written };
  }
  const without = [...quantities.counting].reduce((text, at) => {
    const { start, text: counting } = chunks[at] as Chunk;
    return text.slice(0, start) + ' '.repeat(counting.length) + text.slice(start + counting.length);
  }, folded);
  return { ...quantities, written: locate({ ...query, folded: without }) };
}

/** Least number of digits of a number that is a code, although no record has it as an identifier. */
const codeDigitsMin = 6;

function locate({ folded, chunks, index, phoneCountry }: IdentifierQuery) {
  return writtenIdentifiers(folded, phoneCountry).flatMap(({ start, end, queried, near: others, isMarked }) => {
    const first = chunks.findIndex((chunk) => chunk.start >= start);
    const after = chunks.findIndex((chunk) => chunk.start >= end);
    // In "1,299.00.10 kg", the digits behind the comma are inside of a chunk.
    if (first < 0 || first === after) {
      return [];
    }
    const whole = known(index, queried.flatMap(identifierKeys(quality.same)));
    const near = known(index, others.flatMap(identifierKeys(quality.extended)));
    // `isMarked`: its letters and digits alone are a different identifier.
    return [{ first, end: after < 0 ? chunks.length : after, whole, near, isMarked }];
  });
}

/** Whether a telephone number that no record has is rather several codes, of which some record has one. */
function isSeveral({ first, end, whole, isMarked }: Located, { chunks, index }: IdentifierQuery): boolean {
  const pieces = chunks.slice(first, end).map(({ text }) => text);
  const isKnown = (text: string) =>
    index.has(identifierKey(text)) || (text.length >= codeDigitsMin && index.has(codeKey(text)));
  const isEach = pieces.every((text) => /^\d+$/.test(text) && (isStrongCode(text) || isKnown(text)));
  return whole.length === 0 && !isMarked && pieces.length > 1 && isEach && pieces.some(isKnown);
}

function identifierKeys(quality: number): (spelling: string) => [key: number, quality: number][] {
  return (spelling) => [
    [identifierKey(spelling), quality],
    [wholeKey(spelling), quality],
  ];
}
