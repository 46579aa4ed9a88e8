import { documentPathProblem, limits, pathProblem } from '@tessera/contract';
import { Pauses } from '../../../platform/pauses.js';
import { decodeTree, InvalidObjectError, type ObjectKind, quoted, type TreeEntry } from '../objects.js';
import type { ReceivedObjects } from '../pack/received.js';
import type { NewCommit } from './commits.js';
import type { StoredObjects } from './stored.js';

/** Ids that are looked up in the store at a time. */
const idsPerQuestion = 10_000;

/**
 * Walks folders of a push, each once, and checks them: names that can be stored, no links, and nothing that is left out.
 */
export class PushedTrees {
  private readonly walked = new Set<string>();
  private readonly elsewhere = new Map<string, ObjectKind>();
  private readonly pauses = new Pauses();

  constructor(
    private readonly received: ReceivedObjects,
    private readonly stored: StoredObjects,
  ) {}

  /**
   * The objects of the push that a commit brings and no commit before it, the commit among them. Throws
   * `InvalidObjectError` for a folder that cannot be stored.
   */
  async objectsOf(commit: NewCommit): Promise<string[]> {
    const objects = [commit.id];
    const waiting = this.take({ id: commit.tree.toString('hex'), kind: 'tree' }, objects);
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const entries = decodeTree(this.received.content(id));
      checkFolder(entries, id === commit.tree.toString('hex'));
      for (const { mode, oid } of entries) {
        waiting.push(...this.take({ id: oid.toString('hex'), kind: mode === '40000' ? 'tree' : 'blob' }, objects));
      }
      await this.pauses.take();
    }
    return objects;
  }

  /** Notes an object; answers it when it is a folder of the push that has not been walked yet. */
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
    const other = this.elsewhere.get(id) ?? kind;
    if (other !== kind) {
      throw new InvalidObjectError(`${id} cannot be both a ${other} and a ${kind}`);
    }
    this.elsewhere.set(id, kind);
  }

  /** Throws `InvalidObjectError` when what the push builds on and did not bring is not in the repo. */
  async checkElsewhere(): Promise<void> {
    const ids = [...this.elsewhere.keys()];
    for (let at = 0; at < ids.length; at += idsPerQuestion) {
      const asked = ids.slice(at, at + idsPerQuestion);
      const kinds = await this.stored.kinds(asked);
      const missing = asked.find((id) => kinds.get(id) !== this.elsewhere.get(id));
      if (missing !== undefined) {
        throw new InvalidObjectError(`the push leaves out the ${this.elsewhere.get(missing)} ${missing}`);
      }
    }
  }

  /** Folders by their ids, of the push or of the repo. */
  async read(ids: readonly string[]): Promise<Map<string, readonly TreeEntry[]>> {
    const here = ids.filter((id) => this.received.get(id) !== undefined);
    const elsewhere = ids.filter((id) => this.received.get(id) === undefined);
    const stored = elsewhere.length === 0 ? [] : await this.stored.trees(elsewhere);
    return new Map([...here.map((id) => [id, decodeTree(this.received.content(id))] as const), ...stored]);
  }
}

function checkFolder(entries: readonly TreeEntry[], isRoot: boolean): void {
  if (entries.length === 0 && !isRoot) {
    throw new InvalidObjectError('a folder is empty; only folders with something in them are stored');
  }
  if (entries.length > limits.entriesPerFolder) {
    throw new InvalidObjectError(
      `a folder has ${entries.length} entries; ${limits.entriesPerFolder} at most are stored: divide it`,
    );
  }
  for (const { name } of entries) {
    const problem = pathProblem(name);
    if (problem !== undefined) {
      throw new InvalidObjectError(`the path ${quoted(name)} ${problem}`);
    }
  }
}

/** A file or folder that a commit changed: its object before and after, null where there is none. */
export interface PathChange {
  /** Inside the repo; empty for its root. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly before: string | null;
  readonly after: string | null;
}

interface Side {
  readonly kind: PathChange['kind'];
  readonly id: string;
}

/** A folder's contents before and after. */
interface Pair {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * What differs between two root folders, level by level, so that each level costs one question to the store. Throws
 * `InvalidObjectError` for a new path that cannot be a document's in the repo of that name.
 */
export async function changesBetween(
  trees: PushedTrees,
  repo: string,
  root: { readonly before: string | null; readonly after: string },
): Promise<PathChange[]> {
  let changes: PathChange[] = [];
  for (let level: Pair[] = root.before === root.after ? [] : [{ path: '', ...root }]; level.length > 0; ) {
    const ids = level.flatMap(({ before, after }) => [before, after]).filter((id) => id !== null);
    const read = await trees.read([...new Set(ids)]);
    const found = level.flatMap((pair) => changesIn(pair, read));
    for (const { path, after } of found) {
      const problem = after === null ? undefined : documentPathProblem(`${repo}/${path}`);
      if (problem !== undefined) {
        throw new InvalidObjectError(`the path ${quoted(path)} ${problem}`);
      }
    }
    const folders = level.map((pair) => ({ ...pair, kind: 'folder' as const }));
    changes = changes.concat(
      folders,
      found.filter(({ kind }) => kind === 'file'),
    );
    level = found.filter(({ kind }) => kind === 'folder');
  }
  return changes;
}

function changesIn(pair: Pair, read: ReadonlyMap<string, readonly TreeEntry[]>): PathChange[] {
  const before = sides(pair.before, read);
  const after = sides(pair.after, read);
  const changes: PathChange[] = [];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const path = pair.path === '' ? name : `${pair.path}/${name}`;
    const [was, is] = [before.get(name), after.get(name)];
    // A file in place of a folder is one that goes and another that comes.
    for (const kind of ['file', 'folder'] as const) {
      const change = { path, kind, before: idOf(was, kind), after: idOf(is, kind) };
      if (change.before !== change.after) {
        changes.push(change);
      }
    }
  }
  return changes;
}

function idOf(side: Side | undefined, kind: Side['kind']): string | null {
  return side?.kind === kind ? side.id : null;
}

function sides(id: string | null, read: ReadonlyMap<string, readonly TreeEntry[]>): Map<string, Side> {
  const entries = id === null ? [] : (read.get(id) ?? []);
  return new Map(
    entries.map(({ mode, name, oid }) => [
      name,
      { kind: mode === '40000' ? 'folder' : 'file', id: oid.toString('hex') },
    ]),
  );
}
