import { expect, test } from 'vitest';
import { ServiceError } from '../errors.js';
import { FairGate, inTwoTurns } from './fair-gate.js';

/** Work that a test lets end. */
function openWork() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

test('a share that fills the gate delays no other share', async () => {
  const gate = new FairGate({ atATime: 2, placesPerShare: 10 });
  const held = openWork();
  const busy = [1, 2, 3].map(() => gate.run('busy', held.work));
  expect(await gate.run('other', async () => 'done')).toBe('done');
  held.end();
  await Promise.all(busy);
});

test('shares take turns, and the work of one runs in order, one at a time', async () => {
  const gate = new FairGate({ atATime: 1, placesPerShare: 10 });
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

test('a share has so many places and no more, and has them again when its work has ended', async () => {
  const gate = new FairGate({ atATime: 2, placesPerShare: 2 });
  const held = openWork();
  const taken = [gate.run('a', held.work), gate.admit('a', (turn) => turn(held.work))];
  const refused = await gate.run('a', held.work).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ServiceError);
  expect(refused).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } });
  expect(await gate.run('b', async () => 'done')).toBe('done');
  held.end();
  await Promise.all(taken);
  expect(await gate.run('a', async () => 'done')).toBe('done');
});

test('a place is taken before the turn, and work that fails gives both back', async () => {
  const gate = new FairGate({ atATime: 1, placesPerShare: 1 });
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

test('in two turns the next work of a share is prepared while one finishes, no further one is, and the order stays', async () => {
  const preparing = new FairGate({ atATime: 4, placesPerShare: 10 });
  const finishing = new FairGate({ atATime: 4, placesPerShare: 10 });
  const order: string[] = [];
  const held = openWork();
  const work = (name: string) =>
    preparing.admit('a', (prepare) =>
      finishing.admit('a', (finish) =>
        inTwoTurns(
          { prepare, finish },
          {
            prepare: async () => void order.push(`prepare ${name}`),
            finish: async () => {
              order.push(`finish ${name}`);
              await held.work();
              return name;
            },
          },
        ),
      ),
    );
  const all = ['1', '2', '3'].map(work);
  await new Promise(setImmediate);
  expect(order).toEqual(['prepare 1', 'finish 1', 'prepare 2']);
  held.end();
  expect(await Promise.all(all)).toEqual(['1', '2', '3']);
  expect(order).toEqual(['prepare 1', 'finish 1', 'prepare 2', 'finish 2', 'prepare 3', 'finish 3']);
});

test('in two turns work that fails in either step gives both back', async () => {
  const gate = new FairGate({ atATime: 2, placesPerShare: 2 });
  const steps = { prepare: async () => 'prepared', finish: async () => 'done' };
  const fail = () => Promise.reject(new Error('broken'));
  const run = (changed: Partial<typeof steps>) =>
    gate.admit('a', (prepare) =>
      gate.admit('b', (finish) => inTwoTurns({ prepare, finish }, { ...steps, ...changed })),
    );
  await expect(run({ prepare: fail })).rejects.toThrow('broken');
  await expect(run({ finish: fail })).rejects.toThrow('broken');
  expect(await run({})).toBe('done');
});
