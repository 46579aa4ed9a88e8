import { describe, expect, it } from 'vitest';
import { type SplitPath, splitPath } from './path.js';
import { parsePattern } from './pattern.js';

function split(path: string): SplitPath {
  const segments = splitPath(path);
  if (segments === undefined) {
    throw new Error(`${path} names no document`);
  }
  return segments;
}

function matches(pattern: string, path: string): boolean {
  const parsed = parsePattern(pattern);
  if ('refused' in parsed) {
    throw new Error(parsed.message);
  }
  return parsed.matches(split(path));
}

function refusal(pattern: string): string | undefined {
  const parsed = parsePattern(pattern);
  return 'refused' in parsed ? parsed.refused : undefined;
}

describe('parsePattern: matching', () => {
  it.each([
    ['docs/**', 'docs/a/b.md'],
    ['docs/**', 'docs'],
    ['docs/**', 'docs/.hidden/.file'],
    ['./docs/*', 'docs/.env'],
    ['**/readme.md', 'readme.md'],
    ['**/readme.md', 'a/b/readme.md'],
    ['a/**/b/**/c', 'a/b/c'],
    ['a/**/b/**/c', 'a/x/b/b/y/c'],
    ['a*b*c', 'aXbbYc'],
    ['report-?.md', 'report-😀.md'],
    ['v[0-9]/*.md', 'v3/x.md'],
    ['v[!0-9]/*.md', 'vx/x.md'],
    ['a[]]b', 'a]b'],
    ['a[-x]b', 'a-b'],
    ['docs/{guide,api/{v1,v2}}/**', 'docs/api/v2/x'],
    ['docs/{,draft-}a.md', 'docs/draft-a.md'],
    ['docs/{slug}/a.md', 'docs/{slug}/a.md'],
    ['price (net), 5+1$.md', 'price (net), 5+1$.md'],
    ['a..b/c', 'a..b/c'],
    ['日本/*', '日本/語'],
  ])('%s matches %s', (pattern, path) => {
    expect(matches(pattern, path)).toBe(true);
  });

  it.each([
    ['docs/*', 'docs/a/b'],
    ['docs/*', 'docs'],
    ['docs/**/*', 'docs'],
    ['docs/*/**', 'docs/a'],
    ['docs/**', 'docsy/a'],
    ['Docs/**', 'docs/a'],
    ['a?b', 'a/b'],
    ['a[!x]b', 'a/b'],
    ['v[0-9]/*.md', 'v10/x.md'],
    ['*.md', 'a/b.md'],
    ['a*b*c', 'aXcYb'],
    ['ab*ba', 'aba'],
  ])('%s does not match %s', (pattern, path) => {
    expect(matches(pattern, path)).toBe(false);
  });
});

describe('parsePattern: rejects patterns without literal text as match-all', () => {
  it.each([
    ...[
      '*',
      '**',
      '**/*',
      '*/**',
      './**',
      '?*',
      '{*,**}',
      '[!x]*',
      '?',
      '[a-z]*',
      '*.*',
      '{docs/**,**}',
      '*/*/*',
      '././*',
    ],
    ...['.*', '_*', '***', '**.*', '?**', '-', '{a,*}', '{docs,{x,**}}/**', '**/', '{docs,}/**'],
  ])('%s', (pattern) => {
    expect(refusal(pattern)).toBe('match_all_pattern');
  });
});

describe('parsePattern: rejects meaningless patterns as invalid', () => {
  it.each([
    ...['', './', '/docs/**', '../docs/**', 'docs/../x', 'docs/{..,a}/x', '!docs/**', './!docs', '{!docs,a}/**'],
    ...['docs\\**', 'docs/[a', 'docs/a]', 'docs/{a', 'docs/a}', 'docs/[z-a]', 'docs/[[:alpha:]]', 'docs/[a/b]c'],
    ...[
      'docs/@(a|b)',
      'docs/+(a)',
      'docs/!(a)',
      'docs/?(a)',
      'docs/*(a)',
      'docs/{1..9}',
      'docs//a',
      'docs/',
      'docs/***',
      'docs/**.md',
      'docs/a**',
    ],
    ...['a\u0000b', 'a\ud800b', 'x'.repeat(513)],
  ])('%j', (pattern) => {
    expect(refusal(pattern)).toBe('invalid_pattern');
  });

  it('rejects braces with too many alternatives', () => {
    expect(refusal(`docs/${'{a,b}'.repeat(8)}`)).toBeUndefined();
    expect(refusal(`docs/${'{a,b}'.repeat(9)}`)).toBe('invalid_pattern');
    expect(refusal(`docs/${'{a,b}'.repeat(60)}`)).toBe('invalid_pattern');
    expect(refusal(`docs/${'{a,b}'.repeat(8)}${'x'.repeat(30)}`)).toBe('invalid_pattern');
    expect(refusal(`docs/{${Array.from({ length: 140 }, (_, index) => index).join(',')}}/**`)).toBeUndefined();
  });
});

describe('parsePattern: accepted patterns', () => {
  it('are stored as sent, without the leading ./', () => {
    expect(parsePattern('././docs/{a,b}/**')).toMatchObject({ text: 'docs/{a,b}/**' });
  });

  it('may have up to 512 characters', () => {
    expect(refusal('x'.repeat(512))).toBeUndefined();
    expect(refusal('*x'.repeat(256))).toBeUndefined();
  });
});
