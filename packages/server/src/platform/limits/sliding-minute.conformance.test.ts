import { afterAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/database.js';
import { type RateBucket, type RateState, readSlots, takeSlot } from './sliding-minute.js';

const workspaceId = '11111111-1111-4111-8111-111111111111';
let keys = 0;

const test = await openTestDatabase();
afterAll(() => test.close());
await test.database.asSystem((transaction) =>
  transaction.query(
    `insert into workspaces (id, slug, name, reader_seats, billing_active, created_at) values ($1, 'w', 'W', 1, true, now())`,
    [workspaceId],
  ),
);

async function newBucket(limit: number, name = 'grants_and_writes'): Promise<RateBucket> {
  keys += 1;
  const apiKeyId = `22222222-2222-4222-8222-${String(keys).padStart(12, '0')}`;
  await test.database.asSystem((transaction) =>
    transaction.query(
      `insert into api_keys (workspace_id, id, name, capability, capabilities, secret_last_four, created_at)
       values ($1, $2, 'k', 'manage_members', '{manage_members}', 'xxxx', now())`,
      [workspaceId, apiKeyId],
    ),
  );
  return { workspaceId, apiKeyId, bucket: name, limit };
}

function take(bucket: RateBucket): Promise<RateState> {
  return test.database.inWorkspace(workspaceId, (transaction) => takeSlot(transaction, bucket));
}

function read(bucket: RateBucket): Promise<RateState> {
  return test.database.inWorkspace(workspaceId, (transaction) => readSlots(transaction, bucket));
}

/** Simulates elapsed time by making the stored calls of a bucket older. */
async function pass(bucket: RateBucket, milliseconds: number): Promise<void> {
  await test.database.asSystem((transaction) =>
    transaction.query(
      `update rate_limit_windows set calls = array(select c - $3 * interval '1 millisecond' from unnest(calls) c order by c)
       where api_key_id = $1 and bucket = $2`,
      [bucket.apiKeyId, bucket.bucket, milliseconds],
    ),
  );
}

describe('takeSlot', () => {
  it('accepts exactly the limit of concurrent calls', async () => {
    const bucket = await newBucket(30);
    const states = await Promise.all(Array.from({ length: 80 }, () => take(bucket)));
    expect(states.filter((state) => state.accepted)).toHaveLength(30);
    expect(new Set(states.filter((state) => state.accepted).map((state) => state.remaining)).size).toBe(30);
  });

  it('frees each slot exactly when its call is a minute old', async () => {
    const bucket = await newBucket(2);
    await take(bucket);
    await pass(bucket, 40_000);
    await take(bucket);
    const refused = await take(bucket);
    expect(refused).toMatchObject({ accepted: false, remaining: 0 });
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(20);
    await pass(bucket, 20_000);
    expect(await take(bucket)).toMatchObject({ accepted: true, remaining: 0 });
    expect(await take(bucket)).toMatchObject({ accepted: false });
  });

  it('is not prolonged by refused calls', async () => {
    const bucket = await newBucket(1);
    await take(bucket);
    await pass(bucket, 59_000);
    for (let call = 0; call < 5; call += 1) {
      expect(await take(bucket)).toMatchObject({ accepted: false, retryAfterSeconds: 1 });
    }
    await pass(bucket, 1_000);
    expect((await take(bucket)).accepted).toBe(true);
  });

  it('counts every combination of bucket and key separately', async () => {
    const bucket = await newBucket(1);
    const other = { ...bucket, bucket: 'lists_and_revokes' };
    const stranger = await newBucket(1);
    expect((await take(bucket)).accepted).toBe(true);
    expect((await take(other)).accepted).toBe(true);
    expect((await take(stranger)).accepted).toBe(true);
    expect((await take(bucket)).accepted).toBe(false);
  });

  it('readSlots does not count a call', async () => {
    const bucket = await newBucket(3);
    expect(await read(bucket)).toEqual({ accepted: true, remaining: 3, resetSeconds: 0, retryAfterSeconds: 0 });
    await take(bucket);
    await pass(bucket, 15_000);
    expect(await read(bucket)).toMatchObject({ remaining: 2, resetSeconds: 45, retryAfterSeconds: 0 });
    expect(await read(bucket)).toMatchObject({ remaining: 2 });
  });

  it('returns when a call is possible after the limit was lowered', async () => {
    const bucket = await newBucket(3);
    await take(bucket);
    await pass(bucket, 30_000);
    await take(bucket);
    await take(bucket);
    const state = await take({ ...bucket, limit: 2 });
    expect(state).toMatchObject({ accepted: false, remaining: 0 });
    expect(state.retryAfterSeconds).toBeGreaterThan(55);
  });
});
