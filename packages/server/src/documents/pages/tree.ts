import { isTextType } from '../model/media-type.js';
import { addressPath, documentPaths } from '../rendering/index.js';
import type { Calls } from './calls.js';
import { baseName, isIndex, readableName } from './names.js';

/** An entry of the list of what may be read. */
export interface TreeEntry {
  readonly path: string;
  readonly label: string;
  readonly address: string;
  readonly isFolder: boolean;
  /** A file that is not text: a page shows it, or links to it. */
  readonly isFile?: boolean;
  /** What lies in it; only folders on the way to the page that is shown are open. */
  readonly entries?: readonly TreeEntry[];
}

/** A folder as a page lists it. */
export interface Folder {
  /** The document that introduces it, such as its README: the folder's own page shows it. */
  readonly index?: string | undefined;
  readonly entries: readonly TreeEntry[];
  /** Where its next page starts; null where this is all. */
  readonly nextCursor: string | null;
}

const folderPage = '500';

/** One folder of what the caller may read, or its next page; without entries where there is none. */
export async function folderAt(calls: Calls, prefix: string, cursor?: string): Promise<Folder> {
  const query = { prefix, depth: '1', limit: folderPage, ...(cursor === undefined ? {} : { cursor }) };
  const { documents, folders, next_cursor: nextCursor } = await calls.ask('documents.list', { query });
  const index = documents.find(({ path }) => isIndex(path))?.path;
  const listed = documents.filter(({ path }) => path !== index);
  const entries = [
    ...listed.map(({ path, title, media_type: type }) => ({
      path,
      label: title,
      address: pageAddress(path),
      isFolder: false,
      isFile: !isTextType(type) || type.startsWith('image/'),
    })),
    ...folders.map(({ path }) => folderEntry(path)),
  ];
  return { index, entries: entries.sort(inOrder), nextCursor };
}

/** Repos, and in them the folders on the way to a path: all that a page's navigation shows. */
export async function treeTo(calls: Calls, path: string): Promise<TreeEntry[]> {
  const { repos } = await calls.ask('repos.list');
  const segments = path.split('/');
  const folders = segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join('/'));
  const opened = new Map<string, readonly TreeEntry[]>();
  for (const folder of folders) {
    opened.set(folder, (await folderAt(calls, folder)).entries);
  }
  const open = (entry: TreeEntry): TreeEntry => {
    const entries = opened.get(entry.path);
    return entry.isFolder && entries !== undefined ? { ...entry, entries: entries.map(open) } : entry;
  };
  return repos.filter(({ documents }) => documents > 0).map(({ name }) => open(folderEntry(name)));
}

/** The address of a document's page. */
export function pageAddress(path: string): string {
  return `${documentPaths.pages}${addressPath(path)}`;
}

/** The address of a folder's page. */
export function folderAddress(path: string): string {
  return `${pageAddress(path)}/`;
}

function folderEntry(path: string): TreeEntry {
  return { path, label: readableName(baseName(path)), address: folderAddress(path), isFolder: true };
}

/** By name, numbers as numbers. */
function inOrder(one: TreeEntry, other: TreeEntry): number {
  return baseName(one.path).localeCompare(baseName(other.path), 'en', { numeric: true });
}
