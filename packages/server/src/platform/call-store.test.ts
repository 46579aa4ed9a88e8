import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { CallStore } from './call-store.js';

it('CallStore > gives each of several simultaneous calls its own value, and other work none', async () => {
  const store = new CallStore<number>();
  const read = async (turns: number) => {
    const values: (number | undefined)[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      await nextTick();
      values.push(store.value);
    }
    return values;
  };
  const short = store.run(1, () => read(2));
  const long = store.run(2, () => read(9));
  expect(await short).toEqual([1, 1]);
  expect(store.value).toBeUndefined();
  expect(await long).toEqual(Array.from({ length: 9 }, () => 2));
  expect(await read(1)).toEqual([undefined]);
  expect(await store.run(3, () => read(2))).toEqual([3, 3]);
});
