export * from './bitset.js';
export * from './filter/index.js';
export type { RecordTerms } from './lexical/entries.js';
export { type Holdings, LexicalIndex, type WeightedTerm } from './lexical/lexical-index.js';
export { LexicalView } from './lexical/lexical-view.js';
export * from './order.js';
export { VectorStore } from './scan/vector-store.js';
export * from './top-list.js';
export * from './vector.js';
