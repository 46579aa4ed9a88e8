import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAddress, personalToken } from '../../identity/testing/people.js';
import { startSuiteService, type TestAnswer } from '../../testing/service.js';
import { type GrantingWorkspace, grantingWorkspace } from '../testing/keys.js';

let shop: GrantingWorkspace;
let group: string;
let other: string;

const service = await startSuiteService();
beforeEach(async () => {
  shop = await grantingWorkspace(service);
  group = (await shop.v1('POST', '/groups', { name: 'Course', paths: ['course/**'] })).body.id;
  other = (await shop.v1('POST', '/groups', { name: 'Extra', paths: ['extra/**'] })).body.id;
});

const hour = 3_600_000;
const soon = new Date(Date.now() + hour).toISOString();
const later = new Date(Date.now() + 2 * hour).toISOString();
const past = new Date(Date.now() - hour).toISOString();

function ensure(email: string, body: object = {}): Promise<TestAnswer> {
  return shop.v1('PUT', `/members/${encodeURIComponent(email)}`, body);
}

function sync(body: object): Promise<TestAnswer> {
  return shop.v1('POST', '/members/sync', body);
}

function setWorkspace(body: object): Promise<TestAnswer> {
  return service.call('PATCH', `/operator/workspaces/${shop.id}`, { token: service.operatorToken, body });
}

async function seatsUsed(): Promise<number> {
  return (await setWorkspace({ name: 'Shop' })).body.workspace.seats_used;
}

async function actions(): Promise<string[]> {
  const rows = await service.services.database.asSystem((transaction) =>
    transaction.query<{ action: string }>(
      `select action from audit_events where workspace_id = $1 and action like 'member.%' order by position`,
      [shop.id],
    ),
  );
  return rows.map(({ action }) => action);
}

function mailsTo(email: string): number {
  return service.mails.filter(({ to }) => to === email).length;
}

describe('members.ensure', () => {
  it('grants, changes nothing when repeated, updates, and grants again after revocation, with one invitation per grant', async () => {
    const email = anAddress();
    const granted = await ensure(email.toUpperCase(), { name: 'Ada', groups: [group, group], expires_at: soon });
    expect(granted.body).toMatchObject({
      email,
      name: 'Ada',
      status: 'active',
      pending: true,
      groups: [group],
      access: 'read_only',
      expires_at: soon,
      result: 'granted',
      email_sent: true,
      workspace: { id: shop.id },
    });
    const retried = await ensure(email, { name: 'Ada', groups: [group], expires_at: soon });
    expect(retried).toMatchObject({
      status: 200,
      body: { id: granted.body.id, result: 'unchanged', email_sent: false },
    });
    expect((await ensure(email)).body.result).toBe('unchanged');
    expect((await ensure(email, { groups: [other] })).body).toMatchObject({
      result: 'updated',
      groups: [other],
      name: 'Ada',
    });
    expect((await ensure(email, { expires_at: null })).body).toMatchObject({ result: 'updated', expires_at: null });
    await shop.v1('DELETE', `/members/${email}`);
    const again = await ensure(email, { groups: [group] });
    expect(again.body).toMatchObject({ id: granted.body.id, result: 'regranted', name: 'Ada', email_sent: true });
    expect(mailsTo(email)).toBe(2);
    expect(await actions()).toEqual(
      ['granted', 'updated', 'updated', 'revoked', 'granted'].map((action) => `member.${action}`),
    );
  });

  it('grants once and takes one seat for 20 concurrent calls of one address', async () => {
    const email = anAddress();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ensure(email, { groups: [group] })));
    const results = answers.map(({ status, body }) => `${status} ${body.result}`).sort();
    expect(results).toEqual(['200 granted', ...Array.from({ length: 19 }, () => '200 unchanged')]);
    expect(await seatsUsed()).toBe(1);
    expect(mailsTo(email)).toBe(1);
  });

  it('frees the seat of an expired grant, keeps it expired when repeated, and restores it if the call sets no expiry', async () => {
    const email = anAddress();
    await ensure(email, { groups: [group] });
    expect((await ensure(email, { expires_at: past })).body).toMatchObject({ result: 'updated', expired: true });
    expect(await seatsUsed()).toBe(0);
    expect((await ensure(email, { expires_at: past })).body.result).toBe('unchanged');
    const back = await ensure(email);
    expect(back.body).toMatchObject({ result: 'regranted', expired: false, expires_at: null, groups: [group] });
    expect(await seatsUsed()).toBe(1);
  });

  it('keeps the access levels of groups', async () => {
    const email = anAddress();
    await ensure(email, { groups: [group] });
    await shop.v1('PUT', `/members/${email}/access`, { assignments: [{ group_id: group, access: 'read_write' }] });
    expect((await ensure(email, { groups: [group] })).body.result).toBe('unchanged');
    expect((await ensure(email, { groups: [group, other] })).body.result).toBe('updated');
    const { access } = (await shop.v1('GET', `/members/${email}/access`)).body;
    expect(access).toMatchObject([
      { group_id: group, access: 'read_write' },
      { group_id: other, access: 'read_only' },
    ]);
  });

  it('links the grant to a person who has signed in before', async () => {
    const email = anAddress();
    await personalToken(service, email);
    expect((await ensure(email)).body.pending).toBe(false);
  });

  it('refuses invalid grants, and does not change the member', async () => {
    const email = anAddress();
    const code = async (answer: Promise<TestAnswer>) => {
      const { status, body } = await answer;
      return `${status} ${body.error.code}`;
    };
    expect(await code(ensure('nobody'))).toBe('400 invalid_request');
    expect(await code(ensure(email, { access: 'all' }))).toBe('400 invalid_access');
    expect(await code(ensure(email, { seats: 2 }))).toBe('400 invalid_request');
    expect(await code(ensure(email, { starts_at: soon, expires_at: past }))).toBe('400 invalid_request');
    const foreign = await grantingWorkspace(service);
    const { id } = (await foreign.v1('POST', '/groups', { name: 'Theirs', paths: ['theirs/**'] })).body;
    expect(await code(ensure(email, { groups: [id] }))).toBe('404 group_not_found');
    const staff = { email, role: 'member' };
    await service.call('POST', `/operator/workspaces/${shop.id}/people`, { token: service.operatorToken, body: staff });
    expect(await code(ensure(email))).toBe('409 member_exists');
    await ensure('holder@example.com', { groups: [group] });
    await setWorkspace({ reader_seats: 1 });
    expect(await code(ensure('late@example.com'))).toBe('402 seat_cap_reached');
    expect((await ensure('holder@example.com', { groups: [] })).body.result).toBe('updated');
    await setWorkspace({ billing_active: false });
    expect(await code(ensure('late@example.com'))).toBe('402 billing_inactive');
    expect((await ensure('holder@example.com', { groups: [group] })).body.result).toBe('updated');
    expect((await shop.v1('GET', '/members')).body.count).toBe(1);
  });
});

describe('members.sync', () => {
  it('grants, updates and revokes until the members equal the list, and returns these changes', async () => {
    for (const email of ['stays@example.com', 'changes@example.com', 'goes@example.com', 'back@example.com']) {
      await ensure(email, { groups: [group] });
    }
    await shop.v1('DELETE', '/members/back@example.com');
    const members = [
      { email: 'Stays@example.com', groups: [group] },
      { email: 'changes@example.com', groups: [other], expires_at: soon },
      { email: 'back@example.com', groups: [group] },
      { email: 'new@example.com', name: 'New', groups: [group, other] },
      { email: 'not an address', groups: [group] },
      { email: 'lost@example.com', groups: [crypto.randomUUID()] },
    ];
    const expected = { granted: 1, regranted: 1, updated: 1, unchanged: 1, revoked: 1 };
    const failed = [
      { email: 'not an address', error: 'invalid_request' },
      { email: 'lost@example.com', error: 'group_not_found' },
    ];
    const body = { members, revoke_missing: true, list_changes: true };
    const dry = await sync({ ...body, dry_run: true });
    expect(dry).toMatchObject({
      status: 200,
      body: { ...expected, failed, dry_run: true, workspace: { id: shop.id } },
    });
    expect((await shop.v1('GET', '/members/goes@example.com/access')).body.access).toHaveLength(1);
    const mails = service.mails.length;
    const real = await sync(body);
    expect(real.body).toEqual({ ...dry.body, dry_run: false });
    expect(real.body.changes).toEqual([
      { email: 'goes@example.com', result: 'revoked' },
      { email: 'changes@example.com', result: 'updated' },
      { email: 'back@example.com', result: 'regranted' },
      { email: 'new@example.com', result: 'granted' },
    ]);
    expect(service.mails).toHaveLength(mails);
    expect((await shop.v1('GET', '/members/goes@example.com/access')).body.access).toEqual([]);
    expect((await shop.v1('GET', '/members/changes@example.com/access')).body).toMatchObject({
      access: [{ group_id: other }],
      expires_at: soon,
    });
    expect(await seatsUsed()).toBe(4);
    const again = await sync({ members, revoke_missing: true });
    expect(again.body).toMatchObject({ granted: 0, regranted: 0, updated: 0, unchanged: 4, revoked: 0 });
    expect(again.body.changes).toBeUndefined();
  });

  it('reuses freed seats, and never exceeds the limit', async () => {
    await setWorkspace({ reader_seats: 2 });
    await ensure('a@example.com');
    await ensure('b@example.com');
    const members = ['c', 'b', 'd', 'e'].map((name) => ({ email: `${name}@example.com`, groups: [group] }));
    const dry = await sync({ members, revoke_missing: true, dry_run: true });
    const real = await sync({ members, revoke_missing: true });
    expect(real.body).toEqual({ ...dry.body, dry_run: false });
    expect(real.body).toMatchObject({ granted: 1, updated: 1, revoked: 1 });
    expect(real.body.failed).toMatchObject(
      ['d', 'e'].map((name) => ({ email: `${name}@example.com`, error: 'seat_cap_reached' })),
    );
    expect(await seatsUsed()).toBe(2);
  });

  it('updates and revokes without billing, but grants nothing', async () => {
    await ensure('a@example.com');
    await setWorkspace({ billing_active: false });
    const members = ['a', 'b'].map((name) => ({ email: `${name}@example.com`, groups: [group] }));
    expect((await sync({ members })).body).toMatchObject({ updated: 1, failed: [{ error: 'billing_inactive' }] });
  });

  it('changes nothing if it would revoke more than the maximum, and returns examples', async () => {
    const members = Array.from({ length: 12 }, (_, index) => ({ email: `m${index}@example.com`, groups: [group] }));
    await sync({ members });
    const none = { members: [{ email: 'new@example.com', groups: [] }], revoke_missing: true };
    const refused = await sync(none);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'too_many_revoked', count: 12 } } });
    expect(refused.body.error.examples).toContain('m1@example.com');
    expect((await sync({ ...none, dry_run: true })).status).toBe(409);
    expect((await sync({ ...none, max_revoked: 11 })).status).toBe(409);
    expect((await shop.v1('GET', '/members')).body.count).toBe(12);
    expect((await sync({ ...none, max_revoked: 12 })).body).toMatchObject({ granted: 1, revoked: 12 });
    expect(await seatsUsed()).toBe(1);
  });

  it('rejects a list in an invalid format as a whole', async () => {
    for (const body of [
      {},
      { members: [] },
      { members: [{ email: 'a@example.com' }] },
      { members: [{ email: 'a@example.com', groups: [], end: soon }] },
    ]) {
      expect(await sync(body)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    }
  });

  it.each([
    ['e-mail', { email: 'ada at example.com' }, 'email'],
    ['name', { name: ' ' }, 'name'],
    ['end', { expires_at: '31.12.2027' }, 'expires_at'],
    ['end before 1970', { expires_at: '1927-01-01T00:00:00Z' }, 'expires_at'],
  ])('rejects only the entry with an invalid %s, and does not revoke its member', async (_what, invalid, field) => {
    await ensure('kept@example.com', { groups: [group] });
    const entry = { email: 'kept@example.com', groups: [group], ...invalid };
    const members = [
      entry,
      { email: 'kept@example.com', groups: [group] },
      { email: 'b@example.com', groups: [group] },
    ];
    const { status, body } = await sync({ members, revoke_missing: true });
    expect({ status, body }).toMatchObject({ status: 200, body: { granted: 1, unchanged: 1, revoked: 0 } });
    expect(body.failed).toEqual([
      { email: entry.email, error: 'invalid_request', message: expect.stringContaining(`: ${field}: `) },
    ]);
  });

  it('merges several entries of one address into all their groups and the latest expiry, and reports it', async () => {
    const order = fc.record({ groups: fc.subarray([0, 1]), ends: fc.constantFrom(undefined, null, soon, later) });
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 2, maxLength: 5 }), async (orders) => {
        const email = anAddress();
        const members = orders.map(({ groups, ends }, index) => ({
          email: index === 0 ? email.toUpperCase() : email,
          groups: groups.map((at) => [group, other][at]),
          ...(ends === undefined ? {} : { expires_at: ends }),
        }));
        const { body } = await sync({ members });
        expect(body).toMatchObject({ granted: 1, failed: [], joined: [{ email, entries: orders.length }] });
        const { access, expires_at } = (await shop.v1('GET', `/members/${email}/access`)).body;
        const assigned = access.map(({ group_id }: { group_id: string }) => group_id);
        expect(new Set(assigned)).toEqual(new Set(members.flatMap(({ groups }) => groups)));
        const ends = orders.map((sent) => sent.ends);
        const latest = ends.includes(later) ? later : ends.includes(soon) ? soon : null;
        expect(expires_at).toBe(ends.includes(null) ? null : latest);
      }),
      { numRuns: 8 },
    );
  });

  it('does not affect admins, editors and other workspaces', async () => {
    const email = anAddress();
    await service.call('POST', `/operator/workspaces/${shop.id}/people`, {
      token: service.operatorToken,
      body: { email, role: 'member' },
    });
    const elsewhere = await grantingWorkspace(service);
    await elsewhere.v1('PUT', '/members/theirs@example.com', {});
    const synced = await sync({ members: [{ email, groups: [group] }], revoke_missing: true });
    expect(synced.body).toMatchObject({ granted: 0, revoked: 0, failed: [{ email, error: 'member_exists' }] });
    expect((await elsewhere.v1('GET', '/members')).body.members).toMatchObject([{ status: 'active' }]);
  });

  it('returns the same result on a dry run as on the real run', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const entry = fc.record({
      name: fc.constantFrom(...names),
      groups: fc.subarray([0, 1]),
      ends: fc.constantFrom(undefined, null, soon, past),
    });
    const list = fc.record({
      entries: fc.array(entry, { minLength: 1, maxLength: 8 }),
      revoke: fc.boolean(),
      seats: fc.nat(6),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(list, { minLength: 1, maxLength: 4 }), async (lists) => {
        shop = await grantingWorkspace(service);
        const ids = [
          (await shop.v1('POST', '/groups', { name: 'A', paths: ['a/**'] })).body.id,
          (await shop.v1('POST', '/groups', { name: 'B', paths: ['b/**'] })).body.id,
        ];
        for (const { entries, revoke, seats } of lists) {
          await setWorkspace({ reader_seats: seats });
          const members = entries.map(({ name, groups, ends }) => ({
            email: `${name}@example.com`,
            groups: groups.map((index) => ids[index]),
            ...(ends === undefined ? {} : { expires_at: ends }),
          }));
          const body = { members, revoke_missing: revoke, list_changes: true };
          const dry = await sync({ ...body, dry_run: true });
          expect((await sync(body)).body).toEqual({ ...dry.body, dry_run: false });
        }
      }),
      { numRuns: 8 },
    );
  });
});
