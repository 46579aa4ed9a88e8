import type { Reach } from '../../access/read-access.js';
import type { Rights } from '../access/rights.js';
import { folderOf } from '../model/path.js';
import type { Entry } from './entries.js';

/** Decisions kept per process, of all scopes together. */
const maxDecisions = 2_000_000;

/** What some patterns select: folder by folder, path by path, and of whole listings for as long as those are kept. */
interface Scope {
  readonly folders: Map<string, Reach>;
  readonly decisions: Map<string, boolean>;
  readonly selections: WeakMap<readonly Entry[], readonly Entry[]>;
}

/** What selects entries: a caller's rights to read, or what is shown by title. */
type Selecting = Pick<Rights, 'read' | 'readPatterns'>;

/**
 * Remembers which paths some patterns match. That hangs on their text and the path alone, so nothing here can go stale:
 * whose patterns they are is asked in every transaction (`rightsOf`).
 */
export class ReadDecisions {
  private readonly scopes = new Map<string, Scope>();
  private size = 0;

  /** The entries that the caller may read, in the order given. The same array of entries must hold the same ones. */
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

/** Decides by folders, of which there are few, and by paths only where a folder is readable in part. */
function select({ folders, decisions }: Scope, { read }: Selecting, entries: readonly Entry[]): Entry[] {
  let folder: string | undefined;
  let reach: Reach = 'some';
  return entries.filter(({ path }) => {
    // They are in the order of paths, so that most lie where the one before does.
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
