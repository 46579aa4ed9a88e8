import type { Spool } from '../../../platform/spool.js';
import type { Outcome } from '../../isolation/isolated-process.js';
import { InvalidObjectError, pushInParts } from '../../model/git-objects.js';
import type { PackLimits } from './budget.js';
import type { PackBase, PackRead, PackToRead, SpooledBase } from './read.js';
import { ReceivedObjects } from './received.js';

/** Reads a pack in another process, with the contract of `readPack`. */
export type ReadElsewhere = (pack: PackToRead) => Promise<Outcome<PackRead>>;

/** A temporary file that ends with a pack. */
export interface SpooledPack {
  readonly spool: Spool;
  readonly packAt: number;
  readonly limits: PackLimits;
  /** Returns the stored objects with these ids, in batches that fit into memory. */
  readonly basesOf: (ids: readonly string[]) => AsyncIterable<PackBase>;
}

/**
 * Unpacks the pack of a push into its temporary file. Throws `InvalidObjectError` for a pack that is refused, takes too
 * long, or whose bases are too large.
 */
export async function unpack({ spool, packAt, limits, basesOf }: SpooledPack, read: ReadElsewhere) {
  const pack = { path: spool.path, start: packAt, end: spool.bytes, limits };
  const first = answerOf(await read(pack));
  if ('spooled' in first) {
    return ReceivedObjects.from(spool, first.spooled);
  }
  const bases: SpooledBase[] = [];
  let bytes = 0;
  for await (const { oid, kind, size, pieces } of basesOf(first.needs)) {
    bytes += size;
    if (bytes > limits.inflatedBytes) {
      throw new InvalidObjectError(`the push builds on more than ${limits.inflatedBytes} bytes: ${pushInParts}`);
    }
    const at = spool.bytes;
    for await (const piece of pieces) {
      spool.append(piece);
    }
    bases.push({ hex: oid.toString('hex'), kind, at, bytes: size });
  }
  const second = answerOf(await read({ ...pack, bases }));
  if ('spooled' in second) {
    return ReceivedObjects.from(spool, second.spooled);
  }
  throw new Error('a pack that was given what it builds on needs more');
}

function answerOf(outcome: Outcome<PackRead>): Exclude<PackRead, { problem: string }> {
  if ('lost' in outcome) {
    const what = outcome.lost !== 'failed' ? 'takes too long to unpack' : 'cannot be unpacked';
    throw new InvalidObjectError(`the push ${what}: ${pushInParts}`);
  }
  if ('problem' in outcome.answer) {
    throw new InvalidObjectError(outcome.answer.problem);
  }
  return outcome.answer;
}
