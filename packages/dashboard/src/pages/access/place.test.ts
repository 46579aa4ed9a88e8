import { readAccess } from '@tessera/path-access';
import { expect, it } from 'vitest';
import { patternOf, patternsFor, probeOf } from './place.js';

const reads = (pattern: string, path: string): boolean =>
  readAccess([{ id: '1', name: 'One', paths: [pattern] }]).canRead(path);

it('the pattern of a place > matches that document alone, and everything in that folder', () => {
  for (const path of ['docs/page.md', 'docs/[draft] {a,b}*?+(1).md']) {
    expect(reads(patternOf({ path, isFolder: false }), path)).toBe(true);
    expect(reads(patternOf({ path, isFolder: false }), `${path}x`)).toBe(false);
    expect(reads(patternOf({ path, isFolder: true }), `${path}/deep/page.md`)).toBe(true);
    expect(reads(patternOf({ path, isFolder: true }), `${path}x/page.md`)).toBe(false);
  }
});

it('the patterns of a group for a place > are those that match it', () => {
  const group = { id: '1', name: 'One', paths: ['course/**', 'course/*.md', 'other/**'] };
  expect(patternsFor(group, probeOf({ path: 'course', isFolder: true }))).toEqual(['course/**', 'course/*.md']);
  expect(patternsFor(group, 'course/paid/page.md')).toEqual(['course/**']);
});
