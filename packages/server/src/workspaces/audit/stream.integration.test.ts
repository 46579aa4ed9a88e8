import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { recordAudit } from '../../platform/audit.js';
import { startSuiteService } from '../../testing/service.js';
import { createWorkspaceFixture, type WorkspaceFixture } from '../testing/workspace-fixture.js';
import { type Follower, readNext } from './stream.js';

const service = await startSuiteService();

interface Entry {
  readonly id: string;
  readonly action: string;
}

/** Opens a stream. `next` resolves with its next entry, or undefined at its end. */
async function openStream({ token, workspace }: WorkspaceFixture, query = '') {
  const headers = { authorization: `Bearer ${token}`, 'x-svc-workspace': workspace.id };
  const response = await service.app.http.request(`http://localhost/audit?follow${query}`, { headers });
  const entries = (async function* () {
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const lines = (rest + Buffer.from(chunk).toString()).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry);
    }
  })();
  const next = async (): Promise<Entry | undefined> => (await entries.next()).value ?? undefined;
  return { response, next, close: () => entries.return() };
}

describe('GET /audit?follow', () => {
  it('sends entries as lines of JSON as they are written, and continues after a given entry', async () => {
    const shop = await createWorkspaceFixture(service);
    const stream = await openStream(shop);
    expect(stream.response.headers.get('content-type')).toBe('application/x-ndjson');
    await shop.call('POST', '/collections', { name: 'one' });
    await shop.call('POST', '/collections', { name: 'two' });
    const first = await stream.next();
    const [second] = (await shop.call('GET', '/audit?action=collection.created')).body.events;
    expect(first).toMatchObject({ action: 'collection.created', target: 'one' });
    expect(await stream.next()).toEqual(second);
    await stream.close();
    const later = await openStream(shop, `&after=${first?.id}`);
    expect(await later.next()).toEqual(second);
    await later.close();
  });

  it('ends when its caller loses the right to read the audit log', async () => {
    const shop = await createWorkspaceFixture(service);
    const other = await createWorkspaceFixture(service);
    const stream = await openStream(shop);
    const body = { role: 'admin', email: other.email };
    await service.call('POST', `/operator/workspaces/${shop.workspace.id}/people`, {
      token: service.operatorToken,
      body,
    });
    expect(await stream.next()).toMatchObject({ action: 'person.invited' });
    const { status } = await shop.call('PATCH', `/settings/people/${shop.id}`, { role: 'member' });
    expect(status).toBe(200);
    const left: unknown[] = [];
    for (let entry = await stream.next(); entry !== undefined; entry = await stream.next()) {
      left.push(entry);
    }
    expect(left.length).toBeLessThan(2);
  });

  it('requires an admin and a known entry, and is limited to five streams', async () => {
    const shop = await createWorkspaceFixture(service);
    const headers = { 'x-svc-workspace': shop.workspace.id };
    expect((await service.call('GET', '/audit?follow', { headers })).status).toBe(401);
    for (const query of ['follow&after=x', `follow&after=${shop.workspace.id}`, 'follow&action=a', 'after=x']) {
      expect((await shop.call('GET', `/audit?${query}`)).body.error.code).toBe('invalid_request');
    }
    const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(shop)));
    expect((await shop.call('GET', '/audit?follow')).body.error.code).toBe('rate_limited');
    await Promise.all(streams.map((stream) => stream.close()));
  });
});

describe('readNext', () => {
  it('waits for a transaction that commits after one with a later entry', async () => {
    const { workspace } = await createWorkspaceFixture(service);
    const { database } = service.services;
    const actor = { kind: 'system', id: 'system', name: 'system' };
    const entry = (action: string) => ({ workspaceId: workspace.id, at: new Date(), action, actor });
    const newest = await database.asSystem((transaction) =>
      transaction.query<{ position: string }>('select max(position) as position from audit_events'),
    );
    const sent = newest[0]?.position ?? '0';
    const follower: Follower = { sent, seen: sent };
    const poll = () => database.inWorkspace(workspace.id, (transaction) => readNext(transaction, follower), 'read');
    const gate = new EventEmitter();
    const [written, released] = [once(gate, 'written'), once(gate, 'released')];
    const slow = database.asSystem(async (transaction) => {
      recordAudit(transaction, entry('test.slow'));
      await transaction.query('select 1');
      gate.emit('written');
      await released;
    });
    await written;
    await database.asSystem(async (transaction) => recordAudit(transaction, entry('test.fast')));
    for (let polls = 0; polls < 5; polls += 1) {
      expect(await poll()).toEqual([]);
    }
    gate.emit('released');
    await slow;
    const lines: string[] = [];
    while (lines.length < 2) {
      lines.push(...(await poll()));
    }
    expect(lines.map((line) => JSON.parse(line).action)).toEqual(['test.slow', 'test.fast']);
  });
});
