import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DocumentChange, limits } from '@tessera/contract';
import { usageFailure } from '../failure.js';
import { progressLine } from '../output/progress-line.js';
import type { Session } from '../session/session.js';
import { contentOf } from './content.js';

/** A folder to import and where its files go. */
export interface FolderImport {
  readonly folder: string;
  /** `<repo>` or `<repo>/<folder>`. */
  readonly target: string;
  readonly message: string;
}

/** What became of the files. */
export interface ImportCounts {
  readonly files: number;
  readonly written: number;
  readonly unchanged: number;
  readonly commits: number;
  readonly workspace: unknown;
}

/** Bytes of files that one call carries; base64 makes a third more of them, and JSON may as well. */
const callBytes = 16 * 1024 * 1024;

interface Answer {
  readonly results: readonly { readonly status: string }[];
  readonly workspace: unknown;
}

/** Writes every file of a folder as a document, in commits of up to 1,000. Files that are there already stay as they are. */
export async function importFolder({ folder, target, message }: FolderImport, session: Session): Promise<ImportCounts> {
  const files = await filesIn(folder);
  const send = await session.prepare('documents.commit');
  const repo = target.split('/', 1)[0] ?? '';
  const progress = progressLine(session.host.stderr, files.length);
  const counts = { files: files.length, written: 0, unchanged: 0, commits: 0, workspace: undefined as unknown };
  try {
    for await (const changes of batches(folder, target, files)) {
      const { value } = await send({ body: { repo, message, changes } });
      const answer = value as Answer;
      const unchanged = answer.results.filter(({ status }) => status === 'unchanged').length;
      counts.unchanged += unchanged;
      counts.written += changes.length - unchanged;
      counts.commits += unchanged === changes.length ? 0 : 1;
      counts.workspace = answer.workspace;
      const done = counts.written + counts.unchanged;
      progress.update(done, `${done} of ${files.length} files`);
    }
  } finally {
    progress.stop();
  }
  return counts;
}

/** Paths of the files below a folder, with forward slashes, in order; git's own and links are left out. */
async function filesIn(folder: string): Promise<string[]> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) throw usageFailure(`${folder} is no folder.`);
  const files: string[] = [];
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== '.git') await walk(path);
      if (entry.isFile()) files.push(path);
    }
  };
  await walk('');
  return files.sort();
}

async function* batches(
  folder: string,
  target: string,
  files: readonly string[],
): AsyncGenerator<DocumentChange[], void, undefined> {
  let batch: DocumentChange[] = [];
  let bytes = 0;
  for (const file of files) {
    const content = await readFile(join(folder, file));
    if (content.length > limits.documentBytes) {
      throw usageFailure(`${file} has ${content.length} bytes; a document takes at most ${limits.documentBytes}.`);
    }
    if (batch.length === limits.changesPerCommit || (batch.length > 0 && bytes + content.length > callBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push({ action: 'put', path: `${target.replace(/\/$/, '')}/${file}`, base: 'any', ...contentOf(content) });
    bytes += content.length;
  }
  if (batch.length > 0) yield batch;
}
