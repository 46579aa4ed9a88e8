import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Header } from 'tar';

/** A file of an archive, with its content as a stream. */
export interface ArchiveEntry {
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array | string>;
}

const blockBytes = 512;

/**
 * Creates a gzipped tarball of the entries. In a tarball, the size of an entry precedes its content, so each entry is
 * first written to a temporary file in `folder`. Memory use is limited, and the disk needs space for the largest entry.
 */
export async function* packEntries(
  entries: AsyncIterable<ArchiveEntry>,
  { folder, at }: { readonly folder: string; readonly at: Date },
): AsyncGenerator<Uint8Array> {
  const spool = await mkdtemp(join(folder, 'export-'));
  try {
    const source = Readable.from(tarOf(entries, { file: join(spool, 'entry'), at }), { objectMode: false });
    const gzip = createGzip();
    source.once('error', (error) => gzip.destroy(error));
    yield* source.pipe(gzip);
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}

async function* tarOf(
  entries: AsyncIterable<ArchiveEntry>,
  { file, at }: { readonly file: string; readonly at: Date },
): AsyncGenerator<Uint8Array> {
  for await (const { path, content } of entries) {
    await pipeline(content, createWriteStream(file, { mode: 0o600 }));
    const { size } = await stat(file);
    const header = new Header({ path, size, mode: 0o600, mtime: at, type: 'File' });
    header.encode();
    if (header.block === undefined) {
      throw new Error(`no header for ${path}`);
    }
    yield header.block;
    yield* createReadStream(file);
    yield Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
  }
  yield Buffer.alloc(2 * blockBytes);
}
