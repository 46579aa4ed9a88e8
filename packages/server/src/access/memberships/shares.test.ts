import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../../acceptance/full-size.mjs';
import { completeShare, decideShare, type StatedShare, sharesAfter } from './decide-share.js';
import { grantOf, type Share } from './shares.js';

const now = new Date('2026-06-01T12:00:00Z');
const moment = '2026-06-01T12:00:00.000000Z';
const ids = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const ends = [null, '2026-05-01T00:00:00Z', '2026-12-01T00:00:00Z'];
const conditions = {
  terms: { memberSeats: 100, billingActive: true, takenSeats: 0 },
  groups: new Set(ids),
  now,
};

interface Event {
  readonly source: number;
  readonly time: number;
  readonly isEnded: boolean;
}

/** The statement of an event. What a source grants at one time is always the same. */
function statementOf({ source, time, isEnded }: Event): StatedShare {
  const number = source * 10 + time;
  const expiry = ends[number % 3] ?? null;
  return {
    email: 'ada@example.com',
    source: ['a', 'b', null][source],
    asOf: `2026-01-01T00:00:00.00000${time}Z`,
    by: 'grant',
    isEnded,
    groups: ids.filter((_, bit) => (number >> bit) % 2 === 1),
    access: 'read_only',
    startsAt: null,
    expiresAt: expiry === null ? null : new Date(expiry),
  };
}

function stateAfter(events: readonly Event[]): ReadonlyMap<string, Share> {
  return events.reduce<ReadonlyMap<string, Share>>((shares, event) => {
    const statement = statementOf(event);
    const share = completeShare(statement, { last: shares.get(statement.source ?? ''), now, moment });
    const decision = decideShare({ row: undefined, shares, revokedAsOf: '' }, { statement, share }, conditions);
    return 'refusal' in decision || decision.result === 'stale' ? shares : sharesAfter({ shares }, share);
  }, new Map());
}

/** What is granted by each source, and the time of its last statement. */
function shown(shares: ReadonlyMap<string, Share>) {
  return [...shares.values()]
    .map(({ source, asOf, isEnded, assignments, expiresAt }) => ({
      ...{ source, asOf, isEnded, groups: assignments.map(({ groupId }) => groupId) },
      expiresAt: isEnded ? null : expiresAt,
    }))
    .sort((one, other) => (one.source < other.source ? -1 : 1));
}

test('statements of several sources > end in the same state in any order and with any repetition', () => {
  const event = fc.record({ source: fc.nat(2), time: fc.nat(5), isEnded: fc.boolean() });
  const orders = fc.array(event, { minLength: 1, maxLength: 8 }).chain((events) =>
    fc.tuple(
      fc.constant(events),
      fc.array(fc.constantFrom(...events), { maxLength: 8 }).chain((again) => {
        const sent = [...events, ...again];
        return fc.shuffledSubarray(sent, { minLength: sent.length, maxLength: sent.length });
      }),
    ),
  );
  fc.assert(
    fc.property(orders, ([events, sent]) => {
      const latest = [0, 1, 2].flatMap((source) =>
        events
          .filter((each) => each.source === source)
          .sort((one, other) => one.time - other.time || Number(one.isEnded) - Number(other.isEnded))
          .slice(-1),
      );
      expect(shown(stateAfter(sent))).toEqual(shown(stateAfter(latest)));
      expect(grantOf(stateAfter(sent).values(), now)).toEqual(grantOf(stateAfter(latest).values(), now));
    }),
    { numRuns: propertyRuns(10_000) },
  );
});

test('a statement at the time of an end > is stale, and an end at the time of a statement applies', () => {
  const [grant, end] = [false, true].map((isEnded) => ({ source: 0, time: 1, isEnded })) as [Event, Event];
  for (const order of [
    [grant, end],
    [end, grant],
  ]) {
    expect([...stateAfter(order).values()]).toMatchObject([{ isEnded: true, assignments: [] }]);
  }
});
