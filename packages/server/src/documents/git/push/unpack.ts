import {
  InvalidObjectError,
  type PackBase,
  type PackLimits,
  type PackRead,
  pushInParts,
  type ReceivedObjects,
  unpack,
} from '@tessera/git';
import { Pauses } from '../../../platform/pauses.js';
import type { Spool } from '../../../platform/spool.js';
import type { Outcome } from '../../isolation/isolated-process.js';
import type { PackInFile } from './read-pack.js';

/** Reads a pack in another process, with the contract of `readPackInFile`. */
export type ReadElsewhere = (pack: PackInFile) => Promise<Outcome<PackRead>>;

/** A spool that ends with a pack. `basesOf` returns stored objects, in batches that fit into memory. */
export interface SpooledPack {
  readonly spool: Spool;
  readonly packAt: number;
  readonly limits: PackLimits;
  readonly basesOf: (ids: readonly string[]) => AsyncIterable<PackBase>;
}

/**
 * Unpacks the pack of a push into its spool, in another process. Throws `InvalidObjectError` for a pack that is refused,
 * takes too long, or whose bases are too large.
 */
export function unpackElsewhere({ spool, ...pack }: SpooledPack, read: ReadElsewhere): Promise<ReceivedObjects> {
  return unpack({ ...pack, file: spool, pauses: new Pauses() }, async (given) => {
    const outcome = await read({ ...given, path: spool.path });
    if ('lost' in outcome) {
      const what = outcome.lost !== 'failed' ? 'takes too long to unpack' : 'cannot be unpacked';
      throw new InvalidObjectError(`the push ${what}: ${pushInParts}`);
    }
    return outcome.answer;
  });
}
