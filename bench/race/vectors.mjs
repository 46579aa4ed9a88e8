/** Vectors that a peer is given: those that this service computes of the same records. */
import { builtinEmbedder } from '../../packages/resolver/dist/index.js';

/** The words of a record, as this service embeds them: ids, codes and numbers aside. */
export function textOf(record) {
  return Object.values(record)
    .filter((value) => typeof value === 'string' && value.includes(' '))
    .join('\n');
}

/** The vectors of records, in their order. */
export function vectorsOf(records) {
  return builtinEmbedder.embed(records.map(textOf));
}
