import { InvalidObjectError, pushInParts } from '../objects/objects.js';
import type { Pauses } from '../pauses.js';
import type { PackLimits } from './budget.js';
import type { PackFile } from './file.js';
import type { PackBase, PackRead, PackToRead, SpooledBase } from './read.js';
import { ReceivedObjects } from './received.js';

/** Reads a pack with the contract of `readPack`, for example in another process. */
export type ReadElsewhere = (pack: PackToRead) => Promise<PackRead>;

/** A temporary file that ends with a pack. */
export interface SpooledPack {
  readonly file: PackFile;
  readonly packAt: number;
  readonly limits: PackLimits;
  readonly pauses: Pauses;
  /** Returns the stored objects with these ids, in batches that fit into memory. */
  readonly basesOf: (ids: readonly string[]) => AsyncIterable<PackBase>;
}

/**
 * Unpacks the pack of a push into its temporary file. Throws `InvalidObjectError` for a pack that is refused or whose
 * bases are too large.
 */
export async function unpack(
  { file, packAt, limits, pauses, basesOf }: SpooledPack,
  read: ReadElsewhere,
): Promise<ReceivedObjects> {
  const pack = { start: packAt, end: file.bytes, limits };
  const first = accepted(await read(pack));
  if ('spooled' in first) {
    return ReceivedObjects.from(file, first.spooled, pauses);
  }
  const bases: SpooledBase[] = [];
  let bytes = 0;
  for await (const { oid, kind, size, pieces } of basesOf(first.needs)) {
    bytes += size;
    if (bytes > limits.inflatedBytes) {
      throw new InvalidObjectError(`the push builds on more than ${limits.inflatedBytes} bytes: ${pushInParts}`);
    }
    const at = file.bytes;
    for await (const piece of pieces) {
      file.append(piece);
    }
    bases.push({ hex: oid.toString('hex'), kind, at, bytes: size });
  }
  const second = accepted(await read({ ...pack, bases }));
  if ('spooled' in second) {
    return ReceivedObjects.from(file, second.spooled, pauses);
  }
  throw new Error('a pack that was given what it builds on needs more');
}

function accepted(read: PackRead): Exclude<PackRead, { problem: string }> {
  if ('problem' in read) {
    throw new InvalidObjectError(read.problem);
  }
  return read;
}
