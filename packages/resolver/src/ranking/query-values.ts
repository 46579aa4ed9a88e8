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

/** Finds the longest whole value first, then values in the rest of the query. */
export function valuesOf(
  chunks: readonly Chunk[],
  { quantities: { counting } }: NamedIdentifiers,
  index: LexicalView,
): PlanValue[] {
  const taken = new Array<boolean>(chunks.length).fill(false);
  const values: (Omit<PlanValue, 'share'> & { readonly length: number })[] = [];
  for (const { key, start, end } of knownValues(chunks, index)) {
    if (!taken.slice(start, end).includes(true)) {
      taken.fill(true, start, end);
      values.push({ term: index.find(key), repeated: index.find(repeatedKey(key)), length: end - start });
    }
  }
  const content = chunks.filter(({ text }, i) => taken[i] || !(isPlain(text) || counting.has(i))).length;
  return values.map(({ length, ...terms }) => ({ ...terms, share: length / content }));
}

/** The parts of the query that are whole values of some record, the longest and first ones first. */
function knownValues(chunks: readonly Chunk[], index: LexicalView) {
  const values: { start: number; end: number; key: number }[] = [];
  for (const start of chunks.length > valueChunksMax ? [0] : chunks.keys()) {
    eachWholeValue(chunks, start, (end, key) => {
      if ((chunks.length <= valueChunksMax || end === chunks.length) && index.has(key)) {
        values.push({ start, end, key });
      }
    });
  }
  return values.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
}
