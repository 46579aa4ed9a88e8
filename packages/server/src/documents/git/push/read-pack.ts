import { type PackRead, type PackToRead, readPack } from '@tessera/git';
import { Spool } from '../../../platform/spool.js';

/** A pack in a file that another process can open by its path. */
export interface PackInFile extends PackToRead {
  readonly path: string;
}

/** Reads the pack in a file, with the contract of `readPack`. */
export function readPackInFile({ path, ...pack }: PackInFile): PackRead {
  const spool = new Spool(path);
  try {
    return readPack(spool, pack);
  } finally {
    spool.close();
  }
}
