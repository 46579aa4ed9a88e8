export * from './bitset.js';
export * from './collection-index.js';
export { builtinEmbedder, builtinEmbedders } from './embedding/builtin-embedder.js';
export type { Embedder } from './embedding/embedder.js';
export * from './filter/index.js';
export * from './json.js';
export type { Verdict } from './ranking/rules.js';
export type { Explanation } from './ranking/verdict.js';
export { cosine, decodeVector, encodeVector } from './vector.js';
