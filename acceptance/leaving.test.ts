import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { isFullSize } from './full-size.mjs';
import { ok } from './http.js';
import { answers, fill } from './moved-data.js';
import { createDatabase, type OwnService, queryDatabase, startService, type Target } from './service.js';

const npmStart = fileURLToPath(new URL('../scripts/start.mjs', import.meta.url));
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

function run(env: Readonly<Record<string, string>>, ...args: string[]): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env: { PATH: process.env.PATH, ...env } }, (error, out, err) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, output: `${out}${err}` });
    });
  });
}

/** Results of queries on the sample of a first start. */
async function sampleAnswers(target: Target, token: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const query of ['standing desk oak', 'DSK-160-OAK', 'lamp', '4006381333931', 'somewhere to put books']) {
    found.push(await ok('POST /collections/products/query', { target, token, body: { query } }));
  }
  for (const path of ['/collections', '/collections/products/records', '/documents', '/workspaces']) {
    found.push(await ok(`GET ${path}`, { target, token }));
  }
  return found;
}

describe.runIf(!process.env.ACCEPTANCE_URL)('svc-server move', () => {
  it('moves the data of `npm start` to PostgreSQL with the same results, also after a kill, and at full size back', async () => {
    const first = await start({ entry: npmStart, settings: { SVC_DEMO: '1' } });
    const printedToken = () => /Agent token +(\S+)/.exec(first.printed())?.[1] ?? '';
    await expect.poll(printedToken, { timeout: 30_000 }).toMatch(/^svc_tk_/);
    const sample = printedToken();
    const { token } = await fill(first, 200);
    const everything = async (target: Target) => [await answers(target, token), await sampleAnswers(target, sample)];
    const before = await everything(first);
    const folder = first.dataFolder;
    const url = await createDatabase(postgresUrl);
    const embedded = { SVC_DATA_DIR: folder };
    expect(await run(embedded, 'move', '--to', url)).toEqual({
      status: 1,
      output: expect.stringContaining('stop the service first'),
    });
    await first.end('SIGTERM');

    const killed = spawn(process.execPath, [main, 'move', '--to', url], {
      env: { PATH: process.env.PATH, ...embedded },
    });
    // The output names each table when it is copied.
    await once(killed.stderr, 'data');
    killed.kill('SIGKILL');
    await once(killed, 'exit');

    const moved = await run(embedded, 'move', '--to', url);
    expect(moved).toEqual({ status: 0, output: expect.stringContaining('Start the service with SVC_DATABASE_URL') });
    const [tables] = await queryDatabase(
      url,
      `select count(*) from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`,
    );
    expect(moved.output).toContain(`rows of ${tables?.count} tables; counts and checksums agree`);
    expect(await run(embedded, 'move', '--to', url)).toEqual({
      status: 1,
      output: expect.stringContaining('the target is not empty'),
    });

    const { operatorToken } = first;
    const second = await start({ databaseUrl: url, dataFolder: folder, operatorToken });
    expect(await everything(second)).toEqual(before);
    if (!isFullSize) return;

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
    expect(await everything(third)).toEqual(before);
  }, 120_000);
});
