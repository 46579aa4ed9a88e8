import { addedNameProblem, limits } from '@tessera/contract';
import { encodeTree, type TreeEntry, type TreeMode } from '@tessera/git';
import { documentErrors } from '../model/errors.js';
import { folderOf, foldersOf, inside, nameOf } from '../model/path.js';
import { type NewObject, newObject } from '../store/index.js';

/** The folders that a write changes. */
export interface ChangedFolders {
  /** The new root tree. */
  readonly root: Buffer;
  /** The new trees of folders. Null if a folder does not exist. */
  readonly folders: ReadonlyMap<string, Buffer | null>;
  readonly objects: readonly NewObject[];
}

const folderMode: TreeMode = '40000';
const fileMode: TreeMode = '100644';

/** The trees of all folders above the changed files, by folder and entry name. Folders that do not exist are empty. */
export class Trees {
  private readonly folders = new Map<string, Map<string, TreeEntry>>();
  private readonly existing: ReadonlySet<string>;
  /** Paths of the files and folders that are added. */
  private readonly added = new Set<string>();

  /** `stored` must contain each existing folder above the paths that are removed or put. */
  constructor(stored: ReadonlyMap<string, readonly TreeEntry[]>) {
    this.existing = new Set(stored.keys());
    for (const [path, entries] of stored) {
      this.folders.set(path, new Map(entries.map((entry) => [entry.name, entry])));
    }
  }

  /** The mode of the file at a path, or undefined. */
  modeOf(path: string): TreeMode | undefined {
    const entry = this.folders.get(folderOf(path))?.get(nameOf(path));
    return entry?.mode === folderMode ? undefined : entry?.mode;
  }

  /** Removes files, and folders that become empty. */
  remove(paths: readonly string[]): void {
    for (const path of paths) {
      this.folders.get(folderOf(path))?.delete(nameOf(path));
    }
    for (const folder of this.deepestFirst()) {
      if (folder !== '' && this.folders.get(folder)?.size === 0) {
        this.folders.get(folderOf(folder))?.delete(nameOf(folder));
      }
    }
  }

  /** Puts a file. Throws `path_taken` if the path is a folder, or if a folder of the path is a file. */
  put(path: string, { oid, mode }: { readonly oid: Buffer; readonly mode?: TreeMode }, shownPath: string): void {
    for (const folder of foldersOf(path).slice(1)) {
      const parent = this.folder(folderOf(folder));
      const name = nameOf(folder);
      const entry = parent.get(name);
      if (entry !== undefined && entry.mode !== folderMode) {
        throw documentErrors.pathTaken(shownPath);
      }
      this.noteAdded(folder, entry !== undefined || this.existing.has(folder));
      // The id of the folder's tree is set at the end, after all changes.
      parent.set(name, entry ?? { mode: folderMode, name, oid });
    }
    const parent = this.folder(folderOf(path));
    const name = nameOf(path);
    const there = parent.get(name);
    if (there?.mode === folderMode) {
      throw documentErrors.pathTaken(shownPath);
    }
    this.noteAdded(path, there !== undefined);
    parent.set(name, { mode: mode ?? there?.mode ?? fileMode, name, oid });
  }

  private noteAdded(path: string, wasThere: boolean): void {
    if (!wasThere) {
      this.added.add(path);
    }
  }

  /** Throws `invalid_path` for an added name that a clone on Windows or macOS cannot store. */
  refuseUnportableNames(repo: string): void {
    for (const folder of new Set([...this.added].map(folderOf))) {
      const isAdded = (name: string) => this.added.has(folder === '' ? name : `${folder}/${name}`);
      const problem = addedNameProblem(this.folder(folder).keys(), isAdded);
      if (problem !== undefined) {
        throw documentErrors.unportablePath(inside(repo, folder), problem);
      }
    }
  }

  /** Returns the changed folders with their trees. Throws `storage_full` for a folder with too many entries. */
  finish(repo: string): ChangedFolders {
    const folders = new Map<string, Buffer | null>();
    const objects: NewObject[] = [];
    let root: Buffer | undefined;
    for (const folder of this.deepestFirst()) {
      const entries = this.folder(folder);
      if (entries.size === 0 && folder !== '') {
        if (this.existing.has(folder)) {
          folders.set(folder, null);
        }
        continue;
      }
      if (entries.size > limits.entriesPerFolder) {
        throw documentErrors.folderFull(inside(repo, folder));
      }
      const tree = newObject('tree', encodeTree([...entries.values()]));
      objects.push(tree);
      folders.set(folder, tree.oid);
      root = tree.oid;
      if (folder !== '') {
        const name = nameOf(folder);
        this.folder(folderOf(folder)).set(name, { mode: folderMode, name, oid: tree.oid });
      }
    }
    if (root === undefined) {
      throw new Error('the root is always among the folders');
    }
    return { root, folders, objects };
  }

  private folder(path: string): Map<string, TreeEntry> {
    const there = this.folders.get(path);
    if (there !== undefined) {
      return there;
    }
    const entries = new Map<string, TreeEntry>();
    this.folders.set(path, entries);
    return entries;
  }

  /** Folders sorted by depth, the deepest first and the root last. */
  private deepestFirst(): string[] {
    const depth = (path: string): number => (path === '' ? 0 : path.split('/').length);
    this.folder('');
    return [...this.folders.keys()].sort((one, other) => depth(other) - depth(one));
  }
}
