import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../acceptance/full-size.mjs';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
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
const day = 24 * hour;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
const at = (second: number) => `2026-01-31T10:00:0${second}.000Z`;

function state(email: string, body: object): Promise<TestAnswer> {
  return shop.v1('PUT', `/members/${email}`, { send_email: false, ...body });
}

function end(email: string, source: string, asOf?: string): Promise<TestAnswer> {
  const query = asOf === undefined ? '' : `?as_of=${encodeURIComponent(asOf)}`;
  return shop.v1('DELETE', `/members/${email}/sources/${encodeURIComponent(source)}${query}`);
}

async function accessOf(email: string) {
  const { body } = await shop.v1('GET', `/members/${email}/access`);
  return { ...body, groups: body.access.map(({ group_id: id }: { group_id: string }) => id) };
}

/** Moves the times of a source's share, as if it had been granted earlier. */
async function expire(email: string, source: string): Promise<void> {
  const past = "expires_at = now() - interval '1 second'";
  await service.services.database.asSystem(async (transaction) => {
    await transaction.query(`update shares set ${past} where email = $1 and source = $2`, [email, source]);
    await transaction.query(
      `update group_holders set ${past}
       where source = $2 and holder_id in (select id from memberships where email = $1)`,
      [email, source],
    );
  });
}

async function seatsUsed(): Promise<number> {
  const answer = await service.call('PATCH', `/operator/workspaces/${shop.id}`, {
    token: service.operatorToken,
    body: { name: 'Shop' },
  });
  return answer.body.workspace.seats_used;
}

describe('members.ensure with a source', () => {
  it('lets a person read what any source grants, and takes one seat', async () => {
    const email = anAddress();
    expect((await state(email, { groups: [group] })).body.result).toBe('granted');
    const bought = await state(email, { source: 'stripe:a', groups: [other], as_of: at(1) });
    expect(bought.body).toMatchObject({ result: 'granted', groups: [group, other].sort(), status: 'active' });
    expect(await accessOf(email)).toMatchObject({
      groups: [group, other],
      sources: [
        { source: null, groups: [group], live: true },
        {
          source: 'stripe:a',
          groups: [other],
          access: 'read_only',
          starts_at: null,
          expires_at: null,
          as_of: at(1),
          live: true,
        },
      ],
    });
    expect(await seatsUsed()).toBe(1);
    expect((await end(email, 'stripe:a', at(2))).body).toMatchObject({
      result: 'revoked',
      member: { email, status: 'active' },
      workspace: { id: shop.id },
    });
    expect(await accessOf(email)).toMatchObject({
      groups: [group],
      sources: [
        { source: null, live: true },
        { source: 'stripe:a', groups: [], as_of: at(2), live: false },
      ],
    });
    expect((await end(email, 'stripe:a', at(2))).body.result).toBe('unchanged');
  });

  it('ignores statements that are older than the last one of the source, to the microsecond', async () => {
    const email = anAddress();
    const times = ['2026-01-31T10:00:00.000001Z', '2026-01-31T12:00:00.000002+02:00'];
    await state(email, { source: 's', groups: [group], as_of: times[1], name: 'Ada' });
    const older = await state(email, { source: 's', groups: [], as_of: times[0], name: 'Bob' });
    expect(older.body).toMatchObject({ result: 'stale', name: 'Ada', groups: [group], email_sent: false });
    expect((await end(email, 's', times[0])).body.result).toBe('stale');
    expect((await accessOf(email)).sources).toMatchObject([{ as_of: '2026-01-31T10:00:00.000002Z', live: true }]);
    expect((await end(email, 's', times[1])).body.result).toBe('revoked');
    expect((await state(email, { source: 's', groups: [group], as_of: times[1] })).body.result).toBe('stale');
    expect((await state(email, { source: 's', groups: [group] })).body.result).toBe('regranted');
  });

  it('remembers a later statement that changes nothing', async () => {
    const email = anAddress();
    const grant = { source: 's', groups: [group] };
    await state(email, { ...grant, as_of: at(1) });
    expect((await state(email, { ...grant, as_of: at(3) })).body.result).toBe('unchanged');
    expect((await end(email, 's', at(2))).body.result).toBe('stale');
    expect((await end(email, 's', at(4))).body.result).toBe('revoked');
    expect((await end(email, 's', at(6))).body.result).toBe('unchanged');
    expect((await state(email, { ...grant, as_of: at(5) })).body.result).toBe('stale');
  });

  it('remembers the end of an unknown source, of members and of unknown addresses', async () => {
    const [stranger, known] = [anAddress(), anAddress()];
    await state(known, { groups: [group] });
    expect((await end(stranger, 's', at(2))).body).toMatchObject({ result: 'unchanged', member: null });
    expect((await end(known, 's', at(2))).body).toMatchObject({ result: 'unchanged', member: { email: known } });
    const late = await state(stranger, { source: 's', groups: [group], as_of: at(1) });
    expect(late).toMatchObject({ status: 200, body: { id: null, email: stranger, result: 'stale', groups: [] } });
    expect((await state(known, { source: 's', groups: [other], as_of: at(1) })).body).toMatchObject({
      result: 'stale',
      groups: [group],
    });
    expect((await shop.v1('GET', `/members/${stranger}/access`)).status).toBe(404);
    expect((await shop.v1('GET', '/members')).body.count).toBe(1);
    expect((await state(stranger, { source: 's', groups: [group], as_of: at(3) })).body.result).toBe('granted');
    expect((await end(crypto.randomUUID(), 's')).body.error.code).toBe('member_not_found');
  });

  it('forgets ends after 30 days', async () => {
    const email = anAddress();
    await end(email, 'old', at(2));
    await service.services.database.asSystem((transaction) =>
      transaction.query("update shares set ended_at = now() - interval '31 days' where email = $1", [email]),
    );
    await end(anAddress(), 'new');
    expect((await state(email, { source: 'old', groups: [group], as_of: at(1) })).body.result).toBe('granted');
  });

  it('shows at each moment the groups of the shares that are live then', async () => {
    const email = anAddress();
    await state(email, { source: 'a', groups: [group], expires_at: fromNow(hour) });
    await state(email, { source: 'b', groups: [other], expires_at: fromNow(day) });
    await state(email, { source: 'c', groups: [group], starts_at: fromNow(hour), expires_at: fromNow(2 * hour) });
    const device = { token: await personalToken(service, email), workspace: shop.id };
    const readable = async () => (await service.call('GET', '/me', device)).body.groups;
    const explained = async () =>
      (await shop.v1('GET', `/members/${email}/access/explain?path=course/a.md`)).body.readable;
    expect(new Set(await readable())).toEqual(new Set([group, other]));
    expect(await explained()).toBe(true);
    await expire(email, 'a');
    expect(await readable()).toEqual([other]);
    expect(await explained()).toBe(false);
    expect(await accessOf(email)).toMatchObject({
      groups: [other],
      sources: [{ live: false }, { live: true }, { live: false }],
      expired: false,
    });
    expect(await seatsUsed()).toBe(1);
  });

  it('invites a person once, whatever sources grant', async () => {
    const email = anAddress();
    const mails = () => service.mails.filter(({ to }) => to === email).length;
    expect((await state(email, { source: 'a', groups: [group], send_email: true })).body.email_sent).toBe(true);
    expect((await state(email, { source: 'b', groups: [other], send_email: true })).body.email_sent).toBe(false);
    expect(mails()).toBe(1);
  });

  it('rejects invalid sources and times', async () => {
    for (const body of [{ source: '' }, { source: 'x'.repeat(201) }, { as_of: '2026-01-31' }, { as_of: null }]) {
      expect(await state(anAddress(), body)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request' } },
      });
    }
    expect((await end(anAddress(), 's', 'yesterday')).status).toBe(400);
  });
});

describe('members.grant with a source', () => {
  it('refuses a share that the source grants already, and adds those of others', async () => {
    const email = anAddress();
    const grant = (body: object) => shop.v1('POST', '/members', { email, send_email: false, ...body });
    expect((await grant({ source: 'a', groups: [group], as_of: at(2) })).body.result).toBe('granted');
    expect((await grant({ source: 'a', groups: [group] })).body.error.code).toBe('member_exists');
    expect((await grant({ source: 'a', groups: [group], as_of: at(1) })).body.result).toBe('stale');
    expect((await grant({ groups: [other] })).body).toMatchObject({ result: 'granted' });
    expect((await accessOf(email)).groups).toEqual([group, other]);
  });
});

describe('members.revoke', () => {
  it('ends all shares, and makes older statements of any source stale', async () => {
    const email = anAddress();
    await state(email, { groups: [group] });
    await state(email, { source: 'a', groups: [group], as_of: fromNow(hour) });
    await shop.v1('DELETE', `/members/${email}`);
    expect(await accessOf(email)).toMatchObject({ access: [], sources: [{ live: false }, { live: false }] });
    expect(await seatsUsed()).toBe(0);
    const past = fromNow(-1_000);
    for (const source of ['a', 'never seen', null]) {
      expect((await state(email, { source, groups: [group], as_of: past })).body.result).toBe('stale');
    }
    expect((await state(email, { source: 'b', groups: [group] })).body).toMatchObject({ result: 'regranted' });
    expect((await accessOf(email)).groups).toEqual([group]);
    expect((await state(email, { source: 'never seen', groups: [other], as_of: past })).body.result).toBe('stale');
  });

  it('is recorded once the last source has ended, with the sources in the audit log', async () => {
    const email = anAddress();
    await state(email, { source: 'a', groups: [group] });
    await state(email, { source: 'b', groups: [other] });
    await end(email, 'a');
    await end(email, 'b');
    expect((await shop.v1('GET', '/members')).body.members).toMatchObject([{ email, status: 'revoked' }]);
    const { events } = (await service.call('GET', '/audit', { token: shop.token })).body;
    const recorded = events
      .filter(({ action }: { action: string }) => action.startsWith('member.'))
      .map(({ action, detail }: { action: string; detail: { source: string; ended?: true } }) => [
        action,
        detail.source,
        detail.ended,
      ]);
    expect(recorded.reverse()).toEqual([
      ['member.granted', 'a', undefined],
      ['member.granted', 'b', undefined],
      ['member.updated', 'a', true],
      ['member.revoked', 'b', undefined],
    ]);
  });
});

describe('members.sync with a source', () => {
  const sync = (body: object) => shop.v1('POST', '/members/sync', body);

  it('ends only shares of the source, and counts people who would read nothing more', async () => {
    const emails = Array.from({ length: 12 }, (_, index) => `m${index}@example.com`);
    const members = emails.map((email) => ({ email, groups: [group] }));
    await sync({ members, source: 'shop' });
    await sync({ members: members.slice(0, 11) });
    const list = { members: [{ email: 'new@example.com', groups: [group] }], source: 'shop', revoke_missing: true };
    expect((await sync({ ...list, max_revoked: 0 })).body.error).toMatchObject({ code: 'too_many_revoked', count: 1 });
    const dry = await sync({ ...list, dry_run: true, list_changes: true });
    const real = await sync({ ...list, list_changes: true });
    expect(real.body).toMatchObject({ granted: 1, revoked: 12, stale: 0 });
    expect(real.body).toEqual({ ...dry.body, dry_run: false });
    expect((await accessOf('m0@example.com')).groups).toEqual([group]);
    expect(await accessOf('m11@example.com')).toMatchObject({ groups: [], sources: [{ source: 'shop', live: false }] });
    expect(await seatsUsed()).toBe(12);
  });

  it('accepts entries of several sources, and returns the same result on a dry run', async () => {
    const email = anAddress();
    await state(email, { source: 'a', groups: [group] });
    const body = {
      members: [
        { email, groups: [other], source: 'b', as_of: at(2) },
        { email, groups: [group], source: 'c' },
        { email, groups: [group], source: 'b', as_of: at(1) },
      ],
      source: 'a',
      revoke_missing: true,
    };
    const dry = await sync({ ...body, dry_run: true });
    const real = await sync(body);
    expect(real.body).toMatchObject({ granted: 1, regranted: 1, revoked: 1, joined: [{ email, entries: 2 }] });
    expect(real.body).toEqual({ ...dry.body, dry_run: false });
    expect((await accessOf(email)).sources).toMatchObject([
      { source: 'a', live: false },
      { source: 'b', groups: [other], as_of: at(2) },
      { source: 'c', groups: [group] },
    ]);
  });

  it('does not end or change what was stated after the list was read', async () => {
    const [paid, gone] = [anAddress(), anAddress()];
    for (const email of [paid, gone]) await state(email, { source: 's', groups: [group], as_of: at(5) });
    const list = [{ email: paid, groups: [] }];
    const synced = await sync({ members: list, source: 's', as_of: at(4), revoke_missing: true });
    expect(synced.body).toMatchObject({ stale: 1, revoked: 0 });
    expect((await sync({ members: list, source: 's', as_of: at(6), revoke_missing: true })).body).toMatchObject({
      updated: 1,
      revoked: 1,
    });
  });
});

describe('changes by people', () => {
  it('affect what is granted by hand only', async () => {
    const email = anAddress();
    const { id } = (await state(email, { source: 'a', groups: [group] })).body;
    const owner = anAddress();
    await invite(service, shop, owner, { role: 'admin' });
    const admin = { token: await personalToken(service, owner), workspace: shop.id };
    const put = await service.call('PUT', `/settings/people/${id}/access`, {
      ...admin,
      body: { assignments: [{ group_id: other, access: 'read_only' }] },
    });
    expect(put).toMatchObject({ status: 200, body: { access: [{ group_id: group }, { group_id: other }] } });
    expect(put.body.sources).toMatchObject([
      { source: null, groups: [other] },
      { source: 'a', groups: [group] },
    ]);
    const patch = (body: object) => service.call('PATCH', `/settings/people/${id}`, { ...admin, body });
    expect((await patch({ name: 'Ada', groups: [] })).body).toMatchObject({ name: 'Ada', groups: [group] });
    expect((await patch({ role: 'member' })).body).toMatchObject({ role: 'member', groups: [group] });
    expect((await end(email, 'a')).body.result).toBe('revoked');
    expect((await shop.v1('GET', `/members/${email}/access`)).body.error.code).toBe('member_not_found');
    expect((await patch({ role: 'reader' })).body).toMatchObject({ role: 'reader', groups: [] });
  });

  it('cannot be undone by a backend: it neither grants to nor ends the access of admins and editors', async () => {
    const email = anAddress();
    await invite(service, shop, email, { role: 'member' });
    expect((await state(email, { source: 'a', groups: [group] })).body.error.code).toBe('member_exists');
    expect((await end(email, 'a')).body).toMatchObject({ result: 'unchanged', member: null });
  });
});

it('statements over HTTP > end in the same state in any order', async () => {
  const event = fc.record({ source: fc.constantFrom('a', 'b', 'c'), time: fc.nat(4), isEnded: fc.boolean() });
  const orders = fc.array(event, { minLength: 1, maxLength: 8 }).chain((events) => {
    const length = { minLength: events.length, maxLength: events.length };
    return fc.tuple(fc.shuffledSubarray(events, length), fc.shuffledSubarray(events, length));
  });
  const apply = async (events: readonly { source: string; time: number; isEnded: boolean }[]) => {
    const email = anAddress();
    for (const { source, time, isEnded } of events) {
      const groups = [group, other].filter((_, bit) => (time >> bit) % 2 === 1);
      await (isEnded ? end(email, source, at(time)) : state(email, { source, groups, as_of: at(time) }));
    }
    const { body } = await shop.v1('GET', `/members/${email}/access`);
    return { access: body.access ?? [], sources: (body.sources ?? []) as { live: boolean }[] };
  };
  await fc.assert(
    fc.asyncProperty(orders, async ([one, another]) => {
      const [first, second] = [await apply(one), await apply(another)];
      expect(first.access).toEqual(second.access);
      expect(first.sources.filter(({ live }) => live)).toEqual(second.sources.filter(({ live }) => live));
    }),
    { numRuns: propertyRuns(40) },
  );
});

describe('magic links with a source', () => {
  it('show what any source grants, and stop working without any', async () => {
    const email = anAddress();
    const mint = (body: object) => shop.v1('POST', '/readers', { email, send_email: false, ...body });
    const endLink = (source: string, asOf: string) =>
      shop.v1('DELETE', `/readers/${email}/sources/${source}?as_of=${asOf}`);
    expect((await endLink('early', at(2))).body).toMatchObject({ result: 'unchanged', reader: null });
    expect((await mint({ source: 'early', groups: [group], as_of: at(1) })).body).toMatchObject({
      id: null,
      result: 'stale',
      magic_link: null,
    });
    const first = await mint({ source: 'a', groups: [group], as_of: at(1) });
    expect(first.body).toMatchObject({ result: 'granted', groups: [group] });
    const second = await mint({ source: 'b', groups: [other], as_of: at(1), expires_at: fromNow(hour) });
    expect(second.body).toMatchObject({ id: first.body.id, groups: [group, other].sort(), expires_at: null });
    const opened = () => service.call('GET', second.body.magic_link.slice(second.body.magic_link.indexOf('/r?')));
    expect((await opened()).status).toBe(303);
    expect((await mint({ source: 'b', groups: [], as_of: at(0) })).body).toMatchObject({
      result: 'stale',
      magic_link: null,
    });
    expect((await endLink('a', at(3))).body).toMatchObject({ result: 'revoked', reader: { groups: [other] } });
    expect((await opened()).status).toBe(303);
    expect((await endLink('b', at(3))).body).toMatchObject({ result: 'revoked', reader: { status: 'revoked' } });
    expect((await opened()).status).not.toBe(303);
    expect((await endLink('b', at(2))).body.result).toBe('stale');
    await shop.v1('DELETE', `/readers/${email}`);
    expect((await mint({ source: 'c', groups: [group], as_of: fromNow(-hour) })).body.result).toBe('stale');
  });
});
