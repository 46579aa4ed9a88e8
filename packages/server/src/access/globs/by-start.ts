import type { SplitPath } from './path.js';
import type { PathPattern } from './pattern.js';

/** Patterns by the literal text that they begin with, so that a path is tried on those alone that could match it. */
export class PatternsByStart {
  readonly #byLength = new Map<number, Map<string, PathPattern[]>>();

  constructor(patterns: Iterable<PathPattern>) {
    for (const pattern of patterns) {
      for (const start of pattern.starts) {
        this.#add(start, pattern);
      }
    }
  }

  /** Whether any of them matches a path. */
  match(path: SplitPath): boolean {
    for (const [length, byStart] of this.#byLength) {
      if (byStart.get(path.text.slice(0, length))?.some((pattern) => pattern.matches(path)) === true) {
        return true;
      }
    }
    return false;
  }

  #add(start: string, pattern: PathPattern): void {
    const byStart = this.#byLength.get(start.length) ?? new Map<string, PathPattern[]>();
    this.#byLength.set(start.length, byStart);
    const patterns = byStart.get(start);
    if (patterns === undefined) {
      byStart.set(start, [pattern]);
    } else {
      patterns.push(pattern);
    }
  }
}
