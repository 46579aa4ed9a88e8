import { webhookEvents } from '@tessera/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService, startTestService, type TestService } from '../../testing/service.js';
import { createWorkspaceFixture, type WorkspaceFixture } from '../testing/workspace-fixture.js';
import { startReceiver, verified } from './testing/receiver.js';

const at = '/settings/webhooks';

const service = await startSuiteService({ SVC_WEBHOOK_PRIVATE: '1' });
const shop = await createWorkspaceFixture(service);
const other = await createWorkspaceFixture(service);
const receiver = await startReceiver();
afterEach(() => receiver.answer(204));
afterAll(() => receiver.close());

const created = async (body: object = {}, of = shop) =>
  (await of.call('POST', at, { url: receiver.url, events: ['member.granted'], ...body })).body;
const refusal = async (method: string, path: string, body?: object, of = shop) => {
  const answer = await of.call(method, path, body);
  return [answer.status, answer.body.error?.code];
};
const audited = async (action: string) => (await shop.call('GET', `/audit?action=${action}&limit=1`)).body.events[0];

describe('a webhook', () => {
  it('returns its secret once, and can be listed, changed and deleted', async () => {
    const events = ['member.granted', 'member.revoked'];
    const made = await created({ events: [...events, 'member.granted'], description: ' Billing ' });
    const shown = { id: made.id, url: receiver.url, events, description: 'Billing', enabled: true };
    expect(made).toMatchObject({
      ...shown,
      secret: expect.stringMatching(/^whsec_/),
      workspace: { id: shop.workspace.id },
    });
    const { webhooks, count } = (await shop.call('GET', at)).body;
    expect(webhooks[0]).toEqual({ ...shown, failing_since: null, previous: null, created_at: expect.any(String) });
    expect(count).toBe(webhooks.length);
    expect(JSON.stringify(webhooks)).not.toContain('whsec_');

    const patch = { events: [...webhookEvents], description: null, enabled: false };
    const changed = (await shop.call('PATCH', `${at}/${made.id}`, patch)).body;
    expect(changed).toMatchObject({ ...shown, ...patch, workspace: { id: shop.workspace.id } });
    expect(changed.secret).toBeUndefined();

    expect((await shop.call('DELETE', `${at}/${made.id}`)).body).toMatchObject({ id: made.id, deleted: true });
    expect(await refusal('DELETE', `${at}/${made.id}`)).toEqual([404, 'webhook_not_found']);
    for (const action of ['webhook.created', 'webhook.updated', 'webhook.deleted']) {
      const entry = await audited(action);
      expect(entry).toMatchObject({ target: made.id, detail: { host: new URL(receiver.url).host } });
      expect(JSON.stringify(entry)).not.toContain('/hook');
    }
  });

  it.each([
    ['no URL', 'example.com'],
    ['another scheme', 'ftp://example.com/'],
    ['a password', 'https://ada:secret@example.com/'],
  ])('with %s is refused', async (_, url) => {
    expect(await refusal('POST', at, { url, events: ['member.granted'] })).toEqual([400, 'invalid_url']);
  });

  it.each([
    ['no event', { events: [] }],
    ['an unknown event', { events: ['member.born'] }],
    ['an unknown key', { secret: 'whsec_mine' }],
  ])('with %s is refused', async (_, body) => {
    const sent = { url: receiver.url, events: ['member.granted'], ...body };
    expect(await refusal('POST', at, sent)).toEqual([400, 'invalid_request']);
  });

  it('is refused if the workspace already has twenty', async () => {
    const full = await createWorkspaceFixture(service);
    for (let n = 0; n < 20; n += 1) {
      await created({}, full);
    }
    const sent = { url: receiver.url, events: ['member.granted'] };
    expect(await refusal('POST', at, sent, full)).toEqual([400, 'invalid_request']);
  });
});

describe('the URL of a webhook', () => {
  let strict: TestService;
  let workspace: WorkspaceFixture;

  beforeAll(async () => {
    strict = await startTestService();
    workspace = await createWorkspaceFixture(strict);
  });
  afterAll(() => strict.close());

  it.each([
    'http://example.com/',
    'https://localhost/',
    'https://hooks.localhost./',
    'https://intranet/',
    'https://db.internal/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://017700000001/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::a00:1]/',
  ])('%s is refused, at creation and at a change', async (url) => {
    const made = await workspace.call('POST', at, { url: 'https://example.com/hook', events: ['member.granted'] });
    const path = `${at}/${made.body.id}`;
    expect(await refusal('POST', at, { url, events: ['member.granted'] }, workspace)).toEqual([400, 'invalid_url']);
    expect(await refusal('PATCH', path, { url }, workspace)).toEqual([400, 'invalid_url']);
    expect((await workspace.call('DELETE', path)).status).toBe(200);
  });
});

describe('webhooks.test', () => {
  it('sends webhook.test at once, even to a disabled webhook, signed so that the standard library verifies it', async () => {
    const { id, secret } = await created();
    await shop.call('PATCH', `${at}/${id}`, { enabled: false });
    const tested = (await shop.call('POST', `${at}/${id}/test`)).body;
    expect(tested).toMatchObject({
      event: 'webhook.test',
      status: 'delivered',
      attempts: 1,
      response_status: 204,
      error: null,
      next_attempt_at: null,
      workspace: { id: shop.workspace.id },
    });
    const [sent] = receiver.received.splice(0);
    expect(sent?.id).toBe(tested.id);
    expect(sent?.headers['content-type']).toBe('application/json');
    expect(sent && verified(sent, secret)).toEqual({
      type: 'webhook.test',
      timestamp: expect.any(String),
      workspace_id: shop.workspace.id,
      data: { webhook_id: id },
    });
    expect(() => sent && verified(sent, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow('signature');
    const { deliveries } = (await shop.call('GET', `${at}/${id}/deliveries`)).body;
    expect(deliveries).toMatchObject([{ id: tested.id, status: 'delivered' }]);
  });

  it.each([
    [500, 'the receiver answered 500'],
    [307, 'redirects are not followed: to http://10.0.0.1/elsewhere'],
  ])('reports a receiver that responds with %s', async (status, error) => {
    receiver.answer(status);
    const { id } = await created();
    const tested = (await shop.call('POST', `${at}/${id}/test`)).body;
    expect(tested).toMatchObject({ status: 'failed', response_status: status, error });
    expect((await shop.call('GET', at)).body.webhooks[0]).toMatchObject({ id, failing_since: null });
  });

  it('reports an unreachable receiver', async () => {
    const gone = await startReceiver();
    const { id } = await created({ url: gone.url });
    await gone.close();
    const tested = (await shop.call('POST', `${at}/${id}/test`)).body;
    expect(tested).toMatchObject({
      status: 'failed',
      response_status: null,
      error: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('deliveries', () => {
  it('are listed in pages, newest first, and replayed with the same id', async () => {
    const { id } = await created();
    const tests: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      tests.unshift((await shop.call('POST', `${at}/${id}/test`)).body.id);
    }
    const ids = (page: { body: { deliveries: { id: string }[] } }) => page.body.deliveries.map((each) => each.id);
    const first = await shop.call('GET', `${at}/${id}/deliveries?limit=2`);
    const second = await shop.call('GET', `${at}/${id}/deliveries?limit=2&cursor=${first.body.next_cursor}`);
    expect([...ids(first), ...ids(second)]).toEqual(tests);
    expect(second.body.next_cursor).toBeNull();
    const replayed = (await shop.call('POST', `${at}/${id}/deliveries/${tests[0]}/replay`)).body;
    expect(replayed).toMatchObject({ id: tests[0], status: 'pending', workspace: { id: shop.workspace.id } });
    expect(await audited('webhook.delivery_replayed')).toMatchObject({ target: id, detail: { delivery: tests[0] } });
  });

  it('of another webhook, or unknown ones, are not found', async () => {
    const [one, two] = [await created(), await created()];
    const test = (await shop.call('POST', `${at}/${one.id}/test`)).body;
    for (const delivery of [test.id, 'none', two.id]) {
      const path = `${at}/${two.id}/deliveries/${delivery}/replay`;
      expect(await refusal('POST', path)).toEqual([404, 'delivery_not_found']);
    }
    const cursor = (await shop.call('GET', `${at}/${one.id}/deliveries?limit=1`)).body.next_cursor;
    expect(cursor).toBeNull();
  });
});

/** Every call on an existing webhook, with a valid body. */
const calls = (id: string, delivery: string): readonly [string, string, object?][] => [
  ['PATCH', `${at}/${id}`, { description: 'Taken over' }],
  ['POST', `${at}/${id}/test`],
  ['GET', `${at}/${id}/deliveries`],
  ['POST', `${at}/${id}/deliveries/${delivery}/replay`],
  ['DELETE', `${at}/${id}`],
];

describe('callers', () => {
  let id: string;
  let delivery: string;

  beforeAll(async () => {
    id = (await created()).id;
    delivery = (await shop.call('POST', `${at}/${id}/test`)).body.id;
    receiver.received.splice(0);
  });

  it('of another workspace cannot find it or change anything', async () => {
    const before = (await shop.call('GET', at)).body;
    for (const [method, path, body] of calls(id, delivery)) {
      expect(await refusal(method, path, body, other)).toEqual([404, 'webhook_not_found']);
    }
    expect((await other.call('GET', at)).body.webhooks).toEqual([]);
    expect((await shop.call('GET', at)).body).toEqual(before);
    expect(receiver.received).toEqual([]);
  });

  it.each([
    ['an editor', 'member'],
    ['a member', 'reader'],
  ] as const)('who are %s are refused', async (_, role) => {
    const email = anAddress();
    await invite(service, shop.workspace, email, { role });
    const token = await personalToken(service, email);
    const list: [string, string, object?] = ['GET', at];
    const create: [string, string, object?] = ['POST', at, { url: receiver.url, events: ['member.granted'] }];
    for (const [method, path, body] of [list, create, ...calls(id, delivery)]) {
      const answer = await service.call(method, path, { token, workspace: shop.workspace.id, ...(body && { body }) });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
    }
  });

  it('with an agent token are refused, even if an admin created the token', async () => {
    const answer = await service.call('GET', at, { token: shop.workspace.token });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
  });

  it('in a suspended workspace can list and delete, but not send', async () => {
    const suspended = await createWorkspaceFixture(service);
    const made = await created({}, suspended);
    const admin = { token: service.operatorToken, body: { suspended: true } };
    await service.call('PATCH', `/operator/workspaces/${suspended.workspace.id}`, admin);
    expect(await refusal('POST', `${at}/${made.id}/test`, undefined, suspended)).toEqual([403, 'read_only_here']);
    expect((await suspended.call('GET', at)).body.count).toBe(1);
    expect((await suspended.call('DELETE', `${at}/${made.id}`)).status).toBe(200);
  });
});
