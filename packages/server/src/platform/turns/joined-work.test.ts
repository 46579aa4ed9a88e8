import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JoinedWork } from './joined-work.js';

const unlimited = { waitMs: Number.POSITIVE_INFINITY, refusal: () => new Error('refused') };

test('JoinedWork > gives each item its own result, in the order of arrival, with one work at a time for each key', async () => {
  const sizes = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 1, max: 4 })), {
    minLength: 1,
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(sizes, async (items) => {
      const joined = new JoinedWork<number, string>(unlimited);
      const running = new Set<string>();
      const done = new Map<string, number[]>();
      const results = await Promise.all(
        items.map(async ([key, most], n) => {
          for (let pauses = 0; pauses < n % 3; pauses += 1) await Promise.resolve();
          return joined.run(key, n, async (take) => {
            expect(running.has(key)).toBe(false);
            running.add(key);
            await Promise.resolve();
            const taken = take().slice(0, most);
            await new Promise(setImmediate);
            done.set(key, [...(done.get(key) ?? []), ...taken]);
            running.delete(key);
            return taken.map((item) => `${key}${item}`);
          });
        }),
      );
      expect(results).toEqual(items.map(([key], n) => `${key}${n}`));
      for (const [key, order] of done) {
        expect(new Set(order).size).toBe(items.filter(([name]) => name === key).length);
      }
    }),
  );
});

test('JoinedWork > joins what arrives while work runs, and fails together if it fails', async () => {
  const joined = new JoinedWork<number, number>(unlimited);
  const calls: (readonly number[])[] = [];
  let isBroken = false;
  const run = (item: number) =>
    joined.run('key', item, async (take) => {
      const taken = take();
      calls.push(taken);
      await new Promise(setImmediate);
      if (isBroken) throw new Error('broken');
      return taken.map((each) => 2 * each);
    });
  expect(await Promise.all([run(1), run(2), run(3)])).toEqual([2, 4, 6]);
  expect(calls).toEqual([[1, 2, 3]]);
  isBroken = true;
  const failed = await Promise.allSettled([run(4), run(5)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  expect(await run(6)).toBe(12);
});

test('JoinedWork > refuses further items of a key while one waits too long', async () => {
  const joined = new JoinedWork<number, number>({ waitMs: -1, refusal: () => new Error('later') });
  let end = (): void => undefined;
  const blocked = new Promise<void>((resolve) => {
    end = resolve;
  });
  const first = joined.run('a', 1, async (take) => {
    await blocked;
    return take();
  });
  await expect(joined.run('a', 2, async (take) => take())).rejects.toThrow('later');
  expect(await joined.run('b', 3, async (take) => take())).toBe(3);
  end();
  expect(await first).toBe(1);
  expect(await joined.run('a', 4, async (take) => take())).toBe(4);
});
