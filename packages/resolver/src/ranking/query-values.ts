import type { LexicalView } from '@tessera/search-engine';
import type { Chunk } from '../text/chunks.js';
import { repeatedKey, valueKey, wholeValue } from '../text/keys.js';
import { isPlain } from '../text/stop-words.js';
import type { NamedIdentifiers } from './named-identifiers.js';

/** A query with more chunks is prose. Comparing its parts with whole values would cost more than it finds. */
const valueChunksMax = 40;

/** A part of a query that is the whole value of a field in some record. */
export interface PlanValue {
  readonly term: number;
  readonly repeated: number;
  /** The share of the query. */
  readonly share: number;
}

/** The chunks of a query, with its identifiers. */
export interface QueryText {
  readonly chunks: readonly Chunk[];
  /** The same chunks, in which letters such as ü are spelled out. */
  readonly spelledOut: readonly Chunk[];
  readonly named: NamedIdentifiers;
}

/** Finds the longest whole value first, then values in the rest of the query. */
export function valuesOf({ chunks, spelledOut, named }: QueryText, index: LexicalView): PlanValue[] {
  const texts = spelledOut === chunks ? [chunks] : [chunks, spelledOut];
  const taken = new Array<boolean>(chunks.length).fill(false);
  const values: (Omit<PlanValue, 'share'> & { readonly length: number })[] = [];
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
        values.push({
          term: index.find(valueKey(value)),
          repeated: index.find(repeatedKey(value)),
          length,
        });
      }
    }
  }
  const { counting } = named.quantities;
  const content = chunks.filter(({ text }, i) => taken[i] || !(isPlain(text) || counting.has(i))).length;
  return values.map(({ length, ...terms }) => ({ ...terms, share: length / content }));
}
