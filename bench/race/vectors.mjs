/** The vectors that this service computes of the same records, for peers. */
import { builtinEmbedder } from '../../packages/resolver/dist/index.js';

/** The words of a record that this service embeds: without ids, codes and numbers. */
export function textOf(record) {
  return Object.values(record)
    .filter((value) => typeof value === 'string' && value.includes(' '))
    .join('\n');
}

/** The vectors of records, in their order. */
export function vectorsOf(records) {
  return builtinEmbedder.embed(records.map(textOf));
}
