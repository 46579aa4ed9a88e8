import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import type { DocumentEntry } from '@tessera/contract';
import { CommandFailure } from '../failure.js';
import { type ProgressLine, progressLine } from '../output/progress-line.js';
import type { Session } from '../session/session.js';

/** Documents to export, and the target folder. */
export interface FolderExport {
  readonly prefix: string;
  readonly folder: string;
}

/** Number of files that are fetched at the same time. */
const atOnce = 8;
const pageSize = 500;

interface Page {
  readonly documents: readonly DocumentEntry[];
  readonly count: number;
  readonly next_cursor: string | null;
}

/** Writes every readable document below a prefix to a file. Returns their number. */
export async function exportFolder({ prefix, folder }: FolderExport, session: Session): Promise<number> {
  const list = await session.bindOperation('documents.list');
  const fetchRaw = await session.bindOperation('documents.get_raw');
  let progress: ProgressLine | undefined;
  let written = 0;
  try {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { value } = await list({ query: { prefix, limit: pageSize, cursor } });
      const page = value as Page;
      progress ??= progressLine(session.host.stderr, page.count);
      for (let start = 0; start < page.documents.length; start += atOnce) {
        const some = page.documents.slice(start, start + atOnce);
        await Promise.all(some.map(({ path }) => save(fetchRaw, path, localPathOf(path, prefix, folder))));
        written += some.length;
        progress.update(written, `${written} of ${page.count} files`);
      }
      cursor = page.next_cursor;
    }
  } finally {
    progress?.stop();
  }
  return written;
}

async function save(
  fetchRaw: Awaited<ReturnType<Session['bindOperation']>>,
  path: string,
  file: string,
): Promise<void> {
  const slash = path.indexOf('/');
  const { value } = await fetchRaw({ params: { repo: path.slice(0, slash), path: path.slice(slash + 1) } });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, value as Uint8Array);
}

/** The local file of a document. It is always in the folder, whatever path the server sends. */
function localPathOf(path: string, prefix: string, folder: string): string {
  const below = prefix === '' ? path : path.slice(prefix.replace(/\/$/, '').length + 1);
  const root = resolve(folder);
  const file = resolve(root, below);
  if (!file.startsWith(root + sep)) throw new CommandFailure(`The server names a path outside the folder: ${path}`);
  return file;
}
