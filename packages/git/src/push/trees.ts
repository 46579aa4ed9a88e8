import { LRUCache } from 'lru-cache';
import {
  decodeTree,
  InvalidObjectError,
  type ObjectKind,
  pushInParts,
  quoted,
  type TreeEntry,
  type TreeMode,
} from '../objects/objects.js';
import type { ReceivedObjects } from '../pack/received.js';
import type { PushBase } from './base.js';
import type { NewCommit } from './commits.js';
import { type PathRules, refuseBadPath } from './refuse-bad-path.js';

/** Maximum ids in one lookup in the store. */
const idsPerLookup = 10_000;
/** Folders compared at a time. Each may have thousands of entries before and after a commit. */
const foldersAtATime = 50;
/** Maximum cached folder entries. The cache helps because each commit is compared with the one before. */
const keptEntries = 100_000;
const folderMode: TreeMode = '40000';

/**
 * Walks each folder of a push once and checks it. Names must be valid, links are refused, and no object may be missing.
 */
export class PushedTrees {
  private readonly walked = new Set<string>();
  /**
   * Objects that the push references but does not contain. The array lists those still to be looked up, the set lists
   * all.
   */
  private sought: string[] = [];
  private readonly elsewhere = new Map<string, ObjectKind>();
  private readonly folders = new LRUCache<string, readonly TreeEntry[]>({
    maxSize: keptEntries,
    sizeCalculation: ({ length }) => length + 1,
  });
  private changes = 0;
  private entries = 0;

  constructor(
    private readonly received: ReceivedObjects,
    readonly base: Omit<PushBase, 'head'>,
  ) {}

  /**
   * The objects that a commit adds, including the commit itself. Throws `InvalidObjectError` for a folder that cannot
   * be stored and for a missing object.
   */
  async objectsOf(commit: NewCommit): Promise<string[]> {
    const objects = [commit.id];
    const waiting = this.take({ id: commit.tree.toString('hex'), kind: 'tree' }, objects);
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const entries = this.decode(id);
      this.countEntries(entries.length);
      checkFolder(this.base, entries, id === commit.tree.toString('hex'));
      for (const { mode, oid } of entries) {
        waiting.push(...this.take({ id: oid.toString('hex'), kind: mode === folderMode ? 'tree' : 'blob' }, objects));
      }
      if (this.sought.length >= idsPerLookup) {
        await this.checkElsewhere();
      }
      await this.base.pauses.take();
    }
    return objects;
  }

  private decode(id: string): TreeEntry[] {
    return decodeTree(this.received.content(id));
  }

  private countEntries(count: number): void {
    this.entries += count;
    if (this.entries > this.base.limits.folderEntries) {
      throw new InvalidObjectError(`the folders of the push have too many entries to compare: ${pushInParts}`);
    }
  }

  /** Adds to the number of changed files and folders. Throws `InvalidObjectError` if there are too many. */
  countChanges(count: number): void {
    this.changes += count;
    if (this.changes > this.base.limits.changes) {
      throw new InvalidObjectError(
        `the push changes more than ${this.base.limits.changes} files and folders, counted commit by commit: ${pushInParts}`,
      );
    }
  }

  /** Records an object. Returns it if it is a folder of the push that has not been walked yet. */
  private take({ id, kind }: { readonly id: string; readonly kind: ObjectKind }, objects: string[]): string[] {
    const object = this.received.get(id);
    if (object === undefined) {
      this.expect(id, kind);
      return [];
    }
    if (object.kind !== kind) {
      throw new InvalidObjectError(`${id} is a ${object.kind} where a ${kind} is meant`);
    }
    if (this.walked.has(id)) {
      return [];
    }
    this.walked.add(id);
    objects.push(id);
    return kind === 'tree' ? [id] : [];
  }

  private expect(id: string, kind: ObjectKind): void {
    const other = this.elsewhere.get(id);
    if (other === undefined) {
      this.elsewhere.set(id, kind);
      this.sought.push(id);
    } else if (other !== kind) {
      throw new InvalidObjectError(`${id} cannot be both a ${other} and a ${kind}`);
    }
  }

  /** Throws `InvalidObjectError` if a referenced object is in neither the push nor the repo. */
  async checkElsewhere(): Promise<void> {
    const wanted = this.sought;
    this.sought = [];
    const kinds = await this.base.stored.kinds(wanted);
    const missing = wanted.find((id) => kinds.get(id) !== this.elsewhere.get(id));
    if (missing !== undefined) {
      throw new InvalidObjectError(`the push leaves out the ${this.elsewhere.get(missing)} ${missing}`);
    }
  }

  /** Reads folders by id, from the push or else from the repo. */
  async read(ids: readonly string[]): Promise<Map<string, readonly TreeEntry[]>> {
    const read = new Map<string, readonly TreeEntry[]>();
    const elsewhere: string[] = [];
    for (const id of ids) {
      const known = this.folders.get(id) ?? (this.received.get(id) === undefined ? undefined : this.decode(id));
      if (known === undefined) {
        elsewhere.push(id);
      } else {
        read.set(id, known);
      }
      await this.base.pauses.take();
    }
    for (const [id, entries] of elsewhere.length === 0 ? [] : await this.base.stored.trees(elsewhere)) {
      read.set(id, entries);
    }
    for (const [id, entries] of read) {
      this.folders.set(id, entries);
      this.countEntries(entries.length);
    }
    return read;
  }
}

function checkFolder(
  { limits, paths }: Pick<PushBase, 'limits' | 'paths'>,
  entries: readonly TreeEntry[],
  isRoot: boolean,
): void {
  if (entries.length === 0 && !isRoot) {
    throw new InvalidObjectError('a folder is empty; only folders with something in them are stored');
  }
  if (entries.length > limits.entriesPerFolder) {
    throw new InvalidObjectError(
      `a folder has ${entries.length} entries; ${limits.entriesPerFolder} at most are stored: divide it`,
    );
  }
  for (const { name } of entries) {
    // Only the name is checked here. The whole path is checked when a commit adds it.
    const problem = paths.nameProblem(name.normalize('NFC'));
    if (problem !== undefined) {
      throw new InvalidObjectError(`the path ${quoted(name)} ${problem}`);
    }
  }
}

/** A file or folder that a commit changed: its object before and after, null if absent. */
export interface PathChange {
  /** Path in the repo; empty for its root. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly before: string | null;
  readonly after: string | null;
}

/** A folder before and after a commit. */
interface Pair {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Returns the differences between two root folders. Works level by level, so that many folders need one lookup. Throws
 * `InvalidObjectError` for a new path that no document of the repo can have, and for too many changes.
 */
export async function changesBetween(
  trees: PushedTrees,
  root: { readonly before: string | null; readonly after: string },
): Promise<PathChange[]> {
  const changes: PathChange[] = [];
  const waiting: Pair[] = root.before === root.after ? [] : [{ path: '', ...root }];
  trees.countChanges(1);
  while (waiting.length > 0) {
    const pairs = waiting.splice(0, foldersAtATime);
    const ids = pairs.flatMap(({ before, after }) => [before, after]).filter((id) => id !== null);
    const read = await trees.read([...new Set(ids)]);
    for (const pair of pairs) {
      await trees.base.pauses.take();
      refuseAddedNames(trees.base.paths, pair, read);
      const found = changesIn(pair, read);
      trees.countChanges(found.length);
      for (const { path, after } of found) {
        refuseBadPath(trees.base.paths, path, after);
      }
      changes.push({ ...pair, kind: 'folder' }, ...found.filter(({ kind }) => kind === 'file'));
      waiting.push(...found.filter(({ kind }) => kind === 'folder'));
    }
  }
  return changes;
}

function changesIn(pair: Pair, read: ReadonlyMap<string, readonly TreeEntry[]>): PathChange[] {
  const [before = [], after = []] = [pair.before, pair.after].map((id) => (id === null ? [] : read.get(id)));
  const changes: PathChange[] = [];
  const add = ({ name, mode }: TreeEntry, was: TreeEntry | undefined, is: TreeEntry | undefined): void => {
    const path = pair.path === '' ? name : `${pair.path}/${name}`;
    const kind = mode === folderMode ? 'folder' : 'file';
    changes.push({ path, kind, before: was?.oid.toString('hex') ?? null, after: is?.oid.toString('hex') ?? null });
  };
  // Equal entries at the start and end are skipped, because most commits change few of many entries.
  const start = equalEntries(before, after);
  const end = equalEntries(before.slice(start).reverse(), after.slice(start).reverse());
  const gone = new Map(before.slice(start, before.length - end).map((entry) => [keyOf(entry), entry]));
  for (const entry of after.slice(start, after.length - end)) {
    const key = keyOf(entry);
    const was = gone.get(key);
    gone.delete(key);
    if (was?.oid.equals(entry.oid) !== true) {
      add(entry, was, entry);
    }
  }
  for (const entry of gone.values()) {
    add(entry, entry, undefined);
  }
  return changes;
}

function refuseAddedNames(
  { addedNameProblem }: PathRules,
  pair: Pair,
  read: ReadonlyMap<string, readonly TreeEntry[]>,
): void {
  if (addedNameProblem === undefined) {
    return;
  }
  const [before, after] = [pair.before, pair.after].map((id) => (read.get(id ?? '') ?? []).map(({ name }) => name));
  const known = new Set(before);
  const problem = addedNameProblem(after ?? [], (name) => !known.has(name));
  if (problem !== undefined) {
    throw new InvalidObjectError(`in ${pair.path === '' ? 'the first folder' : quoted(pair.path)}, ${problem}`);
  }
}

/** Number of equal entries at the start of both lists. */
function equalEntries(before: readonly TreeEntry[], after: readonly TreeEntry[]): number {
  const different = before.findIndex((was, n) => {
    const is = after[n];
    return is === undefined || was.name !== is.name || was.mode !== is.mode || !was.oid.equals(is.oid);
  });
  return different === -1 ? before.length : different;
}

/**
 * The key of an entry in a comparison. It includes the kind: a file that replaces a folder is one removal and one
 * addition.
 */
function keyOf({ name, mode }: TreeEntry): string {
  return mode === folderMode ? `${name}/` : name;
}
