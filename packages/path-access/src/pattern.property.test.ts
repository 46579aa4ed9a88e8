import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { type PathSegment, splitPath } from './path.js';
import { looksMax, parsePattern } from './pattern.js';
import { readAccess } from './read-access.js';

// Few letters, so that random patterns and paths often match.
const name = fc
  .string({ unit: fc.constantFrom('a', 'b', '.', '-'), minLength: 1, maxLength: 4 })
  .filter((text) => !/^\.\.?$/.test(text));
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((segments) => segments.join('/'));
const piece = fc.oneof(name, fc.constantFrom('*', '?', '[ab]', '[!a]', 'a*', '*b', '*.b'));
const segment = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('')),
  fc.constant('**'),
);
const plainPattern = fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join('/'));
const accepted = plainPattern.filter((text) => !('refused' in parsePattern(text)));

/** The result of picomatch. `posix` makes it read `[!a]` as a negation, as shells do. */
function byLibrary(pattern: string, candidate: string): boolean {
  return picomatch(pattern.replace(/^(\.\/)+/, ''), { dot: true, posix: true })(candidate);
}

/** Expands the braces of a pattern from `bracedPattern`, which has one pair of braces without nesting. */
function byHandWithoutBraces(pattern: string): string[] {
  const [, before = '', inside = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  return inside === '' ? [pattern] : inside.split(',').map((branch) => before + branch + after);
}

const bracedPattern = fc
  .tuple(
    fc.constantFrom('', 'a/', 'a'),
    fc.array(plainPattern, { minLength: 2, maxLength: 3 }),
    fc.constantFrom('', '/b', '/**'),
  )
  .map(([before, branches, after]) => `${before}{${branches.join(',')}}${after}`)
  .filter((text) => !('refused' in parsePattern(text)));

describe('parsePattern', () => {
  it('gives the same result for every Unicode normalization form', () => {
    const word = fc.string({ unit: fc.constantFrom('é', 'Ü', 'ñ', 'a', '가', 'ﬁ', 'ẛ̣'), minLength: 1, maxLength: 5 });
    const wrap = fc.constantFrom('docs/%', '%/**', 'docs/{%,x}/*', 'docs/%/*.md', '*/%');
    const form = fc.constantFrom('NFC', 'NFD');
    fc.assert(
      fc.property(word, wrap, form, form, (letters, written, one, other) => {
        const path = written
          .replace('%', letters)
          .replace(/\{(.*),x\}/, '$1')
          .replaceAll('**', 'a')
          .replaceAll('*', 'a');
        const pattern = written.replace('%', letters);
        const reads = (paths: string) =>
          readAccess([{ id: '1', name: 'g', paths: [paths] }]).canRead(path.normalize('NFC'));
        expect(reads(pattern.normalize(one))).toBe(true);
        expect(parsePattern(pattern.normalize(one))).toMatchObject({ text: pattern.normalize('NFC') });
        expect(reads(pattern.normalize(other))).toBe(true);
      }),
    );
  });

  it('matches like picomatch, including dot files', () => {
    fc.assert(
      fc.property(accepted, path, (pattern, candidate) => {
        expect(readAccess([{ id: '1', name: 'g', paths: [pattern] }]).canRead(candidate)).toBe(
          byLibrary(pattern, candidate),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('treats a pattern with braces like the list of its alternatives', () => {
    fc.assert(
      fc.property(bracedPattern, path, (pattern, candidate) => {
        const expected = byHandWithoutBraces(pattern).some((alternative) => byLibrary(alternative, candidate));
        expect(readAccess([{ id: '1', name: 'g', paths: [pattern] }]).canRead(candidate)).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('readAccess.decide', () => {
  const group = fc.record({ id: fc.uuid(), name: fc.string(), paths: fc.array(accepted, { maxLength: 4 }) });

  it('equals a simple implementation for random trees, groups and paths, and returns the matching patterns', () => {
    fc.assert(
      fc.property(fc.array(group, { maxLength: 4 }), fc.array(path, { maxLength: 12 }), (groups, tree) => {
        const access = readAccess(groups);
        const expected = tree.filter((candidate) =>
          groups.some(({ paths }) => paths.some((pattern) => byLibrary(pattern, candidate))),
        );
        expect(tree.filter((path) => access.canRead(path))).toEqual(expected);
        for (const candidate of tree) {
          const { allowed, matches } = access.explain(candidate);
          expect(allowed).toBe(expected.includes(candidate));
          expect(matches.length > 0).toBe(allowed);
          expect(matches.every(({ pattern }) => byLibrary(pattern, candidate))).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('readAccess.reachInto', () => {
  // Even fewer letters, so that patterns often name a folder or its parent.
  const letter = fc.constantFrom('a', 'b', 'c');
  const folder = fc.array(letter, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/'));
  const whole = folder.map((each) => `${each}/**`);

  it('returns "all" or "none" only if it is true of every path in the folder', () => {
    const seen = { all: 0, some: 0, none: 0 };
    fc.assert(
      fc.property(fc.array(fc.oneof(accepted, whole), { maxLength: 3 }), folder, name, (paths, where, file) => {
        const access = readAccess([{ id: '1', name: 'g', paths }]);
        const reach = access.reachInto(where);
        seen[reach] += 1;
        expect(reach === 'some' || access.canRead(`${where}/${file}`) === (reach === 'all')).toBe(true);
      }),
      { numRuns: 3_000 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
  });
});

describe('parsePattern: match-all', () => {
  // Patterns here are ASCII and names contain only other letters, so a match can only come from wildcards.
  const anything = fc.string({ unit: fc.constantFrom(...'ab1*?[]!^{},/.-*{}**'), minLength: 1, maxLength: 24 });
  const randomName = fc.string({ unit: fc.constantFrom(...'αβγδεζηθ'), minLength: 8, maxLength: 16 });
  const randomPath = fc.array(randomName, { minLength: 1, maxLength: 6 }).map((segments) => segments.join('/'));

  it('no accepted set of patterns matches a path of random names', () => {
    let acceptedSets = 0;
    fc.assert(
      fc.property(fc.array(anything, { minLength: 1, maxLength: 20 }), randomPath, (sent, candidate) => {
        const paths = sent.filter((text) => !('refused' in parsePattern(text)));
        acceptedSets += paths.length > 0 ? 1 : 0;
        expect(readAccess([{ id: '1', name: 'g', paths }]).canRead(candidate)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
    expect(acceptedSets).toBeGreaterThan(200);
  });
});

describe('parsePattern: cost', () => {
  const letters = (count: number): string => 'a'.repeat(count);
  const costly = [
    ...[
      `${'*a'.repeat(255)}*b`,
      `${'*?'.repeat(200)}a`,
      `*${'?'.repeat(250)}b*`,
      `*${letters(250)}?b*`,
      `*${'[a-b]'.repeat(90)}b*`,
    ],
    ...[`${'**/*a*a*b/'.repeat(40)}x`, `**/${'?a/'.repeat(120)}b/**`, `${'{a,aa}'.repeat(8)}${letters(12)}?b`],
    ...[`{*a*a*b,*aa*aa*b}${letters(20)}*`, `*{${letters(40)},${letters(41)}}?b*`],
  ];
  const paths = [
    letters(512),
    'a/'.repeat(255) + letters(2),
    `${letters(100)}/`.repeat(5) + letters(7),
    'aa/'.repeat(170) + letters(2),
  ];

  it.each(costly)('%s compares each character of a path a bounded number of times', (pattern) => {
    const parsed = parsePattern(pattern);
    if ('refused' in parsed) {
      throw new Error(parsed.message);
    }
    for (const text of paths) {
      const counted = countedPath(text);
      parsed.matches(counted.path);
      // Parts that are anchored at the start or end compare each character at most once per alternative, of which there
      // are at most 256.
      expect(counted.reads()).toBeLessThanOrEqual(looksMax + 256 * 512);
    }
  });

  it('rejects patterns whose matching would exceed the bound', () => {
    expect(
      parsePattern(`*{${Array.from({ length: 16 }, (_, index) => letters(12 + index)).join(',')}}b*`),
    ).toMatchObject({ refused: 'invalid_pattern' });
  });
});

/** A path that counts accesses to its characters and segments. */
function countedPath(text: string): { path: { text: string; segments: readonly PathSegment[] }; reads: () => number } {
  let reads = 0;
  const segments = (splitPath(text)?.segments ?? []).map(({ text: part, codePoints }) => ({
    text: part,
    codePoints: new Proxy(codePoints, {
      get: (target, key, receiver): unknown => {
        reads += typeof key === 'string' && /^\d+$/.test(key) ? 1 : 0;
        return Reflect.get(target, key, receiver);
      },
    }),
  }));
  return { path: { text, segments }, reads: () => reads };
}
