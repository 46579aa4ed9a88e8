import type { Rights } from '../rights.js';
import type { Entry } from './entries.js';

/** Decisions kept per process, of all scopes together. */
const maxDecisions = 2_000_000;

/**
 * Remembers which paths some patterns match. That hangs on their text and the path alone, so nothing here can go stale:
 * whose patterns they are is asked in every transaction (`rightsOf`).
 */
export class ReadDecisions {
  readonly #scopes = new Map<string, Map<string, boolean>>();
  #size = 0;

  /** The entries that the caller may read, in the order given. */
  readable(rights: Rights, entries: readonly Entry[]): readonly Entry[] {
    if (rights.readPatterns === null) {
      return entries;
    }
    const decisions = this.#scope(rights.readPatterns.join('\n'));
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
    this.#size += decisions.size - before;
    this.#makeRoom();
    return allowed;
  }

  #scope(key: string): Map<string, boolean> {
    const decisions = this.#scopes.get(key) ?? new Map<string, boolean>();
    this.#scopes.delete(key);
    this.#scopes.set(key, decisions);
    return decisions;
  }

  #makeRoom(): void {
    for (const [key, decisions] of this.#scopes) {
      if (this.#size <= maxDecisions) {
        return;
      }
      this.#scopes.delete(key);
      this.#size -= decisions.size;
    }
  }
}
