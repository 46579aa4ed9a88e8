import { expect, it } from 'vitest';
import { BuildTurns } from './build-turns.js';

/** The order in which pages are read of indexes of so many pages each, all begun at once. */
async function orderOf(turns: BuildTurns, sizes: Readonly<Record<string, number>>): Promise<string> {
  const read: string[] = [];
  await Promise.all(
    Object.entries(sizes).map(([name, pages]) => {
      const index = { bytes: 0 };
      return turns.during(index, async () => {
        for (let page = 0; page < pages; page += 1) {
          await turns.next(index, { read: page, page: () => Promise.resolve(read.push(name)) });
          index.bytes += 1;
        }
      });
    }),
  );
  return read.join('');
}

it('indexes are read in turn, so that a small one never waits for all of a large one', async () => {
  expect(await orderOf(new BuildTurns(100), { a: 6, b: 2, c: 1 })).toBe('abcabaaaa');
});

it('when they take too much memory together, large ones go on one after the other, and a small one waits for none', async () => {
  const read = await orderOf(new BuildTurns(6), { a: 9, b: 9, c: 1 });
  expect(read.slice(0, read.lastIndexOf('a')).replaceAll(/[^b]/g, '').length).toBeLessThan(5);
  expect(read).toHaveLength(19);
  const turns = new BuildTurns(6);
  let end = () => undefined as void;
  const large = { bytes: 7 };
  const done = turns.during(large, () => new Promise<void>((resolve) => (end = resolve)));
  expect(await orderOf(turns, { d: 2 })).toBe('dd');
  expect(await turns.next({ bytes: 9 }, { read: 0, page: () => Promise.resolve('a column') })).toBe('a column');
  end();
  await done;
});

it('a page that fails fails for its own index only', async () => {
  const turns = new BuildTurns(100);
  const failing = turns.next({ bytes: 0 }, { read: 0, page: () => Promise.reject(new Error('no such page')) });
  await expect(failing).rejects.toThrow('no such page');
  expect(await orderOf(turns, { a: 2 })).toBe('aa');
  expect(turns.bytes).toBe(0);
});
