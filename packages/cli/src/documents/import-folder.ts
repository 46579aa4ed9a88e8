import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DocumentChange, limits } from '@tessera/contract';
import type { Host } from '../host.js';
import { progressLine } from '../output/progress-line.js';
import { plain } from '../output/text.js';
import type { Session } from '../session/session.js';
import { contentOf } from './content.js';
import { type FolderFiles, filesToImport, type LargeFile } from './files-to-import.js';
import { sendLarge } from './large-file.js';

/** A folder to import, and its target. */
export interface FolderImport {
  readonly folder: string;
  /** Where to import: `<repo>` or `<repo>/<folder>`. */
  readonly target: string;
  readonly message: string;
  readonly withDotFiles: boolean;
}

/** The numbers of files by result. */
export interface ImportCounts {
  readonly files: number;
  readonly written: number;
  readonly unchanged: number;
  readonly commits: number;
  readonly too_large: readonly LargeFile[];
  readonly workspace: unknown;
}

/** Maximum bytes of files per call. Base64 makes them a third larger, and JSON escapes may too. */
const callBytes = 16 * 1024 * 1024;

interface Answer {
  readonly results: readonly { readonly status: string }[];
  readonly workspace: unknown;
}

/**
 * Writes the files of a folder as documents, in commits of up to 1,000 files. Files that exist with the same content
 * are skipped.
 */
export async function importFolder(
  { folder, target, message, withDotFiles }: FolderImport,
  session: Session,
): Promise<ImportCounts> {
  const found = await filesToImport(folder, withDotFiles);
  const { files, large, tooLarge } = found;
  const total = files.length + large.length;
  sayWhatIsLeftOut(found, session.host);
  const send = await session.bindOperation('documents.commit');
  const repo = target.split('/', 1)[0] ?? '';
  const progress = progressLine(session.host.stderr, total);
  const counts = {
    files: total,
    written: 0,
    unchanged: 0,
    commits: 0,
    too_large: tooLarge,
    workspace: undefined as unknown,
  };
  const update = () => {
    const done = counts.written + counts.unchanged;
    progress.update(done, `${done} of ${total} files`);
  };
  try {
    for await (const changes of batches(folder, target, files)) {
      const { value } = await send({ body: { repo, message, changes } });
      const answer = value as Answer;
      const unchanged = answer.results.filter(({ status }) => status === 'unchanged').length;
      counts.unchanged += unchanged;
      counts.written += changes.length - unchanged;
      counts.commits += unchanged === changes.length ? 0 : 1;
      counts.workspace = answer.workspace;
      update();
    }
    for (const file of large) {
      const answer = await sendLarge(session, { file: join(folder, file), path: pathOf(target, file), message });
      counts[answer.status === 'unchanged' ? 'unchanged' : 'written'] += 1;
      counts.commits += answer.status === 'unchanged' ? 0 : 1;
      counts.workspace = answer.workspace;
      update();
    }
  } finally {
    progress.stop();
  }
  return counts;
}

const shownLinks = 5;

function sayWhatIsLeftOut({ tooLarge, dotFiles, ignored, links }: FolderFiles, { stderr }: Host): void {
  if (ignored > 0) stderr.write(`Skipped ${ignored} files and folders that .gitignore names.\n`);
  if (dotFiles > 0) stderr.write(`Skipped ${dotFiles} dot files and folders. To import them, use --dot-files.\n`);
  if (links.length > 0) {
    const shown = links.slice(0, shownLinks).join(', ');
    const more = links.length > shownLinks ? ` and ${links.length - shownLinks} more` : '';
    stderr.write(`${plain(`Skipped symbolic links, which are not followed: ${shown}${more}.`)}\n`);
  }
  for (const { path, bytes } of tooLarge) {
    stderr.write(`Skipped ${path}: ${bytes} bytes; a file has at most ${limits.fileBytes}.\n`);
  }
}

function pathOf(target: string, file: string): string {
  return `${target.replace(/\/$/, '')}/${file}`;
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
    if (batch.length === limits.changesPerCommit || (batch.length > 0 && bytes + content.length > callBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push({ action: 'put', path: pathOf(target, file), base: 'any', ...contentOf(content) });
    bytes += content.length;
  }
  if (batch.length > 0) yield batch;
}
