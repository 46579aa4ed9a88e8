import { randomUUID } from 'node:crypto';
import { limits } from '@tessera/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const stranger = await callersWorkspace(service);
const group = await workspace.group('Red');
const { admin } = workspace;
let editor: Caller;
let reader: Caller;
let confined: Caller;
beforeAll(async () => {
  editor = await workspace.pinned({ role: 'member', access: 'read_write' });
  reader = await workspace.pinned({ role: 'member', access: 'read_only' });
  confined = await workspace.person({ role: 'member', access: 'read_only', groups: [group] });
});

/** A new collection that is shared with the group as a slice. */
async function collection() {
  const name = `views-${randomUUID()}`;
  await workspace.must('POST', '/collections', { name });
  await workspace.must('PATCH', `/collections/${name}`, { field_types: { price: 'number' } });
  await workspace.must('POST', `/collections/${name}/records`, { records: [{ id: 1, price: 5, color: 'red' }] });
  await workspace.must('PUT', `/collections/${name}/grants/${group}`, { permission: 'read', filter: { color: 'red' } });
  const at = `/collections/${name}/views`;
  return {
    path: `/collections/${name}`,
    put: (caller: Caller, body: object, id: string = randomUUID()) =>
      service.call('PUT', `${at}/${id}`, { ...caller, body: { name: 'A view', ...body } }),
    remove: (caller: Caller, id: string) => service.call('DELETE', `${at}/${id}`, caller),
    names: async (caller: Caller): Promise<string[]> =>
      (await service.call('GET', at, caller)).body.views.map((view: { name: string }) => view.name),
    list: (caller: Caller) => service.call('GET', at, caller),
    actions: async (): Promise<string[]> =>
      (await service.call('GET', '/audit', admin)).body.events
        .filter((event: { target: string | null }) => event.target === name)
        .map((event: { action: string }) => event.action),
  };
}

describe('collections.put_view', () => {
  it('stores a view as sent, for the caller only, and replaces it under the same id', async () => {
    const views = await collection();
    const id = randomUUID();
    const sent = { name: ' Cheap ', filters: { price: { lte: 10.5 } }, query: 'lamp', order: 'price:desc' };
    const { status, body } = await views.put(reader, sent, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...sent, id, name: 'Cheap', shared: false, own: true });
    expect(body.workspace.id).toBe(workspace.id);
    expect(await views.names(admin)).toEqual([]);
    expect(await views.put(reader, { name: 'Plain' }, id.toUpperCase())).toMatchObject({
      body: { id, filters: null, query: null, order: null },
    });
    expect(await views.names(reader)).toEqual(['Plain']);
    expect(await views.actions()).not.toContain('collection.view_saved');
  });

  it('shares a view with everyone who reads the collection, and records that', async () => {
    const views = await collection();
    await views.put(editor, { name: 'Shared', shared: true });
    for (const caller of [admin, reader, confined]) {
      expect((await views.list(caller)).body).toMatchObject({ count: 1, views: [{ name: 'Shared', own: false }] });
    }
    expect(await views.actions()).toContain('collection.view_saved');
    const link = await workspace.guest([group]);
    expect((await views.list(link)).status).toBe(403);
  });

  it('shows each caller the parts of a shared view whose fields it can see', async () => {
    const views = await collection();
    await workspace.must('PATCH', views.path, {
      exposed_fields: ['color'],
      field_types: { price: 'number', rank: 'number' },
    });
    const hidden = { price: { lt: 7 }, 'no field': 'secret', color: 'red' };
    await views.put(editor, { name: 'Both', filters: hidden, order: 'price:desc', shared: true });
    await views.put(editor, { name: 'Hidden', filters: { price: 5 }, order: 'rank', query: 'red', shared: true });
    const seenBy = async (caller: Caller) =>
      (await views.list(caller)).body.views.map((view: object) => ({ ...view, id: undefined, updated_at: undefined }));
    expect(await seenBy(editor)).toMatchObject([
      { filters: hidden, order: 'price:desc' },
      { filters: { price: 5 }, order: 'rank' },
    ]);
    for (const caller of [reader, confined]) {
      const seen = await seenBy(caller);
      expect(seen).toMatchObject([
        { name: 'Both', filters: { color: 'red' }, order: null },
        { name: 'Hidden', filters: null, order: null, query: 'red' },
      ]);
      expect(JSON.stringify(seen)).not.toMatch(/price|rank|secret/);
    }
  });

  it('refuses to share by a credential that only reads', async () => {
    const views = await collection();
    for (const caller of [reader, confined]) {
      expect((await views.put(caller, { shared: true })).body.error.code).toBe('operation_not_allowed');
      expect((await views.put(caller, {})).status).toBe(200);
    }
  });

  it('changes a shared view for its owner and admins, whose change keeps the owner', async () => {
    const views = await collection();
    const id = randomUUID();
    await views.put(editor, { shared: true }, id);
    for (const caller of [reader, confined]) {
      expect((await views.put(caller, { name: 'Taken' }, id)).body.error.code).toBe('operation_not_allowed');
    }
    expect((await views.put(admin, { name: 'Better', shared: true }, id)).body.own).toBe(false);
    expect((await views.put(editor, { name: 'Mine' }, id)).body).toMatchObject({ own: true, shared: false });
    expect((await views.put(admin, { name: 'Taken' }, id)).body.error.code).toBe('view_not_found');
    expect(await views.names(admin)).toEqual([]);
  });

  it('refuses filters and orders that the collection does not take, other ids, and bodies that are too large', async () => {
    const views = await collection();
    for (const body of [{ filters: { price: { like: 1 } } }, { filters: [] }, { order: 'color:asc' }, { name: ' ' }]) {
      expect((await views.put(editor, body)).body.error.code).toBe('invalid_request');
    }
    expect((await views.put(editor, {}, 'mine')).body.error.code).toBe('invalid_request');
    const wide = { filters: { color: { in: ['x'.repeat(limits.viewBytes)] } } };
    expect((await views.put(editor, wide)).body.error.code).toBe('payload_too_large');
    expect((await views.put(stranger.admin, {})).body.error.code).toBe('collection_not_found');
  });

  it('keeps a limited number for each owner and shared in a collection, also if they are saved at a time', async () => {
    const views = await collection();
    const codes = async (caller: Caller, count: number, body: object): Promise<(string | undefined)[]> =>
      (await Promise.all(Array.from({ length: count }, () => views.put(caller, body)))).map(
        (answer) => answer.body.error?.code,
      );
    const { viewsPerOwner, sharedViewsPerCollection } = limits;
    expect(
      (await codes(admin, viewsPerOwner + 2, { shared: true })).filter((code) => code === 'storage_full'),
    ).toHaveLength(2);
    const id = (await views.list(admin)).body.views[0].id;
    expect((await views.put(admin, { name: 'Again' }, id)).status).toBe(200);
    expect((await views.put(admin, { shared: true }, id)).status).toBe(200);
    const others = await codes(editor, sharedViewsPerCollection - viewsPerOwner, { shared: true });
    expect(others.every((code) => code === undefined)).toBe(true);
    const third = await workspace.pinned({ role: 'member', access: 'read_write' });
    expect(await codes(third, 1, { shared: true })).toEqual(['storage_full']);
    expect(await codes(third, 1, {})).toEqual([undefined]);
  });

  it('is the same list on every device of a person', async () => {
    const views = await collection();
    const email = anAddress();
    await invite(service, workspace, email);
    const devices = ['one', 'two'].map(async (name) => personalToken(service, email, name));
    const [one, two] = (await Promise.all(devices)).map((token) => ({ token, workspace: workspace.id }));
    await views.put(one as Caller, { name: 'Everywhere' });
    expect(await views.names(two as Caller)).toEqual(['Everywhere']);
    expect(await views.names(admin)).toEqual([]);
  });
});

describe('collections.delete_view', () => {
  it("deletes one's own, and shared ones for admins; others are not found or refused", async () => {
    const views = await collection();
    const [own, shared] = [randomUUID(), randomUUID()];
    await views.put(reader, {}, own);
    await views.put(editor, { shared: true }, shared);
    expect((await views.remove(admin, own)).body.error.code).toBe('view_not_found');
    expect((await views.remove(reader, shared)).body.error.code).toBe('operation_not_allowed');
    expect((await views.remove(reader, own)).body).toMatchObject({ id: own, deleted: true });
    expect((await views.remove(admin, shared)).status).toBe(200);
    for (const id of [own, shared, 'none']) {
      expect((await views.remove(admin, id)).body.error.code).toBe('view_not_found');
    }
    expect(await views.actions()).toContain('collection.view_deleted');
  });
});
