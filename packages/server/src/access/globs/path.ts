/** A document path taken apart once, so that many patterns can be tried on it. */
export interface SplitPath {
  readonly text: string;
  readonly segments: readonly PathSegment[];
}

/** One segment of a path. Code points, not code units, so that `?` stands for one character outside the basic plane too. */
export interface PathSegment {
  readonly text: string;
  readonly codePoints: readonly number[];
}

/** A segment whose code points are worked out when a wildcard first asks for them. */
class LazySegment implements PathSegment {
  #codePoints: readonly number[] | undefined;

  constructor(readonly text: string) {}

  get codePoints(): readonly number[] {
    this.#codePoints ??= Array.from(this.text, (character) => character.codePointAt(0) as number);
    return this.#codePoints;
  }
}

/**
 * Takes a path apart. Undefined for what names no document: an empty path, a leading or doubled `/`,
 * a `.` or `..` segment; such a path is read by nobody, whatever the patterns.
 */
export function splitPath(text: string): SplitPath | undefined {
  const parts = text.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    return undefined;
  }
  return { text, segments: parts.map((part) => new LazySegment(part)) };
}
