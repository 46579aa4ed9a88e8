/** A document path that many patterns are tried on; it is taken apart once, when the first pattern asks for it. */
export interface SplitPath {
  readonly text: string;
  readonly segments: readonly PathSegment[];
}

/** One segment of a path. Code points, not code units, so that `?` stands for one character outside the basic plane too. */
export interface PathSegment {
  readonly text: string;
  readonly codePoints: readonly number[];
}

class LazySegment implements PathSegment {
  #codePoints: readonly number[] | undefined;

  constructor(readonly text: string) {}

  get codePoints(): readonly number[] {
    this.#codePoints ??= Array.from(this.text, (character) => character.codePointAt(0) as number);
    return this.#codePoints;
  }
}

class LazyPath implements SplitPath {
  #segments: readonly PathSegment[] | undefined;

  constructor(readonly text: string) {}

  get segments(): readonly PathSegment[] {
    this.#segments ??= this.text.split('/').map((part) => new LazySegment(part));
    return this.#segments;
  }
}

const emptyOrDotSegment = /(?:^|\/)\.{0,2}(?:\/|$)/;

/**
 * Takes a path apart. Undefined for what names no document: an empty path, a leading, closing or doubled `/`,
 * a `.` or `..` segment; such a path is read by nobody, whatever the patterns.
 */
export function splitPath(text: string): SplitPath | undefined {
  return emptyOrDotSegment.test(text) ? undefined : new LazyPath(text);
}
