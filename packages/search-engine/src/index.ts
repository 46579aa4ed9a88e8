export * from './bitset.js';
export * from './filter/index.js';
export { type PackedTerms, packTerms } from './lexical/entries.js';
export { LexicalIndex, type Occurrences, type WeightedTerm } from './lexical/lexical-index.js';
export { LexicalView, postingsBudget } from './lexical/lexical-view.js';
export * from './order.js';
export { type Neighbour, VectorStore } from './scan/vector-store.js';
export * from './top-list.js';
export * from './vector.js';
