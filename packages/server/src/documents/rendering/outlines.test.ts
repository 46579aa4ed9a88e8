import { expect, it } from 'vitest';
import type { Isolated } from '../isolation/isolated.js';
import { outlinesOf } from './outline.js';
import { Outlines } from './outlines.js';

/** Reads outlines in this process. While `fails` is set, a task fails if one of its inputs contains "hostile". */
function reading({ fails = true } = {}) {
  const state = { fails, tasks: 0 };
  const isolated = (async (_name: string, documents: Parameters<typeof outlinesOf>[0]) => {
    state.tasks += 1;
    const isHostile = documents.some(({ text }) => text.includes('hostile'));
    return state.fails && isHostile ? { lost: 'late' } : { answer: outlinesOf(documents) };
  }) as unknown as Isolated;
  return { outlines: new Outlines(isolated), state };
}

it('Outlines > uses the file name of a document whose title cannot be read, and other documents are not affected', async () => {
  const { outlines } = reading();
  const documents = [
    { path: 'a/one.md', text: '# One' },
    { path: 'a/two.md', text: '# hostile' },
    { path: 'a/three.md', text: 'none' },
    { path: 'a/four.txt', text: '# hostile' },
  ];
  expect(await outlines.titlesOf('w', documents)).toEqual(['One', 'two.md', 'three.md', 'four.txt']);
});

it('Outlines > reads front matter once, and again only after a failure', async () => {
  const { outlines, state } = reading();
  const document = { path: 'a.md', text: '---\nword: hostile\n---\n', blob: 'b' };
  expect(await outlines.frontMatterOf('w', document)).toBeNull();
  state.fails = false;
  expect(await outlines.frontMatterOf('w', document)).toEqual({ word: 'hostile' });
  const { tasks } = state;
  expect(await outlines.frontMatterOf('w', document)).toEqual({ word: 'hostile' });
  expect(state.tasks).toBe(tasks);
});

it('Outlines > starts no task for a document without front matter, or one that is not Markdown', async () => {
  const { outlines, state } = reading();
  expect(await outlines.frontMatterOf('w', { path: 'a.md', text: '# One', blob: 'b' })).toBeNull();
  expect(await outlines.frontMatterOf('w', { path: 'a.yaml', text: '---\na: 1\n---\n', blob: 'c' })).toBeNull();
  expect(await outlines.titlesOf('w', [{ path: 'a.csv', text: '# One' }])).toEqual(['a.csv']);
  expect(state.tasks).toBe(0);
});

it('Outlines > reads many documents in batches', async () => {
  const { outlines, state } = reading();
  const documents = Array.from({ length: 130 }, (_, n) => ({ path: `${n}.md`, text: `# ${n}` }));
  expect(await outlines.titlesOf('w', documents)).toEqual(documents.map((_, n) => String(n)));
  expect(state.tasks).toBe(3);
});
