import { afterEach, expect, it } from 'vitest';
import { createLog } from '../platform/log.js';
import type { ThreadIndex } from './host.js';
import { IndexCache } from './index-cache.js';
import { IndexThread } from './index-thread.js';

interface ThreadNumber extends ThreadIndex {
  read(argument: undefined): number;
}

/** Answers each call with the number of its thread, or `false` if the thread cannot collect garbage. */
const file = new URL(`data:text/javascript,
  import { parentPort, threadId } from 'node:worker_threads';
  const result = typeof gc === 'function' && threadId;
  parentPort.on('message', ({ id }) => parentPort.postMessage({ id, answer: { result } }));
`);
const log = createLog('silent');
const cache = new IndexCache({ memoryBytes: 1_000, log, clock: () => new Date() });
let thread = new IndexThread(file, { cache, log });

afterEach(async () => {
  await thread.close();
  thread = new IndexThread(file, { cache, log });
});

const create = () => thread.create<ThreadNumber>('records', 'none', () => undefined);
const drop = async (index: ReturnType<typeof create>) => {
  index.drop();
  // Answered after the index was dropped.
  await thread.embed([]);
};
const read = (index: ReturnType<typeof create>) => index.call('read', undefined);

it('IndexThread > stops the thread after its last index was dropped, and the next call starts another one', async () => {
  const index = create();
  const first = await read(index);
  await drop(index);
  await thread.closeUnused();
  await thread.closeUnused();
  expect(await read(create())).toBeGreaterThan(first);
});

it('IndexThread > lets the thread collect garbage, which an idle thread does not do by itself', async () => {
  expect(await read(create())).not.toBe(false);
});

it('IndexThread > keeps the thread while it has an index, a call is running, or it was called since the last check', async () => {
  const index = create();
  const first = await read(index);
  await thread.closeUnused();
  await thread.closeUnused();
  expect(await read(index)).toBe(first);
  await drop(index);
  await thread.closeUnused();
  await thread.embed(['lamp']);
  await thread.closeUnused();
  const running = thread.embed(['lamp']);
  await thread.closeUnused();
  await thread.closeUnused();
  await running;
  expect(await read(create())).toBe(first);
});

it('IndexThread > a call that arrives while the thread stops is answered by the next thread', async () => {
  const index = create();
  const first = await read(index);
  await drop(index);
  await thread.closeUnused();
  const stopping = thread.closeUnused();
  const later = create();
  expect(await read(later)).toBeGreaterThan(first);
  await stopping;
  expect(later.isDropped).toBe(false);
});
