import type { Offer } from '@tessera/contract';
import { html } from 'hono/html';
import { t } from '../../http/pages/language.js';
import { isTextType } from '../model/media-type.js';
import { isCategory, isIndex } from '../model/names.js';
import { nameOf } from '../model/path.js';
import { addressPath, documentPaths } from '../rendering/index.js';
import type { Calls } from './calls.js';
import type { Markup } from './markup.js';
import { readableName } from './names.js';

/** An entry in the list of readable documents. */
export interface TreeEntry {
  readonly path: string;
  readonly label: string;
  readonly address: string;
  readonly isFolder: boolean;
  /** The position in its folder that it states; null if it states none. */
  readonly position?: number | null;
  /** Whether it is a file that is not text. Pages show such a file or link to it. */
  readonly isFile?: boolean;
  /** The offer of a locked document. */
  readonly offer?: Offer;
  /** The entries of an open folder. Only folders above the displayed page are open. */
  readonly entries?: readonly TreeEntry[];
}

/** A folder in a page's navigation. */
export interface Folder {
  /** The document that introduces the folder, such as its README. The folder's page shows it. */
  readonly index?: string | undefined;
  readonly entries: readonly TreeEntry[];
  /** The cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

const folderPage = '500';

/** One page of a folder's readable documents. Without entries if the folder does not exist. */
export async function folderAt(calls: Calls, prefix: string, cursor?: string): Promise<Folder> {
  const query = { prefix, depth: '1', limit: folderPage, locked: 'true', ...(cursor === undefined ? {} : { cursor }) };
  const { documents, folders, locked = [], next_cursor: nextCursor } = await calls.ask('documents.list', { query });
  const index = documents.find(({ path }) => isIndex(path))?.path;
  const listed = documents.filter(({ path }) => path !== index && !isCategory(path));
  const entries = [
    ...listed.map(({ path, title, media_type: type, position }) => ({
      path,
      position,
      label: title,
      address: pageAddress(path),
      isFolder: false,
      isFile: !isTextType(type) || type.startsWith('image/'),
    })),
    ...locked.map(({ path, title, offer, position }) => ({
      path,
      position,
      label: title,
      address: pageAddress(path),
      isFolder: false,
      offer,
    })),
    ...folders.map(({ path, position }) => ({ ...folderEntry(path), position })),
  ];
  return { index, entries: entries.sort(inOrder), nextCursor };
}

/** The navigation of a page: all repos, and the folders above a path with their entries. */
export async function treeTo(calls: Calls, path: string): Promise<TreeEntry[]> {
  const { repos } = await calls.ask('repos.list', { query: { locked: 'true' } });
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
  return repos.filter(({ documents, locked = 0 }) => documents + locked > 0).map(({ name }) => open(folderEntry(name)));
}

/** The class of an entry's link. */
export function kindOf({ isFolder, offer }: TreeEntry): string {
  return isFolder ? 'folder' : `document${offer === undefined ? '' : ' locked'}`;
}

const lock = (): Markup =>
  html`<svg class="lock" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path d="M4.75 7V5a3.25 3.25 0 0 1 6.5 0v2M3.5 7h9v6.5h-9z" fill="none" stroke="currentColor" stroke-width="1.5"/></svg><span class="unseen"> ${t('locked')}</span>`;

/** Marks a locked entry. */
export function lockMark({ offer }: TreeEntry): Markup | '' {
  return offer === undefined ? '' : lock();
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
  return { path, label: readableName(nameOf(path)), address: folderAddress(path), isFolder: true };
}

/** Compares by position, then by name, with numbers in numeric order. Entries without a position come last. */
function inOrder(one: TreeEntry, other: TreeEntry): number {
  const [first, second] = [one, other].map(({ position }) => position ?? Number.MAX_VALUE) as [number, number];
  return first - second || nameOf(one.path).localeCompare(nameOf(other.path), 'en', { numeric: true });
}
