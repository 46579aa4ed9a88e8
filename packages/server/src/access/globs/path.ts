/** A document path to match against many patterns. It is split once, when the first pattern needs it. */
export interface SplitPath {
  readonly text: string;
  readonly segments: readonly PathSegment[];
}

/** A path segment as code points, so that `?` also matches a character outside of the basic plane. */
export interface PathSegment {
  readonly text: string;
  readonly codePoints: readonly number[];
}

class LazySegment implements PathSegment {
  private knownCodePoints: readonly number[] | undefined;

  constructor(readonly text: string) {}

  get codePoints(): readonly number[] {
    this.knownCodePoints ??= codePointsOf(this.text);
    return this.knownCodePoints;
  }
}

/** Several times faster than iterating the string, which matters for lists of many paths. */
function codePointsOf(text: string): number[] {
  const codePoints: number[] = [];
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) as number;
    codePoints.push(codePoint);
    at += codePoint > 0xffff ? 2 : 1;
  }
  return codePoints;
}

class LazyPath implements SplitPath {
  private knownSegments: readonly PathSegment[] | undefined;

  constructor(readonly text: string) {}

  get segments(): readonly PathSegment[] {
    this.knownSegments ??= this.text.split('/').map((part) => new LazySegment(part));
    return this.knownSegments;
  }
}

const emptyOrDotSegment = /(?:^|\/)\.{0,2}(?:\/|$)/;

/**
 * Splits a path. Undefined if it names no document: empty, a leading, trailing or double `/`, a `.` or `..` segment. No
 * pattern matches such a path.
 */
export function splitPath(text: string): SplitPath | undefined {
  return emptyOrDotSegment.test(text) ? undefined : new LazyPath(text);
}
