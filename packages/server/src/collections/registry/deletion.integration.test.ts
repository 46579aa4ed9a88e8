import { limits } from '@tessera/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { deleteExpired } from '../retention.js';
import { callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const { admin, must } = workspace;
afterEach(() => service.setTime(undefined));

const call = (method: string, path: string, body?: object) =>
  service.call(method, path, { ...admin, ...(body === undefined ? {} : { body }) });

/** Creates a collection with one record, and returns its secrets. */
async function filled(name: string, configuration: object = {}) {
  const { id, secret } = await must('POST', '/collections', { name });
  await must('PATCH', `/collections/${name}`, { guidance: name, ...configuration });
  await must('POST', `/collections/${name}/import`, { records: [{ id: 1, title: `Lamp of ${name}` }] });
  const { secret: reading } = await must('POST', `/collections/${name}/reconciliation-url`, {});
  return { id, secret, reading };
}

const deliver = (secret: string) => service.call('POST', `/ingest/${secret}`, { body: { id: 2, title: 'Chair' } });
const namesOf = async () => (await must('GET', '/collections')).collections.map(({ name }: { name: string }) => name);
const days = (count: number) => new Date(Date.now() + count * 86_400_000);

describe('collections.delete', () => {
  it('needs no confirmation, hides the collection at once, and frees its name', async () => {
    const { id, secret, reading } = await filled('plain');
    const { body, status } = await call('DELETE', '/collections/plain');
    expect([status, body]).toMatchObject([200, { id, name: 'plain', deleted: true }]);
    const until = new Date(body.restorable_until).getTime();
    expect(Math.abs(until - days(limits.historyDays).getTime())).toBeLessThan(60_000);
    for (const path of ['describe', 'records', 'records/1', 'changes', 'fields', 'views', 'findings']) {
      expect([path, (await call('GET', `/collections/plain/${path}`)).status]).toEqual([path, 404]);
    }
    expect((await call('DELETE', '/collections/plain')).body.error.code).toBe('collection_not_found');
    expect((await call('POST', '/resolve', { query: 'Lamp of plain' })).body.results).toEqual([]);
    expect((await deliver(secret)).body.error.code).toBe('invalid_ingest_secret');
    expect((await service.call('GET', `/reconcile/${reading}`)).status).toBe(404);
    expect(await namesOf()).not.toContain('plain');
    expect((await call('POST', '/collections', { name: 'plain' })).status).toBe(200);
    expect((await call('GET', '/collections/plain/records')).body.records).toEqual([]);
  });

  it('takes the name as confirmation, and refuses another one without a change', async () => {
    await filled('asked');
    const wrong = await call('DELETE', '/collections/asked?confirm=Asked');
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, 'confirm']);
    expect(await namesOf()).toContain('asked');
    expect((await call('DELETE', '/collections/asked?confirm=asked')).status).toBe(200);
  });

  it('is final without history, and after the days of the history', async () => {
    const final = await filled('final', { history_days: 0 });
    expect((await call('DELETE', '/collections/final')).body.restorable_until).toBeNull();
    expect((await call('POST', '/collections/final/restore')).body.error.code).toBe('collection_not_found');
    const late = await filled('late', { history_days: 5 });
    await call('DELETE', '/collections/late');
    service.setTime(days(4));
    await deleteExpired(service.services);
    service.setTime(days(6));
    await deleteExpired(service.services);
    const left = await service.services.database.asSystem((transaction) =>
      transaction.query(
        'select 1 from records where collection_id = any($1) union all select 1 from credentials where id = any($1)',
        [[final.id, late.id]],
      ),
    );
    expect(left).toEqual([]);
    service.setTime(undefined);
    expect((await call('POST', '/collections/late/restore')).status).toBe(404);
  });
});

describe('collections.restore', () => {
  it('returns records, configuration, history and URLs as they were', async () => {
    const { id, secret, reading } = await filled('back', { synonyms: [['lamp', 'light']] });
    const before = await must('GET', '/collections/back/describe');
    await call('DELETE', '/collections/back');
    expect((await call('POST', '/collections/back/restore')).body).toMatchObject({ id, name: 'back', restored: true });
    expect(await must('GET', '/collections/back/describe')).toEqual(before);
    expect((await must('POST', '/collections/back/query', { query: 'light of back' })).results[0].external_id).toBe(
      '1',
    );
    expect((await must('GET', '/collections/back/records/1/history')).versions).toHaveLength(1);
    expect((await deliver(secret)).status).toBe(200);
    expect((await service.call('GET', `/reconcile/${reading}`)).status).toBe(200);
    const { events } = await must('GET', '/audit');
    expect(events.map(({ action }: { action: string }) => action)).toContain('collection.restored');
  });

  it('restores the one that was deleted last, and nothing over a collection of that name', async () => {
    const [older, newer] = [
      await filled('twice'),
      await call('DELETE', '/collections/twice').then(() => filled('twice')),
    ];
    expect((await call('POST', '/collections/twice/restore')).body.error.code).toBe('collection_exists');
    service.setTime(days(1));
    await call('DELETE', '/collections/twice');
    expect((await call('POST', '/collections/twice/restore')).body.id).toBe(newer.id);
    expect(older.id).not.toBe(newer.id);
    expect((await call('POST', '/collections/never/restore')).body.error.code).toBe('collection_not_found');
  });

  it('is possible for the collections that collections.list returns with deleted, and for no others', async () => {
    const own = await callersWorkspace(service);
    const list = async (path = '', caller = own.admin) => service.call('GET', `/collections${path}`, caller);
    const deleted = async () => (await list('?deleted=true')).body;
    const ids: Record<string, string> = {};
    for (const [name, history_days] of [
      ['short', 1],
      ['again', 30],
      ['again', 30],
      ['final', 0],
      ['kept', 30],
    ] as const) {
      ids[name] = (await own.must('POST', '/collections', { name })).id;
      await own.must('PATCH', `/collections/${name}`, { history_days });
      await own.must('POST', `/collections/${name}/import`, { records: [{ id: 1 }] });
      if (name !== 'kept') await own.must('DELETE', `/collections/${name}`);
    }
    const { collections, count } = await deleted();
    expect(collections).toMatchObject([
      { id: ids.again, name: 'again', records: 1, access: 'manage' },
      { id: ids.short, name: 'short' },
    ]);
    expect(count).toBe(2);
    const { deleted_at, restorable_until } = collections[1];
    expect(new Date(restorable_until).getTime() - new Date(deleted_at).getTime()).toBe(86_400_000);
    const names = async (path = '') => (await list(path)).body.collections.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['kept']);
    expect((await list()).body.collections[0]).not.toHaveProperty('deleted_at');
    service.setTime(days(2));
    expect(await names('?deleted=true')).toEqual(['again']);
    service.setTime(undefined);
    for (const options of [
      { role: 'member', access: 'read_only' },
      { role: 'admin', access: 'read_only' },
      { role: 'member', access: 'read_write', collections: 'write' },
    ] as const) {
      const caller = await own.pinned(options);
      const refused = await list('?deleted=true', caller);
      const restored = await service.call('POST', '/collections/again/restore', caller);
      expect([options, refused.status, refused.body.error.code]).toEqual([options, 403, restored.body.error.code]);
      expect((await list('', caller)).status).toBe(200);
    }
    const stranger = await callersWorkspace(service);
    expect((await list('?deleted=true', stranger.admin)).body.collections).toEqual([]);
    expect((await own.must('POST', '/collections/again/restore')).id).toBe(ids.again);
    // The one of that name that was deleted before.
    expect((await deleted()).collections).toMatchObject([{ name: 'again' }, { name: 'short' }]);
  });

  it('is refused for callers who cannot create collections, and in other workspaces', async () => {
    await filled('mine');
    await call('DELETE', '/collections/mine');
    const stranger = await callersWorkspace(service);
    expect((await service.call('POST', '/collections/mine/restore', stranger.admin)).status).toBe(404);
    const reader = await workspace.pinned({ role: 'member', access: 'read_only' });
    expect((await service.call('POST', '/collections/mine/restore', reader)).status).toBe(403);
  });
});
