import type { Reach } from '@tessera/path-access';
import type { Rights } from '../access/rights.js';
import { folderOf } from '../model/path.js';
import type { Entry } from './entries.js';

/** Maximum cached decisions per process, over all scopes. */
const maxDecisions = 2_000_000;

/** The cached results of a set of patterns: by folder, by path, and by listing as long as the listing is cached. */
interface Scope {
  readonly folders: Map<string, Reach>;
  readonly decisions: Map<string, boolean>;
  readonly selections: WeakMap<readonly Entry[], readonly Entry[]>;
}

/** The rights that select entries: to read them, or to see their titles. */
type Selecting = Pick<Rights, 'read' | 'readPatterns'>;

/**
 * Caches which paths a set of patterns matches. This depends only on patterns and path, so it cannot become stale. The
 * patterns of a caller are read in every transaction (`rightsOf`).
 */
export class ReadDecisions {
  private readonly scopes = new Map<string, Scope>();
  private size = 0;

  /**
   * The entries that the caller may read, in the given order. The result is cached by array, so do not modify the
   * array.
   */
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

/** Decides by folder, because there are few folders. Decides by path only in folders that are partly readable. */
function select({ folders, decisions }: Scope, { read }: Selecting, entries: readonly Entry[]): Entry[] {
  let folder: string | undefined;
  let reach: Reach = 'some';
  return entries.filter(({ path }) => {
    // Entries are sorted by path, so most entries are in the same folder as the entry before.
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
