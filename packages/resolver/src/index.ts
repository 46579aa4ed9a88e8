export * from './collection-index.js';
export { builtinEmbedder, builtinEmbedders } from './embedding/builtin-embedder.js';
export type { Embedder } from './embedding/embedder.js';
export { meaningTable } from './embedding/meaning-table.js';
export type { Verdict } from './ranking/rules.js';
export type { Explanation } from './ranking/verdict.js';
export { searchedMax, searchedPart } from './text/searched-part.js';
export { sortedWords } from './text/sorted-words.js';
export { Synonyms } from './text/synonyms.js';
