import { limits } from '@tessera/contract';
import { expandBraces } from './braces.js';
import { type CompiledAlternative, compileAlternative } from './compile.js';
import type { SplitPath } from './path.js';
import { MalformedPattern, type Token, tokenize } from './tokens.js';

/** A valid path pattern. `text` is the form that is stored and shown. */
export interface PathPattern {
  readonly text: string;
  readonly matches: (path: SplitPath) => boolean;
  /** The literal starts. Every matched path starts with one of these. */
  readonly starts: readonly string[];
  /** Folders in which it matches every path at any depth, such as `docs` for `docs/**`. */
  readonly wholeFolders: readonly string[];
}

/** A rejected pattern: error code, and a message that says what to do. */
export interface RefusedPattern {
  readonly refused: 'invalid_pattern' | 'match_all_pattern';
  readonly message: string;
}

/** The path length for which the cost of a pattern is bounded. */
const pathCharacters = 512;

/**
 * Maximum comparisons for the parts between stars, over all alternatives, on a path of that length. One alternative
 * with m such characters takes up to m × (512 - m), so a pattern without braces never exceeds the maximum. The most
 * expensive valid pattern takes less than a millisecond (measured by bench/access).
 */
export const looksMax = (pathCharacters / 2) ** 2;

/**
 * Validates a pattern by the rules of group paths, and compiles its Unicode form C. Removes a leading `./`. A pattern
 * is rejected as match-all if an alternative has no letter or digit outside of wildcards and brackets.
 */
export function parsePattern(sent: string): PathPattern | RefusedPattern {
  // Paths are in Unicode form C, but stored patterns may not be.
  const text = sent.replace(/^(?:\.\/)+/, '').normalize('NFC');
  try {
    refuseBadText(sent, text);
    const alternatives = expandBraces(tokenize(text));
    alternatives.forEach(refuseBadAlternative);
    if (!alternatives.every(isAnchored)) {
      return {
        refused: 'match_all_pattern',
        message: `\`${sent}\` would match everything: every alternative needs a letter or digit of its own, as in \`docs/**\`.`,
      };
    }
    alternatives.forEach(refuseMeaningless);
    const compiled = alternatives.map(compileAlternative);
    refuseCostly(compiled);
    const starts = [...new Set(compiled.map(({ start }) => start))];
    const wholeFolders = compiled.flatMap(({ wholeFolder }) => wholeFolder ?? []);
    const [only, ...others] = compiled.map((alternative) => alternative.matches);
    const isOne = only !== undefined && others.length === 0;
    const matches = isOne ? only : (path: SplitPath) => compiled.some((alternative) => alternative.matches(path));
    return { text, matches, starts, wholeFolders };
  } catch (error) {
    if (error instanceof MalformedPattern) {
      return { refused: 'invalid_pattern', message: `\`${sent}\` cannot be used: ${error.message}` };
    }
    throw error;
  }
}

function refuseBadText(sent: string, text: string): void {
  if (text === '' || Array.from(sent).length > limits.patternCharacters) {
    throw new MalformedPattern(`a pattern has 1 to ${limits.patternCharacters} characters.`);
  }
  if (/[\p{Cc}\p{Cs}]/u.test(sent)) {
    throw new MalformedPattern('it contains control characters or invalid Unicode.');
  }
  if (text.startsWith('/')) {
    throw new MalformedPattern('patterns are relative; remove the leading `/`.');
  }
}

/** Rejects alternatives that contain a negation or `..`. */
function refuseBadAlternative(alternative: readonly Token[]): void {
  const segments = segmentTexts(alternative);
  if (segments[0]?.startsWith('!')) {
    throw new MalformedPattern('negation is not supported; list what can be read.');
  }
  if (segments.includes('..')) {
    throw new MalformedPattern('a `..` segment is not allowed.');
  }
}

/**
 * Rejects patterns that can match nothing or that tools read differently: empty segments, and `**` within a segment.
 */
function refuseMeaningless(alternative: readonly Token[]): void {
  for (const segment of segmentTexts(alternative)) {
    if (segment === '') {
      throw new MalformedPattern(
        'an empty segment matches nothing; to match a folder and its content, write `folder/**`.',
      );
    }
    if (segment.includes('**') && segment !== '**') {
      throw new MalformedPattern('`**` stands alone between slashes: write `docs/**/*.md`, not `docs/**.md`.');
    }
  }
}

function segmentTexts(alternative: readonly Token[]): string[] {
  return alternative.map(tokenText).join('').split('/');
}

function tokenText(token: Token): string {
  if (token.kind === 'literal') {
    return String.fromCodePoint(token.codePoint);
  }
  if (token.kind === 'slash') {
    return '/';
  }
  return token.kind === 'star' ? '*' : '?';
}

function isAnchored(alternative: readonly Token[]): boolean {
  return alternative.some(
    (token) => token.kind === 'literal' && /[\p{L}\p{N}]/u.test(String.fromCodePoint(token.codePoint)),
  );
}

function refuseCostly(alternatives: readonly CompiledAlternative[]): void {
  const looks = alternatives.map(
    ({ floatingCharacters }) => floatingCharacters * Math.max(0, pathCharacters - floatingCharacters),
  );
  if (looks.reduce((sum, count) => sum + count, 0) > looksMax) {
    throw new MalformedPattern('it is too costly to match; use fewer alternatives or split the pattern.');
  }
}
