import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { call, makeToken, makeWorkspace, ok } from './http.js';
import { createDatabase, newOperatorToken, type OwnService, startService, type Target } from './service.js';

const main = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url));
const postgresUrl = inject('postgresUrl');
const folders: string[] = [];
const services: OwnService[] = [];

afterAll(async () => {
  for (const service of services) await service.dispose();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-leaving-'));
  folders.push(folder);
  return folder;
}

async function start(...options: Parameters<typeof startService>): Promise<OwnService> {
  const service = await startService(...options);
  services.push(service);
  return service;
}

const words = ['blue', 'oak', 'desk', 'lamp', 'chair', 'round', 'table', 'steel', 'green', 'shelf'];
const named = (index: number) =>
  [0, 3, 7].map((step) => words[(index * (step + 1) + step) % words.length]).join(' ') + ` ${1000 + index}`;

/** Fills a new workspace and returns a token of it. */
async function fill(target: Target, records: number): Promise<{ id: string; slug: string; token: string }> {
  const { id, slug } = await makeWorkspace(target);
  const token = await makeToken(id, { target });
  await ok('POST /collections', { target, token, body: { name: 'goods' } });
  for (let first = 0; first < records; first += 500) {
    const body = Array.from({ length: Math.min(500, records - first) }, (_, place) => first + place).map((index) => ({
      id: `g-${index}`,
      name: named(index),
      price: index / 4,
    }));
    await ok('POST /collections/goods/import', { target, token, body: { records: body } });
  }
  await ok('POST /repos', { target, token, body: { name: 'notes' } });
  for (const name of ['a', 'b']) {
    const body = { path: `notes/${name}.md`, text: `# ${name}\n\nText of ${name}.`, base: null };
    await ok('PUT /documents/content', { target, token, body });
  }
  return { id, slug, token };
}

/** What a workspace answers, whichever server it is on. */
async function answers(target: Target, token: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let index = 0; index < 40; index += 1) {
    const query = index % 3 === 0 ? `g-${index}` : named(index * 7).slice(0, -2);
    found.push(await ok('POST /collections/goods/query', { target, token, body: { query, top_k: 5 } }));
  }
  for (const path of [
    '/collections',
    '/collections/goods/describe',
    '/collections/goods/records?limit=500',
    '/audit',
  ]) {
    found.push(await ok(`GET ${path}`, { target, token }));
  }
  for (const path of [
    '/documents',
    '/documents/content?path=notes/a.md',
    '/documents/history?path=notes/b.md',
    '/repos',
  ]) {
    found.push(JSON.parse(JSON.stringify(await ok(`GET ${path}`, { target, token })).replaceAll(target.url, '')));
  }
  return found;
}

function run(env: Readonly<Record<string, string>>, ...args: string[]): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env: { PATH: process.env.PATH, ...env } }, (error, out, err) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, output: `${out}${err}` });
    });
  });
}

describe.runIf(!process.env.ACCEPTANCE_URL && postgresUrl !== undefined)('svc-server move', () => {
  it('moves the data of a first start to PostgreSQL and back, with the same answers, also after a kill', async () => {
    const first = await start({ settings: { SVC_DEMO: '1' } });
    const { token } = await fill(first, 200);
    const before = await answers(first, token);
    const folder = first.dataFolder;
    const url = await createDatabase(postgresUrl ?? '');
    const embedded = { SVC_DATA_DIR: folder };
    expect(await run(embedded, 'move', '--to', url)).toEqual({
      status: 1,
      output: expect.stringContaining('stop the service first'),
    });
    await first.end('SIGTERM');

    const killed = spawn(process.execPath, [main, 'move', '--to', url], {
      env: { PATH: process.env.PATH, ...embedded },
    });
    // It names a table once that is copied.
    await once(killed.stderr, 'data');
    killed.kill('SIGKILL');
    await once(killed, 'exit');

    const moved = await run(embedded, 'move', '--to', url);
    expect(moved).toEqual({ status: 0, output: expect.stringContaining('Start the service with SVC_DATABASE_URL') });
    const { stdout } = await promisify(execFile)('psql', [
      url,
      '-qtAXc',
      `select count(*) from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`,
    ]);
    expect(moved.output).toContain(`rows of ${stdout.trim()} tables; counts and checksums agree`);
    expect(await run(embedded, 'move', '--to', url)).toEqual({
      status: 1,
      output: expect.stringContaining('the target is not empty'),
    });

    const { operatorToken } = first;
    const second = await start({ databaseUrl: url, dataFolder: folder, operatorToken });
    expect(await answers(second, token)).toEqual(before);
    const back = await newFolder();
    const onPostgres = { SVC_DATABASE_URL: url, SVC_DATA_DIR: folder };
    expect(await run(onPostgres, 'move', '--to', back)).toEqual({
      status: 1,
      output: expect.stringContaining('stop the service first'),
    });
    await second.end('SIGTERM');
    expect(await run(onPostgres, 'move', '--to', back)).toMatchObject({ status: 0 });
    expect(existsSync(join(back, 'moving'))).toBe(false);
    const third = await start({ dataFolder: back, operatorToken });
    expect(await answers(third, token)).toEqual(before);
  }, 120_000);
});

describe.runIf(!process.env.ACCEPTANCE_URL)('a workspace that is deleted', () => {
  it('is deleted whole by the next process where the first one is killed, while another one is served', async () => {
    const operatorToken = newOperatorToken();
    const databaseUrl = postgresUrl && (await createDatabase(postgresUrl));
    const service = await start({ databaseUrl, operatorToken });
    const [gone, kept] = [await fill(service, 1_500), await fill(service, 100)];
    const before = await answers(service, kept.token);
    const body = { slug: gone.slug };
    const events = async (target: Target) =>
      (
        await ok<{ events: { action: string; target: string }[] }>('GET /operator/audit', {
          target,
          token: operatorToken,
        })
      ).events;
    const deletion = call(`DELETE /operator/workspaces/${gone.id}`, {
      target: service,
      token: operatorToken,
      body,
    }).catch(() => undefined);
    await expect.poll(() => events(service).then(([event]) => event?.target), { interval: 5 }).toBe(gone.id);
    await service.end('SIGKILL');
    await deletion;

    const next = await start({ databaseUrl, operatorToken, dataFolder: service.dataFolder });
    expect((await call('GET /collections', { target: next, token: gone.token })).status).toBe(401);
    await expect
      .poll(() => events(next).then(([event]) => event?.action), { timeout: 30_000 })
      .toBe('workspace.deleted');
    expect(await answers(next, kept.token)).toEqual(before);
  }, 120_000);
});
