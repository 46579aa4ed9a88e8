import { limits } from '@tessera/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceFixture } from '../testing/workspace-fixture.js';
import { sendDue } from './attempts.js';
import { claimDeliveries, deleteOldDeliveries } from './claims.js';
import { createWebhookSender } from './sender.js';
import type { WebhookPool } from './sweep.js';
import { type Made, startWebhookHarness } from './testing/harness.js';
import { type Receiver, startReceiver, verified } from './testing/receiver.js';

let receiver: Receiver;
let shop: WorkspaceFixture;

const harness = await startWebhookHarness();
const { service, asSystem } = harness;
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
const emails = () => receiver.received.map(({ body }) => body.data.email);
const passPauses = () =>
  asSystem(`update webhook_deliveries set next_attempt_at = now() - interval '1 minute' where status = 'pending'`);

/** Makes the receiver delay each response until the test releases it. */
function holding() {
  const pending: (() => void)[] = [];
  let arrived: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  receiver.answer((_, response) => {
    pending.push(() => response.writeHead(204).end());
    arrived();
  });
  return {
    arrival: waiting,
    release: () => {
      receiver.answer(204);
      for (const answer of pending.splice(0)) {
        answer();
      }
    },
  };
}

describe('deliveries', () => {
  it('are sent once each, although several processes look for them at the same time', async () => {
    const made = await webhook();
    for (let n = 0; n < 30; n += 1) {
      await happen('member.granted', `${n}@example.com`);
    }
    const processes = [harness.pool(), harness.pool(), harness.pool()];
    while ((await deliveries(made)).some(({ status }) => status === 'pending')) {
      await Promise.all(processes.map((each) => sweep(each)));
    }
    expect(emails()).toHaveLength(30);
    expect(new Set(emails()).size).toBe(30);
  });

  it('that a process claimed but never finished are sent again with the same id after the claim expires', async () => {
    const made = await webhook();
    await happen('member.granted', 'ada@example.com');
    const [killed] = await service.services.database.inWorkspace(shop.workspace.id, (transaction) =>
      claimDeliveries(transaction, made.id, new Date()),
    );
    await sweep();
    expect(emails()).toEqual([]);
    await asSystem(`update webhook_deliveries set claimed_until = now() - interval '1 minute' where id = $1`, [
      killed?.id,
    ]);
    await sweep();
    expect(receiver.received.map(({ id }) => id)).toEqual([killed?.id]);
    // The attempt that never finished counts too.
    expect(await deliveries(made)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  it('whose attempt a stop aborts are sent by the next process at once', async () => {
    const made = await webhook();
    await happen('member.granted', 'ada@example.com');
    const { arrival, release } = holding();
    const stopping = new AbortController();
    const sender = createWebhookSender(service.services.settings);
    const dependencies = { services: service.services, sender, signal: stopping.signal };
    const sending = sendDue(dependencies, { workspaceId: shop.workspace.id, webhookId: made.id });
    await arrival;
    stopping.abort();
    await sending;
    release();
    await sender.close();
    await sweep();
    expect(emails()).toEqual(['ada@example.com', 'ada@example.com']);
    expect(await deliveries(made)).toMatchObject([{ status: 'delivered' }]);
  });

  it('of one subject are sent in order, each after the previous one is accepted; other subjects do not wait', async () => {
    const made = await webhook();
    await happen('member.granted', 'ada@example.com');
    await happen('member.revoked', 'ada@example.com');
    await happen('member.granted', 'bob@example.com');
    receiver.answer(500);
    await sweep();
    await sweep();
    expect(emails().sort()).toEqual(['ada@example.com', 'bob@example.com']);
    receiver.received.splice(0);
    receiver.answer(200);
    await passPauses();
    await sweep();
    await sweep();
    const ofAda = receiver.received.filter(({ body }) => body.data.email === 'ada@example.com');
    expect(ofAda.map(({ body }) => body.type)).toEqual(['member.granted', 'member.revoked']);
    expect((await deliveries(made)).every(({ status }) => status === 'delivered')).toBe(true);
  });

  it('that failed wait longer each time, up to a day', async () => {
    const made = await webhook();
    await happen('member.granted', 'ada@example.com');
    receiver.answer(503);
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await sweep();
      const [delivery] = await deliveries(made);
      expect(delivery).toMatchObject({ status: 'pending', attempts: attempt + 1, response_status: 503 });
      pauses.push(Math.round((Date.parse(delivery?.next_attempt_at ?? '') - Date.now()) / 1_000));
      await passPauses();
    }
    expect(pauses[0]).toBeLessThanOrEqual(limits.webhookRetrySeconds);
    expect(pauses.every((pause, n) => n === 0 || pause >= (pauses[n - 1] ?? 0) - 1)).toBe(true);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(limits.webhookRetrySecondsMax);
    expect(pauses.at(-1)).toBeGreaterThan(limits.webhookRetrySecondsMax - 60);
    expect((await shop.call('GET', '/settings/webhooks')).body.webhooks[0].failing_since).not.toBeNull();
    receiver.answer(200);
    await sweep();
    expect((await shop.call('GET', '/settings/webhooks')).body.webhooks[0].failing_since).toBeNull();
  });

  it('disable their webhook after three days of failures and mail its admins; enabling it sends pending ones', async () => {
    const made = await webhook();
    await happen('member.granted', 'ada@example.com');
    receiver.answer(500);
    await sweep();
    await asSystem(`update webhooks set failing_since = now() - interval '71 hours' where id = $1`, [made.id]);
    await passPauses();
    await sweep();
    const shown = async () => (await shop.call('GET', '/settings/webhooks')).body.webhooks[0];
    expect(await shown()).toMatchObject({ enabled: true });
    await asSystem(`update webhooks set failing_since = now() - interval '73 hours' where id = $1`, [made.id]);
    await passPauses();
    await sweep();
    expect(await shown()).toMatchObject({ enabled: false });
    const mail = service.mails.filter(({ to }) => to === shop.email).at(-1);
    expect(mail).toMatchObject({ subject: expect.stringContaining('turned off') });
    expect(mail?.text).not.toContain('/hook');
    const [entry] = (await shop.call('GET', '/audit?action=webhook.turned_off')).body.events;
    expect(entry).toMatchObject({ target: made.id, actor: { kind: 'system' } });

    receiver.received.splice(0);
    receiver.answer(200);
    await passPauses();
    await sweep();
    expect(receiver.received).toEqual([]);
    await shop.call('PATCH', `/settings/webhooks/${made.id}`, { enabled: true });
    await sweep();
    expect(emails()).toEqual(['ada@example.com']);
    expect(await shown()).toMatchObject({ enabled: true, failing_since: null });
  });

  it('that fail for three days are given up, and later ones of their subject are sent', async () => {
    const made = await webhook();
    await happen('member.granted', 'ada@example.com');
    await happen('member.revoked', 'ada@example.com');
    receiver.answer(({ body }, response) => response.writeHead(body.type === 'member.granted' ? 422 : 204).end());
    await asSystem(`update webhook_deliveries set give_up_at = now() where event = 'member.granted'`);
    await sweep();
    await sweep();
    expect(await deliveries(made)).toMatchObject([
      { event: 'member.revoked', status: 'delivered' },
      { event: 'member.granted', status: 'failed', response_status: 422, next_attempt_at: null },
    ]);
  });

  it('are replayed with the original id and content', async () => {
    const made = await webhook();
    await happen('member.granted', 'ada@example.com');
    await sweep();
    const [first] = receiver.received.splice(0);
    await shop.call('POST', `/settings/webhooks/${made.id}/deliveries/${first?.id}/replay`);
    await sweep();
    const [again] = receiver.received;
    expect([again?.id, again?.text]).toEqual([first?.id, first?.text]);
    expect(again && verified(again, made.secret)).toBeTruthy();
  });

  it('to a receiver that does not respond do not delay other webhooks', async () => {
    const slow = await webhook();
    const quick = await startReceiver();
    await webhook(['member.granted'], shop, quick.url);
    const { arrival, release } = holding();
    await happen('member.granted', 'ada@example.com');
    const process = harness.pool();
    await process.startDue();
    await arrival;
    await happen('member.granted', 'bob@example.com');
    while (quick.received.length < 2) {
      await process.startDue();
    }
    expect((await deliveries(slow)).every(({ status }) => status === 'pending')).toBe(true);
    release();
    await process.settled();
    await quick.close();
  });

  it('to a receiver that never responds time out and are retried', async () => {
    const made = await webhook();
    const { release } = holding();
    await happen('member.granted', 'ada@example.com');
    const impatient = createWebhookSender(service.services.settings, { timeoutMs: 100 });
    await sweep(harness.pool(impatient));
    expect(await deliveries(made)).toMatchObject([{ status: 'pending', error: 'no answer within 0.1 s' }]);
    release();
    await impatient.close();
    await passPauses();
    await sweep();
    expect(await deliveries(made)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  it('of one workspace use at most its share of the parallel requests', async () => {
    const { arrival, release } = holding();
    const of = limits.webhooksAtATimePerWorkspace;
    for (let n = 0; n < of + 2; n += 1) {
      await webhook();
    }
    await happen('member.granted', 'ada@example.com');
    const quick = await startReceiver();
    const away = await harness.newWorkspace();
    await webhook(['member.granted'], away, quick.url);
    await happen('member.granted', 'bob@example.com', away);
    const process = harness.pool();
    await process.startDue();
    await arrival;
    while (quick.received.length === 0) {
      await process.startDue();
    }
    expect(receiver.received.length).toBeLessThanOrEqual(of);
    release();
    await process.settled();
    await quick.close();
  });

  it('are deleted after thirty days', async () => {
    const made = await webhook();
    await happen('member.granted', 'ada@example.com');
    await happen('member.granted', 'bob@example.com');
    await asSystem(
      `update webhook_deliveries set created_at = now() - interval '31 days' where subject like '%ada@example.com'`,
    );
    await service.services.database.asSystem(deleteOldDeliveries);
    expect(await deliveries(made)).toMatchObject([{ subject: 'member bob@example.com' }]);
  });
});
