import type { PathSegment, SplitPath } from './path.js';
import type { CharacterClass, Token } from './tokens.js';

/** A compiled pattern without braces. */
export interface CompiledAlternative {
  readonly matches: (path: SplitPath) => boolean;
  /** The literal text with which every matched path starts. */
  readonly start: string;
  /** The folder in which it matches every path at any depth; undefined if there is none. */
  readonly wholeFolder: string | undefined;
  /** Number of characters between two stars. These are compared at every position of a path. */
  readonly floatingCharacters: number;
}

/** The condition that one segment of a pattern sets for a segment of a path. */
type SegmentPattern =
  | { readonly kind: 'globstar' }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'wildcard'; readonly blocks: readonly (readonly CharacterUnit[])[] };

type CharacterUnit = number | 'any' | CharacterClass;

/**
 * Compiles one alternative. Matching compares each character of a path once, and the m floating characters up to (path
 * length - m) times.
 */
export function compileAlternative(alternative: readonly Token[]): CompiledAlternative {
  const segments = splitBlocks(alternative, (token) => token.kind === 'slash').map(compileSegment);
  if (asksForMoreBelow(segments)) {
    segments.push(anySegment);
  }
  const blocks = splitBlocks(segments, (segment) => segment.kind === 'globstar');
  const [start, end] = [literalStart(alternative), literalEnd(alternative)];
  return {
    matches: (path) =>
      path.text.startsWith(start) && path.text.endsWith(end) && matchesBlocks(blocks, path.segments, acceptsSegment),
    start,
    wholeFolder: wholeFolderOf(segments),
    floatingCharacters: floatingCharacters(blocks),
  };
}

/**
 * The `a/b` of `a/b/**`, which matches everything in that folder. Undefined if another wildcard makes it depend on the
 * path.
 */
function wholeFolderOf(segments: readonly SegmentPattern[]): string | undefined {
  const names = segments.slice(0, -1).flatMap((segment) => (segment.kind === 'literal' ? [segment.text] : []));
  const isWhole = segments.at(-1)?.kind === 'globstar' && names.length === segments.length - 1;
  return isWhole ? names.join('/') : undefined;
}

function floatingCharacters(blocks: readonly (readonly SegmentPattern[])[]): number {
  const anchored = blocks.filter((_, index) => index === 0 || index === blocks.length - 1).flat();
  const floating = blocks.slice(1, -1).flat();
  const inAnchored = anchored.flatMap((segment) =>
    segment.kind === 'wildcard' ? segment.blocks.slice(1, -1).flat() : [],
  );
  const inFloating = floating.flatMap((segment) => (segment.kind === 'wildcard' ? segment.blocks.flat() : [0]));
  return [...inAnchored, ...inFloating].reduce<number>((sum, unit) => sum + unitCost(unit), 0);
}

function unitCost(unit: CharacterUnit): number {
  return typeof unit === 'object' ? Math.max(1, unit.ranges.length / 2) : 1;
}

const anySegment: SegmentPattern = { kind: 'wildcard', blocks: [[], []] };

// `docs/**` also matches a document named `docs`. `docs/*/**`, however, does not match `docs/a`: after a segment that
// ends in `*`, a final `**` requires at least one more segment. picomatch does the same, and it is the narrower
// meaning.
function asksForMoreBelow(segments: readonly SegmentPattern[]): boolean {
  const before = segments.findLastIndex((segment) => segment.kind !== 'globstar');
  const segment = segments[before];
  return before < segments.length - 1 && segment?.kind === 'wildcard' && segment.blocks.at(-1)?.length === 0;
}

function compileSegment(tokens: readonly Token[]): SegmentPattern {
  if (tokens.length === 2 && tokens.every((token) => token.kind === 'star')) {
    return { kind: 'globstar' };
  }
  const units = tokens.map(characterUnit);
  if (units.every((unit) => typeof unit === 'number')) {
    return { kind: 'literal', text: String.fromCodePoint(...units) };
  }
  return { kind: 'wildcard', blocks: splitBlocks(units, (unit) => unit === 'star') as CharacterUnit[][] };
}

function characterUnit(token: Token): CharacterUnit | 'star' {
  switch (token.kind) {
    case 'literal':
      return token.codePoint;
    case 'any':
    case 'star':
      return token.kind;
    case 'class':
      return token;
    default:
      throw new Error(`A ${token.kind} token is never inside a segment.`);
  }
}

/**
 * The literal start of all matched paths. Together with the literal end it rejects most paths without splitting them. A
 * slash before a wildcard is not part of it, because `docs/**` also matches `docs`.
 */
function literalStart(alternative: readonly Token[]): string {
  const end = alternative.findIndex(isWildcard);
  return literalText(end === -1 ? alternative : alternative.slice(0, end)).replace(/\/$/, '');
}

/** The literal text that every matched path ends with. */
function literalEnd(alternative: readonly Token[]): string {
  return literalText(alternative.slice(alternative.findLastIndex(isWildcard) + 1)).replace(/^\//, '');
}

function isWildcard({ kind }: Token): boolean {
  return kind !== 'literal' && kind !== 'slash';
}

function literalText(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.kind === 'literal' ? String.fromCodePoint(token.codePoint) : '/')).join('');
}

function acceptsSegment(pattern: SegmentPattern, segment: PathSegment): boolean {
  if (pattern.kind === 'literal') {
    return pattern.text === segment.text;
  }
  return pattern.kind === 'wildcard' && matchesBlocks(pattern.blocks, segment.codePoints, acceptsCharacter);
}

function acceptsCharacter(unit: CharacterUnit, codePoint: number): boolean {
  if (typeof unit === 'number') {
    return unit === codePoint;
  }
  return unit === 'any' || unit.negated !== inRanges(unit.ranges, codePoint);
}

function inRanges(ranges: readonly number[], codePoint: number): boolean {
  for (let at = 0; at < ranges.length; at += 2) {
    if (codePoint >= (ranges[at] as number) && codePoint <= (ranges[at + 1] as number)) {
      return true;
    }
  }
  return false;
}

/**
 * Matches items against blocks of units, with any number of items between two blocks. A single block must match all
 * items. The first block must match at the start and the last one at the end. The others match at their leftmost
 * position, which leaves the most room for the rest. No backtracking is needed, so the cost is at most units × items.
 */
export function matchesBlocks<Unit, Item>(
  blocks: readonly (readonly Unit[])[],
  items: readonly Item[],
  accepts: (unit: Unit, item: Item) => boolean,
): boolean {
  const first = blocks[0] as readonly Unit[];
  const last = blocks[blocks.length - 1] as readonly Unit[];
  if (blocks.length === 1) {
    return items.length === first.length && matchesAt(first, items, 0, accepts);
  }
  const end = items.length - last.length;
  if (end < first.length || !matchesAt(first, items, 0, accepts) || !matchesAt(last, items, end, accepts)) {
    return false;
  }
  let at = first.length;
  for (let index = 1; index < blocks.length - 1; index += 1) {
    const block = blocks[index] as readonly Unit[];
    while (at + block.length <= end && !matchesAt(block, items, at, accepts)) {
      at += 1;
    }
    at += block.length;
    if (at > end) {
      return false;
    }
  }
  return true;
}

function matchesAt<Unit, Item>(
  block: readonly Unit[],
  items: readonly Item[],
  start: number,
  accepts: (unit: Unit, item: Item) => boolean,
): boolean {
  for (let index = 0; index < block.length; index += 1) {
    if (!accepts(block[index] as Unit, items[start + index] as Item)) {
      return false;
    }
  }
  return true;
}

/** Splits a row at its separators: `a*b` becomes the blocks `a` and `b`. */
export function splitBlocks<Unit>(row: readonly Unit[], separates: (unit: Unit) => boolean): Unit[][] {
  const blocks: Unit[][] = [[]];
  for (const unit of row) {
    if (separates(unit)) {
      blocks.push([]);
    } else {
      blocks[blocks.length - 1]?.push(unit);
    }
  }
  return blocks;
}
