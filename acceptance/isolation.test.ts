import { beforeAll, describe, expect, inject, it } from 'vitest';
import { call, makeApiKey, makeToken, makeWorkspace, ok, refused, unique, type WorkspaceReference } from './http.js';

const name = 'orders';

interface Tenant {
  readonly workspace: WorkspaceReference;
  readonly token: string;
  readonly secret: string;
}

async function makeTenant(): Promise<Tenant> {
  const workspace = await makeWorkspace();
  const token = await makeToken(workspace.id);
  const { secret } = await ok<{ secret: string }>('POST /collections', { token, body: { name } });
  return { workspace, token, secret };
}

describe('two workspaces with a collection of the same name', () => {
  let left: Tenant;
  let right: Tenant;

  beforeAll(async () => {
    [left, right] = [await makeTenant(), await makeTenant()];
    await ok(`POST /ingest/${left.secret}`, { body: { id: 'A-1', customer: 'Northern Lights Trading' } });
    await ok(`POST /ingest/${right.secret}`, { body: { id: 'B-1', customer: 'Southern Cross Shipping' } });
  });

  it("never return each other's records by id, query, filter, list or count", async () => {
    const { token } = left;
    for (const body of [{ query: 'B-1' }, { query: 'Southern Cross Shipping' }, { filters: { id: 'B-1' } }]) {
      const answer = await ok(`POST /collections/${name}/query`, { token, body });
      expect(JSON.stringify(answer)).not.toMatch(/B-1|Southern/);
    }
    const listed = await ok<{ records: { external_id: string }[] }>(`GET /collections/${name}/records`, { token });
    expect(listed.records.map((record) => record.external_id)).toEqual(['A-1']);
    expect(await ok(`GET /collections/${name}/describe`, { token })).toMatchObject({ records: 1 });
  });

  it('return the same for a record of the other workspace as for a missing one', async () => {
    const body = (answer: { body: { error: object } }): object => ({ ...answer.body.error });
    const foreign = await refused('404 record_not_found', `GET /collections/${name}/records/B-1`, {
      token: left.token,
    });
    const absent = await refused('404 record_not_found', `GET /collections/${name}/records/C-1`, { token: left.token });
    expect(body(foreign)).toEqual(body(absent));
    await refused('404 record_not_found', `DELETE /collections/${name}/records/B-1`, { token: left.token });
    await ok(`GET /collections/${name}/records/B-1`, { token: right.token });
  });

  it('are not affected by a reconcile or deletion in the other', async () => {
    const third = await makeTenant();
    await ok(`POST /ingest/${third.secret}`, { body: { id: 'A-1' } });
    await ok(`POST /collections/${name}/reconcile`, {
      token: third.token,
      body: { live_ids: ['Z'], max_tombstones: 1 },
    });
    await ok(`DELETE /collections/${name}`, { token: third.token });
    await ok(`GET /collections/${name}/records/A-1`, { token: left.token });
  });

  it('refuse a header that contradicts a pinned credential as a conflict', async () => {
    const headers = { 'x-svc-workspace': right.workspace.id };
    const options = { token: left.token, headers, body: { records: [{ id: 'X' }] } };
    const answer = await refused('409 workspace_conflict', `POST /collections/${name}/records`, options);
    expect(answer.body.error.writable_workspaces).toEqual([left.workspace]);
    await refused('404 record_not_found', `GET /collections/${name}/records/X`, { token: right.token });
    await refused('404 record_not_found', `GET /collections/${name}/records/X`, { token: left.token });
    const agreeing = { 'x-svc-workspace': left.workspace.id.toUpperCase() };
    await ok('GET /collections', { token: left.token, headers: agreeing });
  });

  it('require a person in both to name the workspace, also for reads, and write only there', async () => {
    const email = `${unique('person')}@example.com`;
    const token = inject('target').operatorToken;
    await ok(`POST /operator/workspaces/${left.workspace.id}/people`, { token, body: { email, role: 'admin' } });
    await ok(`POST /operator/workspaces/${right.workspace.id}/people`, {
      token,
      body: { email, role: 'member', access: 'read_only' },
    });
    const personal = await ok<{ secret: string }>(
      `POST /operator/people/${encodeURIComponent(email)}/personal-tokens`,
      {
        token,
        body: { name: 'acceptance' },
      },
    );
    const person = { token: personal.secret };
    expect(await ok('GET /workspaces', person)).toMatchObject({ count: 2 });
    const unspecified = await refused('400 workspace_required', 'GET /collections', person);
    expect(unspecified.body.error.writable_workspaces).toEqual([left.workspace]);

    const here = { ...person, headers: { 'x-svc-workspace': left.workspace.id }, body: { records: [{ id: 'P-1' }] } };
    expect(await ok(`POST /collections/${name}/records`, here)).toMatchObject({ workspace: left.workspace });
    const there = { ...here, headers: { 'x-svc-workspace': right.workspace.id } };
    await refused('403 read_only_here', `POST /collections/${name}/records`, there);
    const stranger = await makeWorkspace();
    await refused('403 not_a_member', 'GET /collections', { ...person, headers: { 'x-svc-workspace': stranger.id } });
    const absent = { 'x-svc-workspace': '00000000-0000-4000-8000-000000000000' };
    await refused('403 not_a_member', 'GET /collections', { ...person, headers: absent });
  });

  it('do not find groups of the other', async () => {
    const key = await makeApiKey(left.workspace.id, ['manage_permissions']);
    const foreignKey = await makeApiKey(right.workspace.id, ['manage_permissions', 'manage_members']);
    const group = await ok<{ id: string }>('POST /v1/groups', {
      token: key,
      body: { name: 'Docs', paths: ['docs/**'] },
    });
    await refused('404 group_not_found', `PUT /v1/groups/${group.id}`, { token: foreignKey, body: { name: 'Mine' } });
    await refused('404 group_not_found', `DELETE /v1/groups/${group.id}`, { token: foreignKey });
    const grant = { email: `${unique('m')}@example.com`, groups: [group.id], send_email: false };
    await refused('404 group_not_found', 'POST /v1/members', { token: foreignKey, body: grant });
    expect((await call<{ groups: object[] }>('GET /v1/groups', { token: foreignKey })).body.groups).toEqual([]);
  });
});
