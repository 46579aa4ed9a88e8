import { expect, test } from 'vitest';
import { SharedWork } from './shared-work.js';

test('SharedWork > runs work of a key once for concurrent callers, and again later', async () => {
  const shared = new SharedWork<string, object>();
  const work = async () => ({});
  const [one, other, different] = await Promise.all(['a', 'a', 'b'].map((key) => shared.run(key, work)));
  expect(one).toBe(other);
  expect(one).not.toBe(different);
  expect(await shared.run('a', work)).not.toBe(one);
});

test('SharedWork > a failure of one caller fails no other caller', async () => {
  const shared = new SharedWork<string, string>();
  const failing = shared.run('a', () => Promise.reject(new Error('broken')));
  const other = shared.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await other).toBe('done');
});
