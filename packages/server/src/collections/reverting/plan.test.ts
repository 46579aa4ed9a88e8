import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ChainLink, stepOf } from './plan.js';

/** The writes of one record. For each: whether it deletes the record, and whether the revert selects it. */
const writes = fc.array(fc.record({ tombstoned: fc.boolean(), selected: fc.boolean() }), {
  minLength: 1,
  maxLength: 8,
});

it('stepOf > returns a record to its state before the first selected write, if that state is kept', () => {
  fc.assert(
    fc.property(writes, fc.nat(8), (made, dropped) => {
      const at = (index: number) => new Date(Date.UTC(2026, 0, 1 + index));
      const chain = made.map(
        ({ tombstoned }, index): ChainLink => ({
          version: `v${index}`,
          next_version: index + 1 < made.length ? `v${index + 1}` : null,
          // The first write creates the record, so it cannot be a deletion.
          tombstoned: tombstoned && index > 0,
          created_at: at(0),
          updated_at: at(index),
        }),
      );
      const kept = chain.slice(Math.min(dropped, chain.length - 1));
      const isSelected = (index: number) => made[index]?.selected === true;
      const versions = new Set(chain.filter((_, index) => made[index]?.selected).map(({ version }) => version));
      const step = stepOf(kept, { versions, lowestMark: 0 });
      const first = chain.findIndex((link, index) => kept.includes(link) && isSelected(index));
      const later = chain.findLast((_, index) => index > first && !isSelected(index));
      const before = chain[first - 1];
      if (first === -1) {
        expect(step).toEqual({ kind: 'untouched' });
      } else if (first === 0) {
        expect(step).toEqual({ kind: 'remove', changedAt: later?.updated_at ?? null });
      } else if (before === undefined || !kept.includes(before)) {
        expect(step).toEqual({ kind: 'not_kept' });
      } else {
        const { version, tombstoned } = before;
        expect(step).toEqual({ kind: 'restore', version, tombstoned, changedAt: later?.updated_at ?? null });
      }
    }),
  );
});
