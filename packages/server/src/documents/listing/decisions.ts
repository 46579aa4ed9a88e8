import type { Reach } from '../../access/read-access.js';
import type { Rights } from '../access/rights.js';
import { folderOf } from '../model/path.js';
import type { Entry } from './entries.js';

/** Cached decisions per process, of all scopes together. */
const maxDecisions = 2_000_000;

/** What a set of patterns selects: by folder, by path, and for whole listings while those are cached. */
interface Scope {
  readonly folders: Map<string, Reach>;
  readonly decisions: Map<string, boolean>;
  readonly selections: WeakMap<readonly Entry[], readonly Entry[]>;
}

/** What selects entries: a caller's rights to read, or the documents shown by title. */
type Selecting = Pick<Rights, 'read' | 'readPatterns'>;

/**
 * Caches which paths a set of patterns matches. The result depends only on patterns and path, so it cannot become
 * stale. Which patterns a caller has is read in every transaction (`rightsOf`).
 */
export class ReadDecisions {
  private readonly scopes = new Map<string, Scope>();
  private size = 0;

  /** The entries that the caller may read, in the given order. Cached by array, so an array must not be modified. */
  readable(rights: Selecting, entries: readonly Entry[]): readonly Entry[] {
    if (rights.readPatterns === null) {
      return entries;
    }
    const scope = this.scope(rights.readPatterns.join('\n'));
    const selected = scope.selections.get(entries);
    if (selected !== undefined) {
      return selected;
    }
    const before = sizeOf(scope);
    const allowed = select(scope, rights, entries);
    scope.selections.set(entries, allowed);
    this.size += sizeOf(scope) - before;
    this.makeRoom();
    return allowed;
  }

  private scope(key: string): Scope {
    const scope = this.scopes.get(key) ?? { folders: new Map(), decisions: new Map(), selections: new WeakMap() };
    this.scopes.delete(key);
    this.scopes.set(key, scope);
    return scope;
  }

  private makeRoom(): void {
    for (const [key, scope] of this.scopes) {
      if (this.size <= maxDecisions) {
        return;
      }
      this.scopes.delete(key);
      this.size -= sizeOf(scope);
    }
  }
}

function sizeOf({ folders, decisions }: Scope): number {
  return folders.size + decisions.size;
}

/** Decides per folder, of which there are few, and per path only in partly readable folders. */
function select({ folders, decisions }: Scope, { read }: Selecting, entries: readonly Entry[]): Entry[] {
  let folder: string | undefined;
  let reach: Reach = 'some';
  return entries.filter(({ path }) => {
    // Entries are sorted by path, so most are in the folder of the one before.
    if (folder === undefined || path.lastIndexOf('/') !== folder.length || !path.startsWith(folder)) {
      folder = folderOf(path);
      reach = remembered(folders, folder, read.reachInto);
    }
    return reach === 'some' ? remembered(decisions, path, read.canRead) : reach === 'all';
  });
}

function remembered<Value>(known: Map<string, Value>, key: string, decide: (key: string) => Value): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = decide(key);
    known.set(key, value);
  }
  return value;
}
