import type { LexicalView } from '@tessera/search-engine';
import type { Chunk } from '../text/chunks.js';
import { eachWholeValue, repeatedKey } from '../text/keys.js';
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
  const taken = new Array<boolean>(chunks.length).fill(false);
  const values: (Omit<PlanValue, 'share'> & { readonly length: number })[] = [];
  for (const { key, start, end } of knownValues(spelledOut === chunks ? [chunks] : [chunks, spelledOut], index)) {
    if (!taken.slice(start, end).includes(true)) {
      taken.fill(true, start, end);
      values.push({ term: index.find(key), repeated: index.find(repeatedKey(key)), length: end - start });
    }
  }
  const { counting } = named.quantities;
  const content = chunks.filter(({ text }, i) => taken[i] || !(isPlain(text) || counting.has(i))).length;
  return values.map(({ length, ...terms }) => ({ ...terms, share: length / content }));
}

/** The parts of the query that are whole values of some record, the longest and first ones first. */
function knownValues(texts: readonly (readonly Chunk[])[], index: LexicalView) {
  const found = texts.flatMap((text, spelling) => {
    const starts = text.length > valueChunksMax ? [0] : text.keys();
    const values: { key: number; spelling: number; start: number; end: number }[] = [];
    for (const start of starts) {
      eachWholeValue(text, start, (end, key) => {
        if ((text.length <= valueChunksMax || end === text.length) && index.has(key)) {
          values.push({ key, spelling, start, end });
        }
      });
    }
    return values;
  });
  return found.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start || a.spelling - b.spelling);
}
