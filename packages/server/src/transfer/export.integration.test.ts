import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { afterAll, describe, expect, it } from 'vitest';
import { createKey } from '../access/testing/keys.js';
import { anAddress } from '../identity/testing/people.js';
import { startSuiteService } from '../testing/service.js';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'tessera-export-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const service = await startSuiteService({ SVC_DATA_DIR: join(folder, 'data') });

const archiveOf = (id: string, token = service.operatorToken) =>
  service.app.http.request(`http://tessera.test/operator/workspaces/${id}/export`, {
    headers: { authorization: `Bearer ${token}` },
  });

/** A workspace with one object of each kind. `secrets` are the values that were shown once. */
async function filledWorkspace(records: number) {
  const { id, slug, token } = await service.createWorkspace();
  const { secret: key } = await createKey(service, id);
  const { body: group } = await service.call('POST', '/v1/groups', {
    token: key,
    body: { name: 'Notes', paths: ['notes/**'] },
  });
  const email = anAddress();
  await service.call('POST', '/v1/members', { token: key, body: { email, groups: [group.id], send_email: false } });
  const guest = { email: anAddress(), groups: [group.id], send_email: false };
  const { magic_link: link } = (await service.call('POST', '/v1/readers', { token: key, body: guest })).body;
  const { secret } = (await service.call('POST', '/collections', { token, body: { name: 'things' } })).body;
  await service.call('PATCH', '/collections/things', { token, body: { field_types: { price: 'number' } } });
  const sent = Array.from(
    { length: records },
    (_, index) => `{"id": "t-${index}", "price": ${index}.00000000000000001}`,
  );
  await service.call('POST', '/collections/things/records', {
    token,
    body: `{"records": [${sent.join()}]}`,
    headers: { 'content-type': 'application/json' },
  });
  await service.call('DELETE', '/collections/things/records/t-0', { token });
  await service.call('PUT', `/collections/things/grants/${group.id}`, { token, body: { permission: 'read' } });
  for (const name of ['notes', 'empty']) await service.call('POST', '/repos', { token, body: { name } });
  const put = (path: string, text: string) =>
    service.call('PUT', '/documents/content', { token, body: { path, text, base: 'any' } });
  await put('notes/a.md', '# One');
  await put('notes/a.md', '# Two');
  await put('notes/large.txt', 'x'.repeat(600_000));
  const { body } = await service.call('GET', '/documents/history?path=notes/large.txt', { token });
  const commit: string = body.versions[0].commit;
  return { id, slug, email, commit, secrets: [token, key, secret, new URL(link).searchParams.get('token') ?? '?'] };
}

async function unpacked(response: Response): Promise<{ directory: string; text: (path: string) => Promise<string> }> {
  const directory = await mkdtemp(join(folder, 'unpacked-'));
  await writeFile(join(directory, 'archive.tar.gz'), Buffer.from(await response.arrayBuffer()));
  await mkdir(join(directory, 'files'));
  await extract({ file: join(directory, 'archive.tar.gz'), cwd: join(directory, 'files'), strict: true });
  return { directory: join(directory, 'files'), text: (path) => readFile(join(directory, 'files', path), 'utf8') };
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

describe('GET /operator/workspaces/{id}/export', () => {
  it('contains repos as bundles with every commit, and records, configuration, members, groups and audit', async () => {
    const { id, slug, email, commit } = await filledWorkspace(450);
    const response = await archiveOf(id);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    const { directory, text } = await unpacked(response);
    expect(JSON.parse(await text('manifest.json'))).toMatchObject({ format: 'tessera-workspace', workspace: { slug } });
    const records = linesOf(await text('collections/things/records.ndjson'));
    expect(records).toHaveLength(449);
    expect(records.filter((line) => line.includes('.00000000000000001'))).toHaveLength(449);
    expect(linesOf(await text('collections/things/deleted.ndjson'))).toHaveLength(1);
    expect(await text('collections/things/configuration.json')).toContain('"price"');
    expect(linesOf(await text('collections/things/grants.ndjson'))).toHaveLength(1);
    expect(await text('members.ndjson')).toContain(email);
    expect(linesOf(await text('groups.ndjson'))).toHaveLength(1);
    expect(await text('audit.ndjson')).toContain('collection.created');
    expect((await readdir(join(directory, 'repos'))).sort()).toEqual([
      'empty.json',
      'notes.bundle',
      'notes.commits.ndjson',
      'notes.json',
    ]);
    await run('git', ['clone', '--quiet', join(directory, 'repos/notes.bundle'), join(directory, 'notes')]);
    const { stdout } = await run('git', ['-C', join(directory, 'notes'), 'log', '--format=%H']);
    expect([linesOf(stdout).length, linesOf(stdout)[0]]).toEqual([3, commit]);
    await run('git', ['-C', join(directory, 'notes'), 'fsck', '--full', '--strict']);
    expect((await readFile(join(directory, 'notes/large.txt'), 'utf8')).length).toBe(600_000);
    expect(await readdir(join(folder, 'data', 'scratch'))).toEqual([]);
  });

  it('contains no secret, and nothing of another workspace', async () => {
    const [workspace, other] = [await filledWorkspace(3), await filledWorkspace(3)];
    const { directory } = await unpacked(await archiveOf(workspace.id));
    const { stdout } = await run(
      'cat',
      (await readdir(directory, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    for (const secret of [...workspace.secrets, ...other.secrets, other.email, other.id]) {
      expect(stdout).not.toContain(secret);
    }
  });

  it('requires the operator and an existing workspace, and is recorded', async () => {
    const { id, token } = await service.createWorkspace();
    expect((await archiveOf(id, token)).status).toBe(401);
    expect((await archiveOf('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await archiveOf('no-id')).status).toBe(404);
    await (await archiveOf(id)).arrayBuffer();
    const { events } = (await service.call('GET', '/audit', { token })).body;
    expect(events[0]).toMatchObject({ action: 'operator.workspace_exported', actor: { kind: 'operator' } });
    const log = (await service.call('GET', '/operator/audit', { token: service.operatorToken })).body;
    expect(log.events[0]).toMatchObject({ action: 'workspace.exported', target: id });
  });
});
