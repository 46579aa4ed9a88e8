import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/database.js';
import { type CallBucket, type RateState, readSlots, takeSlot } from './sliding-minute.js';

const test = await openTestDatabase();
afterAll(() => test.close());

function take(key: string, limit: number): Promise<RateState> {
  return takeFrom({ key, limit });
}

function takeFrom(bucket: CallBucket): Promise<RateState> {
  return test.database.withoutWorkspace((queryable) => takeSlot(queryable, bucket));
}

function read(bucket: CallBucket): Promise<RateState> {
  return test.database.withoutWorkspace((queryable) => readSlots(queryable, bucket));
}

function exactBucket(limit: number): CallBucket {
  return { key: randomUUID(), limit, isExact: true };
}

/** Simulates elapsed time by making the stored calls of a key older. */
async function pass(key: string, seconds: number): Promise<void> {
  await test.database.asSystem((transaction) =>
    transaction.query(
      `update call_windows set seconds = array(select s - $2::float8 from unnest(seconds) s order by s),
         checked_at = checked_at - $2 * interval '1 second'
       where key = $1`,
      [key, seconds],
    ),
  );
}

describe('takeSlot', () => {
  it('accepts exactly the limit of concurrent calls', async () => {
    const id = randomUUID();
    const states = await Promise.all(Array.from({ length: 150 }, () => take(id, 100)));
    const accepted = states.filter((state) => state.accepted);
    expect(accepted.map((state) => state.remaining).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, index) => index),
    );
  });

  it('counts every call for a minute, and drops it less than a second later', async () => {
    const id = randomUUID();
    expect((await take(id, 2)).remaining).toBe(1);
    await pass(id, 30);
    expect((await take(id, 2)).retryAfterSeconds).toBeLessThanOrEqual(31);
    await pass(id, 25);
    expect(await take(id, 2)).toMatchObject({ accepted: false, remaining: 0 });
    await pass(id, 6);
    expect(await take(id, 2)).toMatchObject({ accepted: true, remaining: 0 });
    expect((await take(id, 2)).accepted).toBe(false);
  });

  it('does not count a refused call, and returns when a call is possible', async () => {
    const id = randomUUID();
    await take(id, 1);
    for (let call = 0; call < 5; call += 1) {
      const { accepted, remaining, retryAfterSeconds } = await take(id, 1);
      expect([accepted, remaining]).toEqual([false, 0]);
      expect(retryAfterSeconds).toBeGreaterThan(55);
      expect(retryAfterSeconds).toBeLessThanOrEqual(61);
    }
    await pass(id, 61);
    expect((await take(id, 1)).accepted).toBe(true);
  });

  it('returns when a call is possible after the limit was lowered', async () => {
    const id = randomUUID();
    await take(id, 3);
    await pass(id, 30);
    await take(id, 3);
    await take(id, 3);
    const state = await take(id, 2);
    expect(state).toMatchObject({ accepted: false, remaining: 0 });
    expect(state.retryAfterSeconds).toBeGreaterThan(50);
  });

  it('counts keys separately, and stores at most one count per second of each', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    for (let call = 0; call < 70; call += 1) {
      await take(one, 1_000);
      await pass(one, 1);
    }
    expect((await take(other, 1_000)).remaining).toBe(999);
    const [row] = await test.database.asSystem((transaction) =>
      transaction.query<{ kept: number }>('select cardinality(seconds) as kept from call_windows where key = $1', [
        one,
      ]),
    );
    expect(row?.kept).toBeLessThanOrEqual(61);
    expect(row?.kept).toBeGreaterThan(1);
  });

  it('frees slots in the usual time after the database clock is set back', async () => {
    const id = randomUUID();
    await take(id, 2);
    await pass(id, 1);
    await take(id, 2);
    await pass(id, -3_600);
    const state = await take(id, 2);
    expect(state).toMatchObject({ accepted: false, remaining: 0 });
    expect(state.retryAfterSeconds).toBeLessThanOrEqual(61);
    await pass(id, 61);
    expect(await take(id, 2)).toMatchObject({ accepted: true, remaining: 1 });
  });

  it('deletes keys without calls for two minutes', async () => {
    const [idle, busy] = [randomUUID(), randomUUID()];
    await take(idle, 5);
    await pass(idle, 122);
    await take(busy, 5);
    await pass(busy, 118);
    await take(randomUUID(), 5);
    const known = await test.database.asSystem((transaction) =>
      transaction.query('select key from call_windows where key in ($1, $2)', [idle, busy]),
    );
    expect(known).toEqual([{ key: busy }]);
    expect((await take(idle, 5)).remaining).toBe(4);
  });
});

describe('takeSlot of an exact bucket', () => {
  it('accepts exactly the limit of concurrent calls', async () => {
    const bucket = exactBucket(30);
    const states = await Promise.all(Array.from({ length: 80 }, () => takeFrom(bucket)));
    expect(states.filter((state) => state.accepted)).toHaveLength(30);
    expect(new Set(states.filter((state) => state.accepted).map((state) => state.remaining)).size).toBe(30);
  });

  it('frees each slot exactly when its call is a minute old', async () => {
    const bucket = exactBucket(2);
    await takeFrom(bucket);
    await pass(bucket.key, 40);
    await takeFrom(bucket);
    const refused = await takeFrom(bucket);
    expect(refused).toMatchObject({ accepted: false, remaining: 0 });
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(20);
    await pass(bucket.key, 20);
    expect(await takeFrom(bucket)).toMatchObject({ accepted: true, remaining: 0 });
    expect(await takeFrom(bucket)).toMatchObject({ accepted: false });
  });

  it('is not prolonged by refused calls', async () => {
    const bucket = exactBucket(1);
    await takeFrom(bucket);
    await pass(bucket.key, 59);
    for (let call = 0; call < 5; call += 1) {
      expect(await takeFrom(bucket)).toMatchObject({ accepted: false, retryAfterSeconds: 1 });
    }
    await pass(bucket.key, 1);
    expect((await takeFrom(bucket)).accepted).toBe(true);
  });

  it('readSlots does not count a call', async () => {
    const bucket = exactBucket(3);
    expect(await read(bucket)).toEqual({ accepted: true, remaining: 3, resetSeconds: 0, retryAfterSeconds: 0 });
    await takeFrom(bucket);
    await pass(bucket.key, 15);
    expect(await read(bucket)).toMatchObject({ remaining: 2, resetSeconds: 45, retryAfterSeconds: 0 });
    expect(await read(bucket)).toMatchObject({ remaining: 2 });
  });

  it('returns when a call is possible after the limit was lowered', async () => {
    const bucket = exactBucket(3);
    await takeFrom(bucket);
    await pass(bucket.key, 30);
    await takeFrom(bucket);
    await takeFrom(bucket);
    const state = await takeFrom({ ...bucket, limit: 2 });
    expect(state).toMatchObject({ accepted: false, remaining: 0 });
    expect(state.retryAfterSeconds).toBeGreaterThan(55);
  });
});
