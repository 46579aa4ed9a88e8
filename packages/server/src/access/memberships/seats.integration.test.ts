import { describe, expect, it } from 'vitest';
import { startSuiteService, type TestAnswer, type TestWorkspace } from '../../testing/service.js';
import { createKey } from '../testing/keys.js';

const service = await startSuiteService();

/** Returns a function that calls with different API keys, 25 calls each, to stay below the rate limit. */
async function callerWithKeys(workspace: TestWorkspace, calls: number) {
  const keys: string[] = [];
  for (let made = 0; made * 25 < calls; made += 1) {
    keys.push((await createKey(service, workspace.id)).secret);
  }
  let next = 0;
  return (method: string, path: string, body?: unknown): Promise<TestAnswer> => {
    next += 1;
    return service.call(method, `/v1${path}`, {
      token: keys[next % keys.length] ?? '',
      ...(body === undefined ? {} : { body }),
    });
  };
}

async function seatsUsed(workspace: TestWorkspace): Promise<number> {
  const listed = await service.call('PATCH', `/operator/workspaces/${workspace.id}`, {
    token: service.operatorToken,
    body: { name: workspace.name },
  });
  return listed.body.workspace.seats_used;
}

function tally(answers: readonly TestAnswer[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { status, body } of answers) {
    const key = `${status} ${body.error?.code ?? body.status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

describe('seats', () => {
  it('200 concurrent grants on 50 free seats: exactly 50 succeed and 150 are refused with seat_cap_reached', async () => {
    const workspace = await service.createWorkspace({ reader_seats: 50 });
    const v1 = await callerWithKeys(workspace, 200);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => v1('POST', '/members', { email: `buyer${index}@example.com` })),
    );
    expect(tally(answers)).toEqual({ '200 active': 50, '402 seat_cap_reached': 150 });
    expect(await seatsUsed(workspace)).toBe(50);
  });

  it('20 concurrent grants to one address take one seat', async () => {
    const workspace = await service.createWorkspace({ reader_seats: 50 });
    const v1 = await callerWithKeys(workspace, 20);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => v1('POST', '/members', { email: 'one@example.com' })),
    );
    expect(tally(answers)).toEqual({ '200 active': 1, '409 member_exists': 19 });
    expect(await seatsUsed(workspace)).toBe(1);
  });

  it('are counted exactly during concurrent grants and revocations', async () => {
    const workspace = await service.createWorkspace({ reader_seats: 5 });
    const rounds = 6;
    const people = Array.from({ length: 12 }, (_, index) => `storm${index}@example.com`);
    const v1 = await callerWithKeys(workspace, people.length * rounds * 2);
    await Promise.all(
      people.map(async (email) => {
        for (let round = 0; round < rounds; round += 1) {
          await v1('POST', '/members', { email });
          await v1('DELETE', `/members/${email}`);
        }
      }),
    );
    expect(await seatsUsed(workspace)).toBe(0);
    const after = await callerWithKeys(workspace, people.length);
    const answers = await Promise.all(people.map((email) => after('POST', '/members', { email })));
    expect(tally(answers)).toEqual({ '200 active': 5, '402 seat_cap_reached': 7 });
  });

  it('lowered below the number in use, revoke no member and admit none', async () => {
    const workspace = await service.createWorkspace({ reader_seats: 2 });
    const v1 = await callerWithKeys(workspace, 10);
    await v1('POST', '/members', { email: 'a@example.com' });
    await v1('POST', '/members', { email: 'b@example.com' });
    await service.call('PATCH', `/operator/workspaces/${workspace.id}`, {
      token: service.operatorToken,
      body: { reader_seats: 1 },
    });
    await v1('DELETE', '/members/a@example.com');
    expect(tally([await v1('POST', '/members', { email: 'c@example.com' })])).toEqual({ '402 seat_cap_reached': 1 });
    expect(await seatsUsed(workspace)).toBe(1);
  });
});
