import { webhookEvents } from '@tessera/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordExpiries } from '../../access/memberships/expiry-sweep.js';
import { anAddress } from '../../identity/testing/people.js';
import { recordAudit } from '../../platform/audit.js';
import type { WorkspaceFixture } from '../testing/workspace-fixture.js';
import type { WebhookPool } from './sweep.js';
import { type Made, memberEvent, startWebhookHarness } from './testing/harness.js';
import { type Received, type Receiver, startReceiver, verified } from './testing/receiver.js';

let receiver: Receiver;
let shop: WorkspaceFixture;

const harness = await startWebhookHarness();
const { service } = harness;
beforeEach(async () => {
  receiver = await startReceiver();
  shop = await harness.newWorkspace();
});
afterEach(() => receiver.close());

const webhook = (events?: readonly string[], of = shop, url = receiver.url) => harness.webhook(of, url, events);
const happen = (event: 'member.granted' | 'member.revoked', email: string, of = shop) =>
  harness.happen(of, event, email);
const sweep = (pool?: WebhookPool) => harness.sweep(pool);
const deliveries = (made: Made) => harness.deliveries(shop, made);

describe('a webhook event', () => {
  it('is sent, signed, only to the webhooks that subscribe to it', async () => {
    const [one, two] = [await webhook(), await webhook(['member.granted'])];
    await webhook(['document.written']);
    const away = await harness.newWorkspace();
    await webhook(['member.granted'], away);
    await happen('member.granted', 'ada@example.com');
    await sweep();
    expect(receiver.received).toHaveLength(2);
    const bySecret = (received: Received) =>
      [one, two].filter(({ secret }) => {
        try {
          return verified(received, secret) !== undefined;
        } catch {
          return false;
        }
      });
    expect(receiver.received.flatMap(bySecret)).toHaveLength(2);
    expect(receiver.received[0]?.body).toEqual({
      type: 'member.granted',
      timestamp: expect.any(String),
      workspace_id: shop.workspace.id,
      data: {
        id: 'ada@example.com',
        email: 'ada@example.com',
        groups: [],
        access: 'read_only',
        regranted: false,
      },
    });
    expect(await deliveries(one)).toMatchObject([{ event: 'member.granted', status: 'delivered', attempts: 1 }]);
  });

  it('of a change that is rolled back is never sent', async () => {
    const made = await webhook();
    const undone = service.services.database.inWorkspace(shop.workspace.id, async (transaction) => {
      const actor = { kind: 'system', id: 'system', name: 'system' };
      const events = [memberEvent('member.granted', 'ada@example.com')];
      const entry = { action: 'member.granted', target: 'id', events };
      recordAudit(transaction, { workspaceId: shop.workspace.id, at: new Date(), actor, ...entry });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await deliveries(made)).toEqual([]);
  });

  it('is not recorded for a disabled webhook', async () => {
    const made = await webhook();
    await shop.call('PATCH', `/settings/webhooks/${made.id}`, { enabled: false });
    await happen('member.granted', 'ada@example.com');
    expect(await deliveries(made)).toEqual([]);
  });

  it('is recorded by each change that it is named after, without document text or secrets', async () => {
    const made = await webhook(webhookEvents);
    const { token } = shop.workspace;
    const must = async (method: string, path: string, body?: unknown) => {
      const answer = await service.call(method, path, { token, ...(body === undefined ? {} : { body }) });
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.body;
    };
    const group = (await shop.call('POST', '/settings/groups', { name: 'Manual', paths: ['manual/**'] })).body;
    const email = anAddress();
    const link = (await shop.call('POST', '/settings/readers', { email, groups: [group.id] })).body;
    await service.call('GET', `/r?token=${link.magic_link.split('=')[1]}`);
    await shop.call('DELETE', `/settings/readers/${link.id}`);
    await must('POST', '/repos', { name: 'manual' });
    const text = 'A paragraph that stays here.';
    const { document } = await must('PUT', '/documents/content', { path: 'manual/a.md', text, base: null });
    await must('POST', '/documents/move', { from: 'manual/a.md', to: 'manual/b.md', base: document.blob });
    await must('POST', '/documents/commit', {
      repo: 'manual',
      message: 'Both',
      changes: [
        { action: 'delete', path: 'manual/b.md', base: document.blob },
        { action: 'put', path: 'manual/c.md', text, base: null },
      ],
    });
    await must('POST', '/collections', { name: 'parts' });
    await must('PATCH', '/collections/parts', { field_types: { price: 'number' } });
    const record = { id: 1, name: text, price: `not a number: ${text}` };
    await must('POST', '/collections/parts/records', { records: [record] });
    await must('POST', '/collections/parts/records', { records: [{ ...record, price: 'again' }] });
    const sent = await deliveries(made);
    const changes = sent.map(({ event }) => event).filter((event) => event !== 'audit.recorded');
    expect(changes.reverse()).toEqual([
      'reader.created',
      'reader.opened',
      'reader.revoked',
      'document.written',
      'document.moved',
      'document.written',
      'document.deleted',
      'collection.finding_opened',
      'collection.finding_opened',
      'collection.records_written',
      'collection.records_written',
    ]);
    await sweep();
    while ((await deliveries(made)).some(({ status }) => status === 'pending')) {
      await sweep();
    }
    const everything = receiver.received.map((received) => received.text).join('\n');
    expect(everything).toContain('manual/c.md');
    expect(everything).not.toContain(text);
    expect(everything).not.toContain(made.secret);
    expect(everything).not.toContain(link.magic_link.split('=')[1]);
  });

  it('reports every entry of the audit log, in order, with the ids of the log', async () => {
    const made = await webhook(['audit.recorded']);
    await shop.call('POST', '/collections', { name: 'parts' });
    await shop.call('DELETE', '/collections/parts');
    await sweep();
    while ((await deliveries(made)).some(({ status }) => status === 'pending')) {
      await sweep();
    }
    const { events } = (await shop.call('GET', '/audit?limit=2')).body;
    const sent = receiver.received.map((received) => (received.body as { data: { id: string } }).data);
    expect(sent.slice(-2).map(({ id }) => id)).toEqual(events.map(({ id }: { id: string }) => id).reverse());
    expect(sent.at(-1)).toMatchObject({ action: 'collection.deleted', target: 'parts', actor: { name: shop.email } });
  });

  it('of a grant that expires is recorded once, by the database clock, and again after another expiry', async () => {
    const made = await webhook(['member.expired']);
    const email = anAddress();
    const key = await shop.call('POST', '/settings/api-keys', { name: 'shop', capability: 'manage_members' });
    const ensure = (expires_at: string) =>
      service.call('PUT', `/v1/members/${email}`, {
        token: key.body.secret,
        body: { expires_at, send_email: false },
      });
    const end = () =>
      harness.asSystem(`update memberships set expires_at = now() - interval '1 second' where email = $1`, [email]);
    await ensure('2099-01-01T00:00:00Z');
    await recordExpiries(service.services);
    expect(await deliveries(made)).toEqual([]);
    await end();
    await Promise.all([recordExpiries(service.services), recordExpiries(service.services)]);
    await recordExpiries(service.services);
    expect(await deliveries(made)).toMatchObject([{ event: 'member.expired', subject: `member ${email}` }]);
    const { events } = (await shop.call('GET', '/audit?action=member.expired')).body;
    expect(events).toMatchObject([{ actor: { kind: 'system' }, detail: { email } }]);
    await ensure('2099-01-01T00:00:00Z');
    await end();
    await recordExpiries(service.services);
    expect(await deliveries(made)).toHaveLength(2);
  });
});
