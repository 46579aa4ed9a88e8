import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { type CallersWorkspace, callersWorkspace } from '../../collections/testing/callers.js';
import { signIn } from '../../identity/testing/browser.js';
import { anAddress, personalToken } from '../../identity/testing/people.js';
import { startSuiteService, type TestAnswer } from '../../testing/service.js';

let workspace: CallersWorkspace;
let groups: string[];

const service = await startSuiteService();
beforeEach(async () => {
  workspace = await callersWorkspace(service);
  groups = [await workspace.group()];
});

const hour = 3_600_000;

function fromNow(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}

function grant(body: object): Promise<TestAnswer> {
  return service.call('POST', '/v1/members', { ...workspace.apiKey, body: { groups, ...body } });
}

/** Sets the times of a stored grant directly, as if it had been granted earlier. */
function setTimes(email: string, times: { starts?: string; expires?: string }): Promise<unknown> {
  const set = 'set starts_at = now() + $2::interval, expires_at = now() + $3::interval';
  const values = [email, times.starts ?? null, times.expires ?? null];
  return service.services.database.asSystem(async (transaction) => {
    await transaction.query(`update memberships ${set} where email = $1`, values);
    await transaction.query(`update shares ${set} where email = $1`, values);
    await transaction.query(
      `update group_holders ${set} where holder_id = (select id from memberships where email = $1)`,
      values,
    );
  });
}

async function seatsUsed(): Promise<number> {
  const operator = { token: service.operatorToken };
  return (await workspace.must('PATCH', `/operator/workspaces/${workspace.id}`, { name: 'Shop' }, operator)).workspace
    .seats_used;
}

it('timed grants > have a state that depends on status and times only', async () => {
  const offset = fc.option(fc.integer({ min: -5, max: 5 }).filter((seconds) => seconds !== 0));
  const grants = fc.array(
    fc.record({ status: fc.constantFrom('active', 'revoked'), starts: offset, expires: offset }),
    {
      minLength: 1,
      maxLength: 50,
    },
  );
  await fc.assert(
    fc.asyncProperty(grants, async (sent) => {
      const rows = await service.services.database.asSystem((transaction) =>
        transaction.query<{ state: string; seat: boolean }>(
          `select membership_state(status, starts, expires) as state, holds_seat('reader', status, starts, expires) as seat
           from (select g.status, now() + g.starts * interval '1 second' as starts,
                        now() + g.expires * interval '1 second' as expires, g.position
                 from unnest($1::text[], $2::int[], $3::int[]) with ordinality as g (status, starts, expires, position)) g
           order by position`,
          [sent.map(({ status }) => status), sent.map(({ starts }) => starts), sent.map(({ expires }) => expires)],
        ),
      );
      const expected = sent.map(({ status, starts, expires }) => {
        const isOver = expires !== null && expires < 0;
        const state = isOver ? 'expired' : starts !== null && starts > 0 ? 'not_started' : 'current';
        return { state: status === 'revoked' ? status : state, seat: status === 'active' && !isOver };
      });
      expect(rows).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

it('timed grants > show their times in every response', async () => {
  const times = { starts_at: fromNow(-hour), expires_at: fromNow(hour) };
  const granted = await grant({ email: 'timed@example.com', ...times });
  expect(granted.body).toMatchObject({ status: 'active', ...times, expired: false });
  expect((await workspace.must('GET', '/v1/members', undefined, workspace.apiKey)).members[0]).toMatchObject(times);
  const access = await workspace.must('GET', '/v1/members/timed@example.com/access', undefined, workspace.apiKey);
  expect(access).toMatchObject({ ...times, expired: false, access: [{ group_id: groups[0] }] });
  const unlimited = await grant({ email: 'always@example.com', starts_at: null });
  expect(unlimited.body).toMatchObject({ starts_at: null, expires_at: null, expired: false });
});

it('timed grants > reject invalid times', async () => {
  const moment = fromNow(hour);
  const backwards = { email: 'odd@example.com', starts_at: moment, expires_at: moment };
  for (const times of [
    backwards,
    { ...backwards, expires_at: 'tomorrow' },
    { ...backwards, starts_at: '0001-01-01T00:00:00Z' },
  ]) {
    expect(await grant(times)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  }
});

it('timed grants > stop giving access at the first call after they expire', async () => {
  const { clone_url: cloneUrl } = await workspace.must('POST', '/repos', { name: 'docs' });
  await workspace.must('PUT', '/documents/content', { path: 'docs/a.md', text: 'Hinges', base: null });
  await workspace.must('POST', '/collections', { name: 'parts' });
  await workspace.must('PUT', `/collections/parts/grants/${groups[0]}`, { permission: 'read' });
  const email = anAddress();
  await grant({ email });
  const device = { token: await personalToken(service, email), workspace: workspace.id };
  const browser = { headers: (await signIn(service, email)).headers() };
  const listDocuments = (caller: object) => service.call('GET', '/documents', caller);
  expect((await listDocuments(device)).body.documents).toHaveLength(1);
  expect((await listDocuments(browser)).body.documents).toHaveLength(1);
  const basic = { authorization: `Basic ${btoa(`git:${device.token}`)}` };
  const clone = () =>
    service.call('GET', `${new URL(cloneUrl).pathname}/info/refs?service=git-upload-pack`, { headers: basic });
  expect((await clone()).status).toBe(200);
  for (const times of [{ expires: '-1 second' }, { starts: '1 hour' }]) {
    await setTimes(email, times);
    expect(await listDocuments(device)).toMatchObject({ status: 403, body: { error: { code: 'not_a_member' } } });
    expect((await listDocuments(browser)).status).toBe(403);
    const question = { ...device, body: { query: 'hinge' } };
    expect((await service.call('POST', '/collections/parts/query', question)).status).toBe(403);
    expect((await clone()).status).not.toBe(200);
    const tool = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_documents', arguments: { workspace: workspace.id } },
    };
    const relayed = await service.call('POST', '/mcp/http/', {
      token: device.token,
      headers: { accept: 'application/json, text/event-stream' },
      body: tool,
    });
    expect(relayed.body.result).toMatchObject({ isError: true });
    expect((await service.call('GET', '/workspaces', { token: device.token })).body.workspaces).toEqual([]);
  }
  await setTimes(email, { starts: '-1 hour', expires: '1 hour' });
  expect((await listDocuments(device)).body.documents).toHaveLength(1);
});

it('access.explain > returns the time as the reason', async () => {
  await grant({ email: 'asked@example.com' });
  const explain = () =>
    workspace.must('GET', '/v1/members/asked@example.com/access/explain?path=docs/a.md', undefined, workspace.apiKey);
  expect(await explain()).toMatchObject({ readable: true });
  await setTimes('asked@example.com', { expires: '-1 second' });
  expect(await explain()).toMatchObject({ readable: false, reason: 'expired', matches: [] });
  await setTimes('asked@example.com', { starts: '1 hour' });
  expect(await explain()).toMatchObject({ readable: false, reason: 'not_started', matches: [] });
});

it('timed grants > take a seat before they start, but not after they expire', async () => {
  const operator = { token: service.operatorToken };
  await workspace.must('PATCH', `/operator/workspaces/${workspace.id}`, { reader_seats: 1 }, operator);
  expect((await grant({ email: 'later@example.com', starts_at: fromNow(hour) })).status).toBe(200);
  expect(await seatsUsed()).toBe(1);
  expect((await grant({ email: 'next@example.com' })).body.error.code).toBe('seat_cap_reached');
  await setTimes('later@example.com', { expires: '-1 second' });
  expect(await seatsUsed()).toBe(0);
  expect((await grant({ email: 'next@example.com' })).status).toBe(200);
  const listed = await workspace.must('GET', '/v1/members', undefined, workspace.apiKey);
  expect(listed.members).toMatchObject([
    { email: 'next@example.com', expired: false },
    { email: 'later@example.com', status: 'active', expired: true },
  ]);
  expect((await grant({ email: 'later@example.com' })).body.error.code).toBe('seat_cap_reached');
});

it('members.grant > restores an expired member without the earlier times', async () => {
  const first = await grant({ email: 'back@example.com', expires_at: fromNow(-hour) });
  expect(first.body).toMatchObject({ status: 'active', expired: true, email_sent: false });
  const again = await grant({ email: 'back@example.com' });
  expect(again.body).toMatchObject({ id: first.body.id, expired: false, expires_at: null, email_sent: true });
});

it('people.update > clears the dates when a member becomes an editor', async () => {
  const { id } = (await grant({ email: 'staff@example.com', expires_at: fromNow(hour) })).body;
  const admin = await workspace.person({ role: 'admin' });
  await workspace.must('PATCH', `/settings/people/${id}`, { role: 'member' }, admin);
  const { people } = await workspace.must('GET', '/settings/people', undefined, admin);
  expect(people).toContainEqual(expect.objectContaining({ id, role: 'member', expires_at: null }));
});
