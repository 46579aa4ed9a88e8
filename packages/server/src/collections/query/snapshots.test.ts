import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLater, readSnapshot } from './snapshots.js';

it('a snapshot is read with what was running in it, its own transaction too', () => {
  expect(readSnapshot('7:12:7,9:11')).toEqual({ end: '12', running: ['7', '9', '11'] });
  expect(readSnapshot('12:12::')).toEqual({ end: '12', running: [] });
});

it('of the snapshots of one history each is later than all before it in which anything had not ended', () => {
  const history = fc.array(fc.record({ begins: fc.boolean(), ends: fc.nat() }), { maxLength: 30 });
  fc.assert(
    fc.property(history, (events) => {
      let next = 100;
      const running = new Set<number>();
      let ended = 0;
      const snapshots = events.map(({ begins, ends }) => {
        if (begins) {
          running.add(next);
          next += 1;
        } else {
          const one = [...running][ends % Math.max(1, running.size)];
          ended += one !== undefined && running.delete(one) ? 1 : 0;
        }
        // As the database numbers them: the end comes right after the highest number that has ended.
        const all = Array.from({ length: next - 100 }, (_, n) => 100 + n);
        const end = Math.max(99, ...all.filter((number) => !running.has(number))) + 1;
        const shown = [...running].filter((number) => number < end);
        return { ended, snapshot: readSnapshot(`${Math.min(end, ...shown)}:${end}:${shown.join(',')}:`) };
      });
      for (const [at, { ended: now, snapshot }] of snapshots.entries()) {
        for (const before of snapshots.slice(0, at)) {
          expect(isLater(snapshot, before.snapshot)).toBe(now > before.ended);
        }
      }
    }),
  );
});
