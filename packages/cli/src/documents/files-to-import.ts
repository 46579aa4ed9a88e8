import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { limits } from '@tessera/contract';
import ignore, { type Ignore } from 'ignore';
import { usageFailure } from '../failure.js';

/** A file that is too large to be a document. */
export interface LargeFile {
  readonly path: string;
  readonly bytes: number;
}

/** The files of a folder to import, as sorted relative paths with forward slashes, and the number of omitted ones. */
export interface FolderFiles {
  readonly files: readonly string[];
  /** Files that are too large for a document in JSON. They are sent separately. */
  readonly large: readonly string[];
  readonly tooLarge: readonly LargeFile[];
  /** Number of omitted dot files and dot folders. Each folder counts once. */
  readonly dotFiles: number;
  /** Omitted symbolic links and other entries that are neither files nor folders. */
  readonly links: readonly string[];
  /** Number of files and folders omitted because of a .gitignore. Each folder counts once. */
  readonly ignored: number;
}

/**
 * Finds the files below a folder. Omits `.git`, links, files that are too large, by default dot files, and files that a
 * `.gitignore` names. That file can be in this folder or in a folder above, up to the one with `.git`. Throws if it is
 * not a folder.
 */
export async function filesToImport(folder: string, withDotFiles: boolean): Promise<FolderFiles> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) throw usageFailure(`${folder} is not a folder.`);
  const root = resolve(folder);
  const files: string[] = [];
  const large: string[] = [];
  const tooLarge: LargeFile[] = [];
  const left = { dotFiles: 0, ignored: 0 };
  const links: string[] = [];
  for await (const { path, leftOut } of filesBelow(root, await rulesAbove(root), withDotFiles)) {
    if (leftOut === 'links') {
      links.push(slashed(relative(root, path)));
      continue;
    }
    if (leftOut !== undefined) {
      left[leftOut] += 1;
      continue;
    }
    const { size } = await stat(path);
    const name = slashed(relative(root, path));
    if (size > limits.fileBytes) tooLarge.push({ path: name, bytes: size });
    else if (size > limits.documentBytes) large.push(name);
    else files.push(name);
  }
  return {
    files: files.sort(),
    large: large.sort(),
    tooLarge: tooLarge.sort((a, b) => (a.path < b.path ? -1 : 1)),
    links: links.sort(),
    ...left,
  };
}

interface FoundFile {
  readonly path: string;
  /** Why a file or folder is omitted. Absent if it is imported. */
  readonly leftOut?: 'dotFiles' | 'ignored' | 'links';
}

async function* filesBelow(
  parent: string,
  inherited: readonly IgnoreFile[],
  withDotFiles: boolean,
): AsyncGenerator<FoundFile> {
  const rules = [...inherited, ...(await ignoreFileOf(parent))];
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name);
    const isFolder = entry.isDirectory();
    if (entry.name === '.git') continue;
    if (isIgnored(rules, path, isFolder)) yield { path, leftOut: 'ignored' };
    else if (entry.name.startsWith('.') && !withDotFiles) yield { path, leftOut: 'dotFiles' };
    else if (!isFolder && !entry.isFile()) yield { path, leftOut: 'links' };
    else if (isFolder) yield* filesBelow(path, rules, withDotFiles);
    else yield { path };
  }
}

interface IgnoreFile {
  readonly folder: string;
  readonly rules: Ignore;
}

/** The rules of a folder's `.gitignore`. Empty if it has none. */
async function ignoreFileOf(folder: string): Promise<IgnoreFile[]> {
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => undefined);
  return text === undefined ? [] : [{ folder, rules: ignore().add(text) }];
}

/** The rules of the folders above, outermost first. Empty outside of a git repository. */
async function rulesAbove(folder: string): Promise<IgnoreFile[]> {
  const above: IgnoreFile[] = [];
  for (let at = folder; !(await exists(join(at, '.git'))); at = dirname(at)) {
    if (dirname(at) === at) return [];
    above.unshift(...(await ignoreFileOf(dirname(at))));
  }
  return above;
}

/** Whether a path is ignored. The innermost `.gitignore` with a rule for the path decides. */
function isIgnored(files: readonly IgnoreFile[], path: string, isFolder: boolean): boolean {
  for (const { folder, rules } of files.toReversed()) {
    const { ignored, unignored } = rules.test(`${slashed(relative(folder, path))}${isFolder ? '/' : ''}`);
    if (ignored || unignored) return ignored;
  }
  return false;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
