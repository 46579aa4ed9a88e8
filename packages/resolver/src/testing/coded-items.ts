import { CollectionIndex } from '../collection-index.js';

/** A record by its id, title and codes. */
export type Item = readonly [id: string, title: string, ...codes: string[]];

/** Creates an index of titles and codes. The codes are declared identifiers, or lines of the text. */
export function indexOf(items: readonly Item[], isDeclared: boolean): CollectionIndex {
  const index = new CollectionIndex({ embedderId: 'none' });
  for (const [id, title, ...codes] of items) {
    const text = isDeclared ? title : [title, ...codes].join('\n');
    index.upsert({ externalId: id, text, identifiers: isDeclared ? [id, ...codes] : [id], vector: null });
  }
  return index;
}

/** Searches without vectors. Returns the verdict with its reasons, and the ids of up to 5 records. */
export function resolve(index: CollectionIndex, text: string) {
  const { hits, verdict, reasons } = index.search({ text, vector: null, limit: 5 });
  return { text, verdict, first: hits[0]?.externalId, ids: hits.map(({ externalId }) => externalId), reasons };
}
