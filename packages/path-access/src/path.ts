/** A document path to match against many patterns. It is split once, when the first pattern needs it. */
export interface SplitPath {
  readonly text: string;
  readonly segments: readonly PathSegment[];
}

/** The code points of a path segment, so that `?` matches a character that takes two UTF-16 units. */
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

/** A loop over code points is several times faster than iterating the string, which matters for long lists of paths. */
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
 * Splits a path. Returns undefined if it cannot name a document: it is empty, has a leading, trailing or double `/`, or
 * has a segment `.` or `..`. No pattern matches such a path.
 */
export function splitPath(text: string): SplitPath | undefined {
  return emptyOrDotSegment.test(text) ? undefined : new LazyPath(text);
}
