import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { answerInTimeSlices, type SentCall, type Steps, type ThreadReply } from './time-slices.js';

interface Call {
  readonly key: string;
  readonly steps: number;
}

/** Computes for longer than a time slice in every step. */
async function* execute({ key, steps }: Call): Steps<string> {
  for (let step = 0; step < steps; step += 1) {
    const end = performance.now() + 15;
    while (performance.now() < end);
    yield;
  }
  return key;
}

/** Sends calls at the same time, and returns their ids in the order of the replies. */
async function repliesTo(calls: readonly Call[]): Promise<number[]> {
  const incoming = new EventEmitter();
  const ids: number[] = [];
  await new Promise<void>((resolve) => {
    const postMessage = ({ id }: ThreadReply<string>): void => {
      ids.push(id);
      if (ids.length === calls.length) resolve();
    };
    const port = Object.assign(incoming, { postMessage }) as unknown as Parameters<typeof answerInTimeSlices>[0];
    answerInTimeSlices<Call, string>(port, { keyOf: ({ key }) => key, execute });
    for (const [id, call] of calls.entries()) {
      incoming.emit('message', { id, call } satisfies SentCall<Call>);
    }
  });
  return ids;
}

it('answerInTimeSlices > answers a short call without waiting for a long call of another key', async () => {
  const long = { key: 'one', steps: 10 };
  const short = { key: 'other', steps: 1 };
  expect(await repliesTo([long, short])).toEqual([1, 0]);
});

it('answerInTimeSlices > answers the calls of one key in order', async () => {
  const calls = [4, 1, 2].map((steps) => ({ key: 'one', steps }));
  expect(await repliesTo(calls)).toEqual([0, 1, 2]);
});
