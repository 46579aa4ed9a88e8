import { folderOf, nameOf } from '../model/path.js';
import type { Calls } from './calls.js';
import { readableName } from './names.js';
import { type Folder, folderAt, pageAddress, type TreeEntry } from './tree.js';

/** The documents before and after a document. Undefined at the start and end of its repo. */
export interface Neighbours {
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

/** Maximum folders read for one page, because a repo may consist of folders without documents. */
const maxFolders = 20;

type Direction = -1 | 1;
type EntriesOf = (folder: string) => Promise<readonly TreeEntry[]>;

/** Finds the documents before and after a document in the order of the contents, across all folders of its repo. */
export async function neighboursOf(calls: Calls, path: string): Promise<Neighbours> {
  const known = new Map<string, readonly TreeEntry[]>();
  const entriesOf: EntriesOf = async (folder) => {
    const entries =
      known.get(folder) ?? (known.size < maxFolders ? inReadingOrder(folder, await folderAt(calls, folder)) : []);
    known.set(folder, entries);
    // Images, videos and other files are omitted, because they belong to documents.
    return entries.filter(({ isFile }) => isFile !== true);
  };
  return { before: await step(entriesOf, path, -1), after: await step(entriesOf, path, 1) };
}

async function step(entriesOf: EntriesOf, path: string, direction: Direction): Promise<TreeEntry | undefined> {
  for (let current = path, folder = folderOf(path); folder !== ''; current = folder, folder = folderOf(folder)) {
    const entries = ordered(await entriesOf(folder), direction);
    const index = entries.findIndex((entry) => entry.path === current);
    // The document is missing from the list if its folder is so long that it is listed only in part.
    const found = index === -1 ? undefined : await firstDocument(entriesOf, entries.slice(index + 1), direction);
    if (index === -1 || found !== undefined) {
      return found;
    }
  }
  return undefined;
}

async function firstDocument(
  entriesOf: EntriesOf,
  entries: readonly TreeEntry[],
  direction: Direction,
): Promise<TreeEntry | undefined> {
  for (const entry of entries) {
    const found = entry.isFolder
      ? await firstDocument(entriesOf, ordered(await entriesOf(entry.path), direction), direction)
      : entry;
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function ordered(entries: readonly TreeEntry[], direction: Direction): readonly TreeEntry[] {
  return direction === 1 ? entries : entries.toReversed();
}

/** The entries of a folder. The document that introduces it comes first. */
export function inReadingOrder(folder: string, { index, entries }: Folder): readonly TreeEntry[] {
  const label = readableName(nameOf(folder));
  return index === undefined
    ? entries
    : [{ path: index, label, address: pageAddress(index), isFolder: false }, ...entries];
}
