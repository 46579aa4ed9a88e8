export * from './bitset.js';
export * from './json.js';
export { cosine, decodeVector, encodeVector } from './vector.js';
export * from './filter/index.js';
