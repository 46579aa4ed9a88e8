/** A document path that is matched by many patterns. It is split once, when the first pattern needs it. */
export interface SplitPath {
  readonly text: string;
  readonly segments: readonly PathSegment[];
}

/** One segment of a path. Code points, not code units, so that `?` also matches one character outside the basic plane. */
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

/** Several times as fast as to iterate over the text, which a list of many paths does many times. */
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
 * Takes a path apart. Undefined for what names no document: an empty path, a leading, closing or doubled `/`,
 * a `.` or `..` segment; no pattern allows reading such a path.
 */
export function splitPath(text: string): SplitPath | undefined {
  return emptyOrDotSegment.test(text) ? undefined : new LazyPath(text);
}
