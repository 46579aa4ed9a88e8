import type { LexicalView } from '@tessera/search-engine';
import type { Chunk } from '../text/chunks.js';
import { eachWholeValue, repeatedKey } from '../text/keys.js';
import { isPlain } from '../text/stop-words.js';
import type { NamedIdentifiers } from './named-identifiers.js';

/** A query with more chunks is prose. Comparing its parts with whole values would cost more than it finds. */
const valueChunksMax = 40;

/**
 * The parts of a query that are whole values of fields in some record: the longest value first, then values in the rest of
 * the query. `repeated` is the term of records in which two fields have the value; -1 if there is none.
 */
export function valuesOf(chunks: readonly Chunk[], { counting }: NamedIdentifiers, index: LexicalView) {
  const found: { start: number; end: number; key: number }[] = [];
  for (const start of chunks.length > valueChunksMax ? [] : chunks.keys()) {
    eachWholeValue(chunks, start, (end, key) => {
      if (index.has(key)) {
        found.push({ start, end, key });
      }
    });
  }
  const taken = new Array<boolean>(chunks.length).fill(false);
  const values = found
    .sort((a, b) => b.end - b.start - (a.end - a.start))
    .filter(({ start, end }) => {
      const isFree = !taken.slice(start, end).includes(true);
      taken.fill(true, start, isFree ? end : start);
      return isFree;
    });
  const content = chunks.filter(({ text }, i) => taken[i] || !(isPlain(text) || counting.has(i))).length;
  return values.map(({ start, end, key }) => ({
    term: index.find(key),
    repeated: index.find(repeatedKey(key)),
    /** The share of the query. */
    share: (end - start) / content,
  }));
}
