import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createKey } from '../access/testing/keys.js';
import { anAddress } from '../identity/testing/people.js';
import { startSuiteService } from '../testing/service.js';
import { type ArchiveEntry, packEntries } from './archive.js';
import { entriesOf } from './operations.js';
import { findSettings } from './queries.js';

const folder = await mkdtemp(join(tmpdir(), 'tessera-changing-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const service = await startSuiteService({ SVC_DATA_DIR: join(folder, 'data') });

/** The entries of an archive, before each of which something changes. */
async function* withChanges(
  entries: AsyncIterable<ArchiveEntry>,
  changes: Readonly<Record<string, () => Promise<void>>>,
): AsyncGenerator<ArchiveEntry> {
  for await (const entry of entries) {
    await changes[entry.path]?.();
    yield entry;
  }
}

it('operator.export_workspace > can be imported if the workspace changes meanwhile, and loses no live record', async () => {
  const workspace = await service.createWorkspace();
  const { secret: key } = await createKey(service, workspace.id);
  const must = async (method: string, path: string, body?: unknown, token = workspace.token) => {
    const answer = await service.call(method, path, { token, body });
    expect([path, answer.status, answer.body?.error]).toEqual([path, 200, undefined]);
    return answer.body;
  };
  const newGroup = async (name: string) => (await must('POST', '/v1/groups', { name, paths: [`${name}/**`] }, key)).id;
  const first = await newGroup('first');
  const granted = { email: anAddress(), groups: [first], send_email: false };
  await must('POST', '/v1/members', granted, key);
  const upsert = (...ids: string[]) =>
    must('POST', '/collections/things/records', { records: ids.map((id) => ({ id, name: id })) });
  const remove = (id: string) => must('DELETE', `/collections/things/records/${id}`);
  await must('POST', '/collections', { name: 'things' });
  await upsert('kept', 'restored', 'deleted');
  await remove('restored');

  const share = async (name: string) => {
    const group = await newGroup(name);
    await must('PUT', `/collections/things/grants/${group}`, { permission: 'read' });
    return group;
  };
  const changes = {
    'members.ndjson': async () => {
      const groups = [first, await share('second')];
      await must('PUT', `/v1/members/${granted.email}`, { groups }, key);
      await must('POST', '/v1/members', { ...granted, email: anAddress(), groups }, key);
    },
    'readers.ndjson': async () => {
      await must('POST', '/v1/readers', { ...granted, email: anAddress(), groups: [await share('third')] }, key);
    },
    'collections/things/records.ndjson': async () => {
      await upsert('restored', 'added');
      await remove('deleted');
    },
    'collections/things/grants.ndjson': async () => {
      await share('fourth');
      await must('DELETE', `/v1/groups/${first}`, undefined, key);
    },
  };
  const { database } = service.services;
  const settings = (await database.inWorkspace(workspace.id, findSettings)) ?? '';
  const entries = entriesOf((work) => database.inWorkspace(workspace.id, work, 'read'), { settings, at: new Date() });
  const pieces: Uint8Array[] = [];
  for await (const piece of packEntries(withChanges(entries, changes), { folder, at: new Date() })) pieces.push(piece);

  const answer = await service.app.http.request('http://tessera.test/operator/workspaces/import?slug=changing', {
    method: 'POST',
    headers: { authorization: `Bearer ${service.operatorToken}` },
    body: Buffer.concat(pieces),
  });
  const { workspace: made, imported } = (await answer.json()) as {
    workspace: { id: string };
    imported: { groups: number; records: number };
  };
  expect([answer.status, imported.groups, imported.records]).toEqual([200, 1, 3]);
  const path = `/operator/workspaces/${made.id}/tokens`;
  const body = { name: 'test', role: 'admin', access: 'read_write' };
  const { secret } = await must('POST', path, body, service.operatorToken);
  const { records } = await must('GET', '/collections/things/records', undefined, secret);
  expect(records.map(({ external_id }: { external_id: string }) => external_id)).toEqual([
    ...['added', 'kept', 'restored'],
  ]);
});
