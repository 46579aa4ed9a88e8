import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../access/testing/keys.js';
import { anAddress } from '../../identity/testing/people.js';
import { deleteRows } from '../../operator/deletion/delete-rows.js';
import { listDeleted } from '../../operator/deletion/queries.js';
import { tenantTables } from '../../platform/database/tables.js';
import { startSuiteService, type TestService } from '../../testing/service.js';
import { packEntries } from '../archive.js';
import { readArchive } from './read-archive.js';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'tessera-import-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const source = await startSuiteService({ SVC_DATA_DIR: join(folder, 'source') });
const target = await startSuiteService({ SVC_DATA_DIR: join(folder, 'target') });

type Files = Map<string, Buffer>;

async function exported(service: TestService, id: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${service.operatorToken}` };
  const answer = await service.app.http.request(`http://tessera.test/operator/workspaces/${id}/export`, { headers });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function send(archive: Uint8Array, query = '', token = target.operatorToken) {
  const answer = await target.app.http.request(`http://tessera.test/operator/workspaces/import${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(archive),
  });
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test is about to assert
  return { status: answer.status, body: (await answer.json()) as any };
}

async function filesOf(archive: Uint8Array): Promise<Files> {
  const files: Files = new Map();
  for await (const { path, content } of readArchive(Readable.from([archive]))) {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    files.set(path, Buffer.concat(pieces));
  }
  return files;
}

async function packed(files: Iterable<readonly [string, Uint8Array | string]>): Promise<Buffer> {
  const entries = (async function* () {
    for (const [path, content] of files) yield { path, content: Readable.from([content], { objectMode: false }) };
  })();
  const pieces: Uint8Array[] = [];
  for await (const piece of packEntries(entries, { folder, at: new Date() })) pieces.push(piece);
  return Buffer.concat(pieces);
}

const words = ['blue', 'oak', 'desk', 'lamp', 'chair', 'round', 'table', 'steel', 'green', 'shelf', 'brass', 'linen'];
const title = (index: number) => [1, 5, 7].map((step) => words[(index * step + step) % words.length]).join(' ');
const recordCount = 600;

/** A workspace with something of each kind. */
async function filledWorkspace() {
  const { id, slug, token } = await source.createWorkspace();
  const must = async (method: string, path: string, body?: unknown, credential = token) => {
    const headers: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const answer = await source.call(method, path, { token: credential, body, headers });
    expect(`${method} ${path} ${answer.status} ${JSON.stringify(answer.body?.error ?? '')}`).toBe(
      `${method} ${path} 200 ""`,
    );
    return answer.body;
  };
  const { secret: key } = await createKey(source, id);
  const offer = { text: 'Join for 40 €', url: 'https://shop.example/join' };
  const { id: group } = await must('POST', '/v1/groups', { name: 'Notes', paths: ['notes/**'], offer }, key);
  const { id: open } = await must('POST', '/v1/groups', { name: 'Open', paths: ['notes/free/**'], public: true }, key);
  const grantee = () => ({ email: anAddress(), groups: [group], send_email: false });
  await must('POST', '/v1/members', { ...grantee(), expires_at: '2031-01-01T00:00:00Z' }, key);
  const left = await must('POST', '/v1/members', grantee(), key);
  await must('DELETE', `/v1/members/${left.id}`, undefined, key);
  await must('POST', '/v1/readers', grantee(), key);
  await source.services.database.asSystem((transaction) =>
    transaction.query(
      `update workspaces set color = '#0b5566', show_locked = true, offer_text = 'Buy it', query_log_days = 3, language = 'fr', embeds = '{video.test}' where id = $1`,
      [id],
    ),
  );
  await must('POST', '/collections', { name: 'things', description: 'Things "in" stock' });
  await must('PATCH', '/collections/things', {
    field_types: { price: 'number', made: 'date' },
    id_match_fields: ['code'],
    synonyms: [['lamp', 'light']],
    guidance: 'By name.',
    history_days: 7,
  });
  const lines = Array.from({ length: recordCount }, (_, index) => {
    const rest = `"code":"C-${index * 7}","price":${index}.00000000000000001,"made":"2026-01-${(index % 28) + 1}"`;
    return `{"id":"t-${index}","name":"${title(index)} ${index % 40}",${rest},"kind":[${index % 5},"Kind é"],"write_date":"2026-02-01 10:00:00.${100 + index}"}`;
  });
  for (let first = 0; first < recordCount; first += 500) {
    await must('POST', '/collections/things/import', `{"records":[${lines.slice(first, first + 500).join()}]}`);
  }
  await must('POST', '/collections/things/records', { records: [{ id: ' 7.0', name: 'two spellings' }] });
  await must('DELETE', '/collections/things/records/t-3');
  await must('POST', '/collections/things/corrections', { query: 'blue thing', external_id: 't-9' });
  await must('POST', '/collections/things/corrections', { record: { code: 'X-1', name: 'Thing' }, external_id: 't-8' });
  const view = { name: 'Cheap', filters: { price: { lt: 10.5 } }, order: 'price:desc', shared: true };
  await must('PUT', '/collections/things/views/6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a16', view);
  await must('PUT', '/collections/things/views/6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a17', { name: 'Mine', query: 'oak' });
  await must('PUT', `/collections/things/grants/${group}`, { permission: 'read', filter: { price: { lt: 100 } } });
  await must('POST', '/collections', { name: 'empty' });
  for (const name of ['notes', 'unused']) await must('POST', '/repos', { name });
  const put = (path: string, text: string) => must('PUT', '/documents/content', { path, text, base: 'any' });
  for (const number of [1, 2, 3]) await put('notes/a.md', `# Note\n\nText ${number}`);
  await put('notes/free/b.md', '# Free');
  await put('notes/large.bin', 'x'.repeat(600_000));
  await must('POST', '/documents/commit', {
    repo: 'notes',
    message: 'Move',
    changes: [{ action: 'move', path: 'notes/a.md', to: 'notes/c.md', base: 'any' }],
  });
  return { id, slug, groups: [group, open] };
}

describe('operator.import_workspace', () => {
  let workspace: Awaited<ReturnType<typeof filledWorkspace>>;
  let archive: Buffer;
  let files: Files;
  beforeAll(async () => {
    workspace = await filledWorkspace();
    archive = await exported(source, workspace.id);
    files = await filesOf(archive);
  });

  const tokenOf = async (service: TestService, id: string, body = {}) =>
    (
      await service.call('POST', `/operator/workspaces/${id}/tokens`, {
        token: service.operatorToken,
        body: { name: 'test', role: 'admin', access: 'read_write', ...body },
      })
    ).body.secret;

  it('creates a workspace that gives the same responses and the same export', async () => {
    const { status, body } = await send(archive);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        workspace: { slug: workspace.slug },
        imported: { groups: 2, members: 2, readers: 1, collections: 2, records: recordCount, repos: 2, commits: 6 },
      },
    });
    const { id } = body.workspace;
    expect(id).not.toBe(workspace.id);
    const asked = Array.from(
      { length: 1_000 },
      (_, index) =>
        [title(index), `C-${index * 3}`, `t-${index}`, `${title(index)} ${index % 40}`.slice(2), 'light blue'][
          index % 5
        ],
    );
    const confined = { role: 'member', access: 'read_only', groups: [workspace.groups[0]] };
    for (const rights of [{}, confined]) {
      const callers = [
        { service: source, token: await tokenOf(source, workspace.id, rights) },
        { service: target, token: await tokenOf(target, id, rights) },
      ];
      const compare = async (method: string, path: string, body?: unknown) => {
        const [before, after] = await Promise.all(
          callers.map(async ({ service, token }) =>
            comparable((await service.call(method, path, { token, body })).body),
          ),
        );
        expect({ path, body, answer: after }).toEqual({ path, body, answer: before });
      };
      const queries = asked.map((query) => ({ query }));
      for (const part of rights === confined ? [queries.slice(0, 100)] : [queries.slice(0, 500), queries.slice(500)]) {
        await compare('POST', '/collections/things/resolve', { queries: part });
      }
      await compare('POST', '/collections/things/resolve', { queries: [{ record: { name: 'thing', code: 'x1' } }] });
      for (const query of asked.slice(0, 12)) await compare('POST', '/collections/things/query', { query, top_k: 20 });
      await compare('POST', '/collections/things/query', {
        filters: { price: { gte: 20 }, made: { lt: '2026-01-09' } },
      });
      for (const path of [
        '/collections/things/describe',
        '/collections/things/records?limit=500',
        '/documents',
        '/documents/history?path=notes/c.md',
        '/collections/things/views',
        '/collections/things/records/t-9/history',
      ]) {
        await compare('GET', path);
      }
    }

    const again = await filesOf(await exported(target, id));
    expect([...again.keys()]).toEqual([...files.keys()]);
    for (const [path, content] of files) {
      if (path.endsWith('.bundle')) {
        expect(await commitsOf(again.get(path))).toEqual(await commitsOf(content));
      } else if (path === 'audit.ndjson') {
        const lines = again.get(path)?.toString().trimEnd().split('\n') ?? [];
        const before = content.toString().trimEnd().split('\n');
        expect(lines.slice(0, before.length)).toEqual(before);
        expect(lines.slice(before.length).join()).toContain('operator.workspace_imported');
      } else if (path === 'manifest.json') {
        const [before, after] = [content, again.get(path)].map((text) => JSON.parse(String(text)).workspace);
        expect(after).toEqual(before);
      } else {
        expect(again.get(path)?.toString()).toBe(content.toString());
      }
    }
    const log = (await target.call('GET', '/operator/audit?limit=10', { token: target.operatorToken })).body.events;
    expect(log.map((event: { action: string }) => event.action)).toContain('workspace.imported');
  });

  it('refuses a taken slug before anything is stored, and accepts another one', async () => {
    expect(await send(archive)).toMatchObject({ status: 409, body: { error: { code: 'workspace_exists' } } });
    const other = await send(archive, '?slug=moved-here&name=Moved');
    expect(other).toMatchObject({ status: 200, body: { workspace: { slug: 'moved-here', name: 'Moved' } } });
    expect(await leftovers()).toEqual([]);
  });

  it('requires the operator', async () => {
    const { token } = await target.createWorkspace();
    expect((await send(archive, '?slug=not-mine', token)).status).toBe(401);
  });

  /** The archive with one file replaced. If `content` is undefined, the file is removed. */
  const withFile = (path: string, content: Buffer | string | undefined) =>
    packed(
      [...files].flatMap(([name, own]) =>
        name !== path ? [[name, own] as const] : content === undefined ? [] : [[name, content] as const],
      ),
    );
  const edited = (path: string, edit: (text: string) => string) =>
    withFile(path, edit(files.get(path)?.toString() ?? ''));
  const renamed = async (from: string, to: string) =>
    packed([...files].map(([path, content]) => [path === from ? to : path, content] as const));
  const asTar = (change: (tar: Buffer) => void) => {
    const tar = gunzipSync(archive);
    change(tar);
    return gzipSync(tar);
  };

  it.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
    ['no body', () => new Uint8Array(), 'cut off'],
    ['another format', () => Buffer.from('{"a": 1}'), 'not gzip'],
    ['a file that is cut off', () => archive.subarray(0, archive.length - 3_000), 'cut off'],
    ['a tarball that is cut off between files', () => gzipSync(gunzipSync(archive).subarray(0, 2_048)), 'cut off'],
    ['damaged bytes', () => asTar((tar) => tar.writeUInt8(tar.readUInt8(3) ^ 1, 3)), 'damaged'],
    ['more after its end', () => gzipSync(Buffer.concat([gunzipSync(archive), Buffer.alloc(600, 1)])), 'goes on'],
    [
      'another version',
      () => edited('manifest.json', (text) => text.replace('"version": 1', '"version": 2')),
      'version',
    ],
    ['a slug that is none', () => edited('manifest.json', (text) => text.replace(workspace.slug, '../etc')), 'slug'],
    ['no manifest', () => withFile('manifest.json', undefined), 'manifest.json'],
    ['no members', () => withFile('members.ndjson', undefined), 'members.ndjson'],
    ['no shares', () => withFile('shares.ndjson', undefined), 'shares.ndjson'],
    ['no writes of a collection', () => withFile('collections/empty/writes.ndjson', undefined), 'writes.ndjson'],
    ['no records of a collection', () => withFile('collections/empty/records.ndjson', undefined), 'records.ndjson'],
    ['no history of a repo', () => withFile('repos/notes.bundle', undefined), 'notes.bundle'],
    ['a path outside', () => renamed('groups.ndjson', '../groups.ndjson'), 'not a file of an archive'],
    ['an absolute path', () => renamed('groups.ndjson', '/etc/passwd'), 'not a file of an archive'],
    ['a file twice', () => packed([...files, ['groups.ndjson', files.get('groups.ndjson') ?? ''] as const]), 'twice'],
    ['a link', () => asTar((tar) => link(tar)), 'not a plain file'],
    ['a line that is no JSON', () => edited('groups.ndjson', (text) => `${text}{"id":\n`), 'groups.ndjson:3'],
    ['a line that does not end', () => edited('groups.ndjson', (text) => text.slice(0, -1)), 'ends within a line'],
    ['an unknown key', () => edited('groups.ndjson', (text) => text.replace('{', '{"more":1,')), 'groups.ndjson:1'],
    ['an id twice', () => edited('groups.ndjson', (text) => `${text}${text}`), 'groups.ndjson'],
    ['a group that is not there', () => withFile('groups.ndjson', ''), 'members.ndjson'],
    ['a record twice', () => edited('collections/things/records.ndjson', (text) => `${text}${text}`), 'records.ndjson'],
    [
      'a record that is too deep',
      () =>
        edited('collections/things/records.ndjson', (text) =>
          text.replace('"attributes": {', `"attributes": {"deep": ${'['.repeat(9)}${']'.repeat(9)},`),
        ),
      'levels',
    ],
    [
      'a line of more values than a request may have',
      () =>
        edited('collections/things/records.ndjson', (text) =>
          text.replace('"attributes": {', `"attributes": {"many": [${'1,'.repeat(500_000)}1],`),
        ),
      'more values',
    ],
    [
      'a configuration that none can be',
      () => edited('collections/things/configuration.json', (text) => text.replace('"number"', '"nothing"')),
      'field_types',
    ],
    [
      'a filter that none can be',
      () => edited('collections/things/grants.ndjson', (text) => text.replace('"lt"', '"like"')),
      'grants.ndjson',
    ],
    [
      'NUL in a text',
      () => edited('audit.ndjson', (text) => text.replace('"name": "', '"name": "\\u0000')),
      'audit.ndjson',
    ],
    [
      'a bundle of another history',
      () => edited('repos/notes.bundle', () => '# v2 git bundle\n\nPACK'),
      'notes.bundle',
    ],
    [
      'a bundle whose pack is damaged',
      () => withFile('repos/notes.bundle', flipped(files.get('repos/notes.bundle'))),
      'notes.bundle',
    ],
    [
      'a line that unpacks to much',
      () => withFile('groups.ndjson', Buffer.alloc(40 * 1024 * 1024, ' ')),
      'groups.ndjson',
    ],
  ])('refuses an archive with %s, and stores nothing of it', async (_title, make, named) => {
    const { status, body } = await send(await make(), '?slug=refused');
    expect([status, body.error?.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toContain(named);
    expect(await leftovers()).toEqual([]);
  });
});

/** A response without the values that differ between two servers: times of calls, and ids that an import creates. */
function comparable(answer: unknown): unknown {
  const own = new Set(['duration_ms', 'workspace', 'id', 'last_ingest_at', 'last_delivery_at']);
  return JSON.parse(JSON.stringify(answer, (key, value) => (own.has(key) ? undefined : value)));
}

function flipped(bundle: Buffer | undefined): Buffer {
  const copy = Buffer.from(bundle ?? '');
  const middle = Math.floor(copy.length / 2);
  copy.writeUInt8(copy.readUInt8(middle) ^ 0xff, middle);
  return copy;
}

/** Changes the second file of a tarball into a symbolic link, and corrects the checksum. */
function link(tar: Buffer): void {
  const at = tar.indexOf('groups.ndjson\0');
  tar.write('2', at + 156);
  tar.fill(' ', at + 148, at + 156);
  const sum = tar.subarray(at, at + 512).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148);
}

async function commitsOf(bundle: Buffer | undefined): Promise<{ head: string; list: string[] }> {
  const directory = await mkdtemp(join(folder, 'clone-'));
  await writeFile(join(directory, 'a.bundle'), bundle ?? '');
  await run('git', ['clone', '--quiet', '--bare', join(directory, 'a.bundle'), join(directory, 'a.git')]);
  const git = async (...args: string[]) => (await run('git', ['-C', join(directory, 'a.git'), ...args])).stdout.trim();
  await git('fsck', '--full', '--strict');
  return { head: await git('rev-parse', 'HEAD'), list: (await git('rev-list', '--objects', 'HEAD')).split('\n') };
}

/** Tables that still contain rows of no visible workspace after failed imports and a sweep. */
async function leftovers(): Promise<string[]> {
  const { database } = target.services;
  for (const workspace of await database.asSystem(listDeleted)) {
    await deleteRows(target.services, workspace, () => true);
  }
  return database.asSystem(async (transaction) => {
    const found: string[] = [];
    for (const name of tenantTables) {
      const rows = await transaction.query(
        `select from ${name} where workspace_id not in (select id from workspaces where deleted_at is null) limit 1`,
      );
      if (rows.length > 0) found.push(name);
    }
    const hidden = await transaction.query('select from workspaces where deleted_at is not null');
    return hidden.length > 0 ? [...found, 'workspaces'] : found;
  });
}
