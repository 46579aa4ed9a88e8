import type { Rights } from '../rights.js';
import type { Entry } from './entries.js';

/** Decisions kept per process, of all scopes together. */
const maxDecisions = 2_000_000;

/** What some patterns select: path by path, and of whole listings for as long as those are kept. */
interface Scope {
  readonly decisions: Map<string, boolean>;
  readonly selections: WeakMap<readonly Entry[], readonly Entry[]>;
}

/**
 * Remembers which paths some patterns match. That hangs on their text and the path alone, so nothing here can go stale:
 * whose patterns they are is asked in every transaction (`rightsOf`).
 */
export class ReadDecisions {
  readonly #scopes = new Map<string, Scope>();
  #size = 0;

  /** The entries that the caller may read, in the order given. The same array of entries must hold the same ones. */
  readable(rights: Rights, entries: readonly Entry[]): readonly Entry[] {
    if (rights.readPatterns === null) {
      return entries;
    }
    const { decisions, selections } = this.#scope(rights.readPatterns.join('\n'));
    const selected = selections.get(entries);
    if (selected !== undefined) {
      return selected;
    }
    const before = decisions.size;
    const allowed = entries.filter(({ path }) => {
      const known = decisions.get(path);
      if (known !== undefined) {
        return known;
      }
      const decided = rights.read.canRead(path);
      decisions.set(path, decided);
      return decided;
    });
    selections.set(entries, allowed);
    this.#size += decisions.size - before;
    this.#makeRoom();
    return allowed;
  }

  #scope(key: string): Scope {
    const scope = this.#scopes.get(key) ?? { decisions: new Map(), selections: new WeakMap() };
    this.#scopes.delete(key);
    this.#scopes.set(key, scope);
    return scope;
  }

  #makeRoom(): void {
    for (const [key, { decisions }] of this.#scopes) {
      if (this.#size <= maxDecisions) {
        return;
      }
      this.#scopes.delete(key);
      this.#size -= decisions.size;
    }
  }
}
