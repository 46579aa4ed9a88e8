import { expect, test } from 'vitest';
import { ServiceError } from '../errors.js';
import { FairGate } from './fair-gate.js';

/** Work that finishes when the test decides. */
function openWork() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

test('FairGate > a share that fills the gate does not delay other shares', async () => {
  const gate = new FairGate({ atATime: 2, slotsPerShare: 10 });
  const blocker = openWork();
  const busy = [1, 2, 3].map(() => gate.run('busy', blocker.work));
  expect(await gate.run('other', async () => 'done')).toBe('done');
  blocker.end();
  await Promise.all(busy);
});

test('FairGate > alternates between shares, and runs the work of each in order, one at a time', async () => {
  const gate = new FairGate({ atATime: 1, slotsPerShare: 10 });
  const order: string[] = [];
  const work = (share: string, name: string) => gate.run(share, async () => void order.push(name));
  await Promise.all([
    work('a', 'a1'),
    work('a', 'a2'),
    work('a', 'a3'),
    work('b', 'b1'),
    work('b', 'b2'),
    work('c', 'c1'),
  ]);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('FairGate > limits the slots of a share, and frees them when its work finishes', async () => {
  const gate = new FairGate({ atATime: 2, slotsPerShare: 2 });
  const blocker = openWork();
  const taken = [gate.run('a', blocker.work), gate.admit('a', (turn) => turn(blocker.work))];
  const refused = await gate.run('a', blocker.work).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ServiceError);
  expect(refused).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } });
  expect(await gate.run('b', async () => 'done')).toBe('done');
  blocker.end();
  await Promise.all(taken);
  expect(await gate.run('a', async () => 'done')).toBe('done');
});

test('FairGate > takes a slot before the turn, and frees both if the work fails', async () => {
  const gate = new FairGate({ atATime: 1, slotsPerShare: 1 });
  const arriving = openWork();
  const failing = gate.admit('a', async (turn) => {
    await arriving.work();
    return turn(() => Promise.reject(new Error('broken')));
  });
  await expect(gate.run('a', async () => 'done')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await gate.run('b', async () => 'done')).toBe('done');
  arriving.end();
  await expect(failing).rejects.toThrow('broken');
  expect(await gate.run('a', async () => 'done')).toBe('done');
});

test('FairGate > limits the running work of a share, and prefers the shares with the least running work', async () => {
  const gate = new FairGate({ atATime: 3, perShare: 2, slotsPerShare: 10 });
  const order: string[] = [];
  const blockers = [openWork(), openWork(), openWork()];
  const work = (share: string, name: string, until = openWork()) =>
    gate.run(share, () => {
      order.push(name);
      return until.work();
    });
  for (const [name, until] of Object.entries({ a1: blockers[0], a2: blockers[1], a3: undefined, b1: blockers[2] })) {
    void work(name.slice(0, 1), name, until);
  }
  const settled = () => new Promise(setImmediate);
  await settled();
  expect(order).toEqual(['a1', 'a2', 'b1']);
  void work('a', 'a4');
  void work('b', 'b2');
  void work('c', 'c1');
  expect(gate.queued).toBe(4);
  blockers[0]?.end();
  await settled();
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1']);
  blockers[2]?.end();
  await settled();
  expect(order.at(-1)).toBe('b2');
});

test('FairGate > lets others run during an aside, and waits for a new turn after it, even if it fails', async () => {
  const gate = new FairGate({ atATime: 1, slotsPerShare: 10 });
  const order: string[] = [];
  const waiting = openWork();
  const blocker = openWork();
  const first = gate.run('a', async (aside) => {
    await aside(waiting.work);
    order.push('first');
    await aside(() => Promise.reject(new Error('broken'))).catch(() => order.push('failed'));
  });
  const second = gate.run('a', () => blocker.work().then(() => order.push('second')));
  waiting.end();
  await new Promise(setImmediate);
  expect(order).toEqual([]);
  blocker.end();
  await Promise.all([first, second]);
  expect(order).toEqual(['second', 'first', 'failed']);
  expect(await gate.run('a', async () => 'done')).toBe('done');
});

test('FairGate > refuses work that waits too long, and removes it from the queue', async () => {
  const gate = new FairGate({ atATime: 1, slotsPerShare: 10, waitMs: 1 });
  const blocker = openWork();
  const busy = gate.run('a', blocker.work);
  await expect(gate.run('a', async () => 'late')).rejects.toMatchObject({ code: 'unavailable' });
  expect(gate.queued).toBe(0);
  blocker.end();
  await busy;
  expect(await gate.run('a', async () => 'done')).toBe('done');
});

test('FairGate > starts work of a share only within its reach, and checks again when the reach changes', async () => {
  const reach = new Map([['late', 1]]);
  const gate = new FairGate({ atATime: 2, slotsPerShare: 10, reachOf: (share) => reach.get(share) ?? 2 });
  const order: string[] = [];
  const blocker = openWork();
  const busy = gate.run('a', blocker.work);
  const late = gate.run('late', async () => void order.push('late'));
  await gate.run('b', async () => void order.push('b'));
  expect(order).toEqual(['b']);
  reach.set('late', 2);
  gate.next();
  await late;
  expect(order).toEqual(['b', 'late']);
  blocker.end();
  await busy;
});
