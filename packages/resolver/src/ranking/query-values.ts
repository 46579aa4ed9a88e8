import type { LexicalView } from '@tessera/search-engine';
import type { Chunk } from '../text/chunks.js';
import { isStrongCode } from '../text/codes.js';
import { codeKey, measureOfCode, repeatedKey, valueKey, wholeValue } from '../text/keys.js';
import { isPlain } from '../text/stop-words.js';
import type { NamedIdentifiers, Role } from './named-identifiers.js';

/** A query with more chunks is prose. Comparing its parts with whole values would cost more than it finds. */
const valueChunksMax = 40;

/** A part of a query that is the whole value of a field in some record. */
export interface PlanValue {
  readonly term: number;
  readonly repeated: number;
  /** The share of the query. */
  readonly share: number;
  /** Whether it is a code, and the query does not name it as an identifier. */
  readonly isCodeBeside: boolean;
}

/** Two numbers with a colon between them, such as a time of day. The term is that of both as one number. */
export interface PlanRatio {
  readonly text: string;
  /** -1 if no record has it. */
  readonly term: number;
}

/** The chunks of a query, with its identifiers. */
export interface QueryText {
  readonly chunks: readonly Chunk[];
  /** The same chunks, in which letters such as ü are spelled out. */
  readonly spelledOut: readonly Chunk[];
  readonly named: NamedIdentifiers;
}

/** The times of day and other ratios of a query. */
export function ratiosOf(folded: string, chunks: readonly Chunk[], index: LexicalView): PlanRatio[] {
  return chunks.flatMap((chunk, at) => {
    const next = chunks[at + 1]?.text ?? '';
    const text = `${chunk.text}:${next}`;
    return /^\d+:\d+$/.test(text) && folded.startsWith(text, chunk.start)
      ? [{ text, term: index.find(codeKey(chunk.text + next)) }]
      : [];
  });
}

/** Finds the longest whole value first, then values in the rest of the query. */
export function valuesOf({ chunks, spelledOut, named }: QueryText, index: LexicalView): PlanValue[] {
  const texts = spelledOut === chunks ? [chunks] : [chunks, spelledOut];
  const taken = new Array<boolean>(chunks.length).fill(false);
  const values: (Omit<PlanValue, 'share'> & { readonly length: number })[] = [];
  const isBeside = (role: Role) => role === 'beside';
  const shortest = chunks.length > valueChunksMax ? chunks.length : 1;
  for (let length = chunks.length; length >= shortest; length--) {
    for (let start = 0; start + length <= chunks.length; start++) {
      const end = start + length;
      if (taken.slice(start, end).some(Boolean)) {
        continue;
      }
      const spellings = texts.map((text) => wholeValue(text, start, end));
      const value = spellings.find((each) => each !== undefined && index.has(valueKey(each)));
      if (value !== undefined) {
        taken.fill(true, start, end);
        const isCode = /\d/.test(value) && isStrongCode(value) && measureOfCode(value) === undefined;
        values.push({
          term: index.find(valueKey(value)),
          repeated: index.find(repeatedKey(value)),
          length,
          isCodeBeside: isCode && named.roles.slice(start, end).every(isBeside),
        });
      }
    }
  }
  const content = chunks.filter(({ text }, i) => taken[i] || !isPlain(text)).length;
  return values.map(({ length, ...terms }) => ({ ...terms, share: length / content }));
}
