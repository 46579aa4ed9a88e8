import { beforeAll, describe, expect, it } from 'vitest';
import { call, makeApiKey, makeCollection, makeToken, makeWorkspace, ok, refused } from './http.js';

const records = [
  { id: 'N1', name: 'North harbour crane', region: 'north', cost: 5 },
  { id: 'S1', name: 'South harbour crane', region: 'south', cost: 7 },
];

describe('a collection shared with a group', () => {
  let admin: string;
  let agent: string;
  let reader: string;
  let group: string;
  let shared: string;
  let unshared: string;

  beforeAll(async () => {
    const workspace = await makeWorkspace();
    admin = await makeToken(workspace.id);
    const key = await makeApiKey(workspace.id, ['manage_permissions']);
    const made = await ok<{ id: string }>('POST /v1/groups', {
      token: key,
      body: { name: 'North', paths: ['north/**'] },
    });
    group = made.id;
    agent = await makeToken(workspace.id, { role: 'member', groups: [group] });
    reader = await makeToken(workspace.id, { role: 'reader', groups: [group] });
    shared = (await makeCollection(admin, records)).name;
    unshared = (await makeCollection(admin, records)).name;
    await ok(`PATCH /collections/${shared}`, { token: admin, body: { exposed_fields: ['name', 'region'] } });
    const grant = { permission: 'write', filter: { region: 'north' } };
    expect(await ok(`PUT /collections/${shared}/grants/${group}`, { token: admin, body: grant })).toEqual({
      group_id: group,
      ...grant,
      workspace,
    });
  });

  it('is the only one that its members see, limited to their slice', async () => {
    const listed = await ok('GET /collections', { token: agent });
    expect(listed).toMatchObject({ count: 1, collections: [{ name: shared, access: 'write', records: 1 }] });
    await refused('404 collection_not_found', `GET /collections/${unshared}/describe`, { token: agent });
    const described = await ok<{ constraints: string[] }>(`GET /collections/${shared}/describe`, { token: agent });
    expect(described).toMatchObject({ access: 'write', records: 1, record_filter: { region: 'north' } });
    for (const query of ['S1', 'South harbour crane']) {
      const answer = await ok(`POST /collections/${shared}/query`, { token: agent, body: { query } });
      expect(JSON.stringify(answer)).not.toMatch(/S1|South/);
    }
    await refused('404 record_not_found', `GET /collections/${shared}/records/S1`, { token: agent });
    const own = await ok<{ attributes: object }>(`GET /collections/${shared}/records/N1`, { token: agent });
    expect(own.attributes).toEqual({ name: 'North harbour crane', region: 'north' });
  });

  it("accepts writes inside the slice only, and adds the slice's values to them", async () => {
    const path = `POST /collections/${shared}/records`;
    const stamped = await ok(path, { token: agent, body: { records: [{ id: 'N2', name: 'North gate' }] } });
    expect(stamped).toMatchObject({ written: 1, results: [{ status: 'created' }] });
    expect(await ok(`GET /collections/${shared}/records/N2`, { token: agent })).toMatchObject({
      attributes: { region: 'north' },
    });
    const outside = [
      { id: 'S1', name: 'Overwritten', region: 'north' },
      { id: 'S2', name: 'New', region: 'south' },
    ];
    expect(await ok(path, { token: agent, body: { records: outside } })).toMatchObject({
      written: 0,
      failed: 2,
      results: [{ error: 'outside_slice' }, { error: 'outside_slice' }],
    });
    await refused('404 record_not_found', `DELETE /collections/${shared}/records/S1`, { token: agent });
    await ok(`POST /collections/${shared}/reconcile`, { token: agent, body: { live_ids: ['N1'] } });
    expect(await ok(`GET /collections/${shared}/records/S1`, { token: admin })).toMatchObject({ external_id: 'S1' });
    await refused('404 record_not_found', `GET /collections/${shared}/records/N2`, { token: admin });
  });

  it('never accepts writes of a reader, regardless of the grant', async () => {
    const described = await ok<{ operations: string[] }>(`GET /collections/${shared}/describe`, { token: reader });
    expect(described.operations).toContain('query_collection');
    expect(described.operations).not.toContain('upsert_records');
    const write = { token: reader, body: { records: [{ id: 'N9' }] } };
    const answer = await refused('403 operation_not_allowed', `POST /collections/${shared}/records`, write);
    expect(answer.body.error.operation).toBe('upsert_records');
  });

  it('cannot be managed through a grant', async () => {
    for (const request of [
      `POST /collections/${shared}/rotate-secret`,
      `DELETE /collections/${shared}`,
      `GET /collections/${shared}/fields`,
    ]) {
      await refused('403 operation_not_allowed', request, { token: agent });
    }
    expect((await call('POST /collections', { token: agent, body: { name: 'mine' } })).status).toBe(403);
  });

  it('disappears for them immediately when the grant ends', async () => {
    expect(await ok(`DELETE /collections/${shared}/grants/${group}`, { token: admin })).toMatchObject({
      deleted: true,
    });
    await refused('404 collection_not_found', `GET /collections/${shared}/describe`, { token: agent });
    await refused('404 grant_not_found', `GET /collections/${shared}/grants/${group}`, { token: admin });
  });
});
