import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeToken, makeWorkspace, ok } from '../acceptance/http.js';
import { expectWhole, makeRepo, started } from '../acceptance/repo.js';
import type { OwnService } from '../acceptance/service.js';
import { installedBinaries } from './testing/postgres-binaries.mjs';
import { type PostgresCluster, startPostgresCluster } from './testing/postgres-cluster.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const binaries = installedBinaries();

let folder: string;
let page: string;
const { service: start, folder: gitFolder, dispose } = started();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-backup-'));
  page = await readFile(join(root, 'docs/backup.md'), 'utf8');
});
afterAll(async () => {
  await dispose();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command of docs/backup.md that starts with this text, as a reader would. */
async function runFromPage(beginning: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const command = [...page.matchAll(/^( *)```sh\n(.*?)^\1```/gms)]
    .map(([, , text]) => String(text))
    .find((text) => text.includes(beginning));
  // Replace the paths of the page by those of the test.
  const here = String(command)
    .replace(/\btessera\.(tar\.gz|dump)\b/g, `${folder}/$&`)
    .replace('/srv/tessera', join(folder, 'restored'));
  const path = [binaries, process.env.PATH].filter(Boolean).join(':');
  const { stdout } = await run('bash', ['-ec', here], { cwd: root, env: { PATH: path, HOME: folder, ...environment } });
  return stdout;
}

interface Made {
  readonly slug: string;
  readonly token: string;
  readonly readersToken: string;
  readonly secret: string;
  readonly key: string;
}

/** A workspace with some content of each kind, created over HTTP. */
async function fill(target: OwnService): Promise<Made> {
  const { id, slug, token } = await makeRepo(target);
  const asAdmin = { target, token };
  const { secret } = await ok<{ secret: string }>('POST /collections', { ...asAdmin, body: { name: 'parts' } });
  await ok(`POST /ingest/${secret}`, { target, body: { id: 7, name: 'Left door hinge, steel', price: 12.5 } });
  await ok(`POST /ingest/${secret}`, { target, body: { id: 8, name: 'Right door hinge', price: 'unknown' } });
  for (const version of ['first', 'second']) {
    await ok('PUT /documents/content', {
      ...asAdmin,
      body: { path: 'docs/guide/start.md', base: 'any', text: `# Start\n\nThe ${version} version.\n` },
    });
  }
  const long = 'A line of a long document.\n'.repeat(20_000);
  await ok('PUT /documents/content', { ...asAdmin, body: { path: 'docs/long.md', base: null, text: long } });
  const capabilities = ['manage_members', 'manage_permissions', 'manage_readers'];
  const { secret: key } = await ok<{ secret: string }>(`POST /operator/workspaces/${id}/api-keys`, {
    target,
    token: target.operatorToken,
    body: { name: 'billing', capabilities },
  });
  const guide = { name: 'Guide', paths: ['docs/guide/**'] };
  const group = await ok<{ id: string }>('POST /v1/groups', { target, token: key, body: guide });
  const ada = { email: 'ada@example.com', send_email: false, groups: [group.id] };
  await ok('POST /v1/members', { target, token: key, body: ada });
  const readersToken = await makeToken(id, { target, role: 'member', access: 'read_only', groups: [group.id] });
  return { slug, token, readersToken, secret, key };
}

/** All responses of the service about a workspace. */
async function stateOf(target: OwnService, { token, readersToken, key }: Made): Promise<unknown> {
  const reads = [
    ['/collections/parts/describe', token],
    ['/collections/parts/records', token],
    ['/collections/parts/findings', token],
    ['/documents/content?path=docs/guide/start.md', readersToken],
    ['/documents/history?path=docs/guide/start.md', token],
    ['/documents/content?path=docs/long.md', token],
    ['/documents/history?path=docs/long.md', token],
    ['/documents', readersToken],
    ['/v1/groups', key],
    ['/v1/members', key],
    ['/v1/members/ada@example.com/access', key],
    ['/workspaces', token],
  ] as const;
  const state: unknown[] = [];
  for (const [path, reader] of reads) state.push([path, await ok(`GET ${path}`, { target, token: reader })]);
  const { events } = await ok<{ events: { action: string }[] }>('GET /audit', { target, token });
  // The backup itself adds an audit entry after the state was read.
  state.push(['/audit', events.filter(({ action }) => action !== 'operator.backup_taken')]);
  return JSON.parse(
    JSON.stringify(state)
      .replaceAll(target.url, '')
      .replace(/"last_used_at":"[^"]*"/g, '""'),
  );
}

/** The head of a clone, which must be valid. */
function headOf(target: OwnService, made: Made): Promise<string> {
  return expectWhole(target, { repo: made, files: ['guide/start.md', 'long.md'], folder: gitFolder() });
}

interface Before {
  readonly head: string;
  readonly state: unknown;
}

/** The head before the state, because a clone adds an audit entry to the state. */
async function lookAt(target: OwnService, made: Made): Promise<Before> {
  return { head: await headOf(target, made), state: await stateOf(target, made) };
}

/** Expects that the restored service returns the same, accepts the same credentials, and accepts writes. */
async function expectTheSame(restored: OwnService, made: Made, before: Before): Promise<void> {
  expect(await stateOf(restored, made)).toEqual(before.state);
  expect(await headOf(restored, made)).toBe(before.head);
  await ok(`POST /ingest/${made.secret}`, { target: restored, body: { id: 9, name: 'Lock' } });
  const found = await ok('POST /collections/parts/query', {
    target: restored,
    token: made.token,
    body: { query: 'steel hinge' },
  });
  expect(found).toMatchObject({ results: [{ external_id: '7' }, {}, {}] });
}

describe('the commands of docs/backup.md on the embedded database', () => {
  it('restore everything that a running service had acknowledged to another folder, and nothing incompletely', async () => {
    const original = await start({});
    const made = await fill(original);
    const before = await lookAt(original, made);
    const other = await makeToken((await makeWorkspace(original)).id, { target: original });
    const { secret } = await ok<{ secret: string }>('POST /collections', {
      target: original,
      token: other,
      body: { name: 'busy' },
    });
    let written = 0;
    let isDone = false;
    const write = async (): Promise<void> => {
      while (!isDone) {
        const records = [0, 1, 2].map((n) => ({ id: `${written}-${n}`, name: `Event ${n}` }));
        await ok(`POST /ingest/${secret}/batch`, { target: original, body: { records } });
        written += 1;
      }
    };
    const writing = write();
    const environment = {
      SVC_DATA_DIR: original.dataFolder,
      SVC_PORT: new URL(original.url).port,
      SVC_OPERATOR_TOKEN: original.operatorToken,
    };
    const writtenBefore = written;
    await runFromPage('backup tessera', environment);
    expect((await call('GET /operator/backup', { target: original, token: made.token })).status).toBe(401);
    isDone = true;
    await writing;
    const file = join(folder, 'tessera.tar.gz');
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    await runFromPage('restore tessera', {});
    const restored = await start({ dataFolder: join(folder, 'restored') });
    await expectTheSame(restored, made, before);
    const { count } = await ok<{ count: number }>('GET /collections/busy/records', { target: restored, token: other });
    expect(count % 3).toBe(0);
    expect(count).toBeGreaterThanOrEqual(writtenBefore * 3);
    expect(count).toBeLessThanOrEqual(written * 3);
    await expect(runFromPage('restore tessera', {})).rejects.toThrow(/is not empty/);
    await expect(runFromPage('backup tessera', environment)).rejects.toThrow(/exists: name a new file/);
  });

  it('restore a stopped service, and refuse a truncated file', async () => {
    const original = await start({ dataFolder: join(folder, 'stopped') });
    const made = await fill(original);
    const before = await lookAt(original, made);
    await original.end('SIGKILL');
    const svcServer = (command: string, file: string, dataFolder: string) =>
      run(process.execPath, ['packages/server/dist/main.js', command, file], {
        cwd: root,
        env: { SVC_DATA_DIR: dataFolder },
      });
    await svcServer('backup', join(folder, 'stopped.tar.gz'), original.dataFolder);
    await run('bash', ['-c', 'head -c 100000 stopped.tar.gz > cut.tar.gz'], { cwd: folder });
    const directory = join(folder, 'from-stopped');
    await expect(svcServer('restore', join(folder, 'cut.tar.gz'), directory)).rejects.toThrow(/cannot be restored/);
    await svcServer('restore', join(folder, 'stopped.tar.gz'), directory);
    await expectTheSame(await start({ dataFolder: directory }), made, before);
  });
});

describe.runIf(binaries)('the commands of docs/backup.md on PostgreSQL', () => {
  let clusters: PostgresCluster[] = [];
  beforeAll(async () => {
    clusters = [await startPostgresCluster({ binaries }), await startPostgresCluster({ binaries })];
    const running = await readFile(join(root, 'docs/deploying.md'), 'utf8');
    const sql = /^create role tessera (?:.*;.*\n)+/m.exec(running)?.[0] ?? '';
    const commands = sql.trim().split('\n');
    for (const { url } of clusters) await run('psql', [url, '-qX', ...commands.flatMap((command) => ['-c', command])]);
  });
  afterAll(async () => {
    await dispose();
    for (const cluster of clusters) await cluster.stop();
  });

  it('move everything to another server', async () => {
    const [from, to] = clusters.map(({ url }) =>
      url.replace('postgres@', 'tessera@').replace(/\/postgres$/, '/tessera'),
    );
    const original = await start({ databaseUrl: from });
    const made = await fill(original);
    const before = await lookAt(original, made);
    await runFromPage('pg_dump', { SVC_DATABASE_URL: String(from) });
    await runFromPage('pg_restore', { SVC_DATABASE_URL: String(to) });
    await expectTheSame(await start({ databaseUrl: to }), made, before);
  });
});
