import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@tessera/client';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { makeWorkspace, ok, unique } from '../../acceptance/http.js';
import { pacedFetch } from './sync/pace.mjs';
import { ProgressFile } from './sync/progress-file.mjs';
import { readRows, syncRows } from './sync/sync.mjs';

const target = inject('target');
const script = fileURLToPath(new URL('sync.mjs', import.meta.url));
let workspaceId: string;
let plans: Record<string, { groups: string[] }>;
let folder: string;

beforeEach(async () => {
  workspaceId = (await makeWorkspace()).id;
  const token = await newKey();
  const made = await ok<{ id: string }>('POST /v1/groups', { token, body: { name: 'Course', paths: ['course/**'] } });
  plans = { course: { groups: [made.id] }, nothing: { groups: [] } };
  folder = await mkdtemp(join(tmpdir(), 'tessera-sync-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function newKey(): Promise<string> {
  const made = await ok<{ secret: string }>(`POST /operator/workspaces/${workspaceId}/api-keys`, {
    token: target.operatorToken,
    body: { name: unique('sync'), capabilities: ['manage_members', 'manage_permissions'] },
  });
  return made.secret;
}

async function members(): Promise<string[]> {
  const listed = await ok<{ members: { email: string }[] }>('GET /v1/members', { token: await newKey() });
  return listed.members.map(({ email }) => email).sort();
}

const openProgress = (text = '') => ProgressFile.open(join(folder, 'progress'), text);

const csvOf = (count: number): string =>
  `email,name,plan\n${Array.from({ length: count }, (_, index) => `c${index}@example.com,"C, ${index}",course`).join('\n')}\n`;

describe('a sync from CSV', () => {
  it('reads quoted fields, a byte order mark and empty lines, and reports the line of each row', () => {
    expect(readRows('\ufeffplan,email,name\n\ncourse, a@example.com ,"A, ""B"""\ncourse,b@example.com,\n')).toEqual([
      { line: 3, email: 'a@example.com', name: 'A, "B"', plan: 'course' },
      { line: 4, email: 'b@example.com', name: '', plan: 'course' },
    ]);
    expect(() => readRows('mail,plan\na,b\n')).toThrow('email and plan');
  });

  it('reads columns separated by semicolons', () => {
    expect(readRows('email;plan;name\na@example.com;course;"B, A"\n')).toEqual([
      { line: 2, email: 'a@example.com', plan: 'course', name: 'B, A' },
    ]);
  });

  it('reports a missing file in one line', async () => {
    const environment = { PATH: process.env.PATH, SVC_API_KEY: 'svc_ak_x' };
    const run = promisify(execFile)(process.execPath, [script, 'absent.csv'], { env: environment });
    await expect(run).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^billing-webhook: cannot read absent\.csv, .*\n$/),
    });
  });

  it('grants what is bought, changes earlier purchases, and reports refusals with reasons', async () => {
    const client = createClient({ baseUrl: target.url, token: await newKey() });
    await ok('POST /v1/members', { token: await newKey(), body: { email: 'old@example.com', send_email: false } });
    const rows = readRows(
      'email,plan\nnew@example.com,course\nold@example.com,course\nno address,course\nx@example.com,gold\n',
    );
    const progress = await openProgress();
    const report = await syncRows(rows, { client, plans, progress });
    await progress.close();
    expect(report).toMatchObject({ granted: 1, changed: 1, skipped: 0 });
    expect(report.refused).toEqual([
      { line: 4, email: 'no address', code: 'invalid_request', message: expect.any(String) },
      { line: 5, email: 'x@example.com', code: 'unknown_plan', message: expect.stringContaining('gold') },
    ]);
    const access = await ok<{ access: unknown[] }>('GET /v1/members/old@example.com/access', { token: await newKey() });
    expect(access.access).toHaveLength(1);
  });

  it('continues where it was stopped, and repeats every row if the file or the plans have changed', async () => {
    const stop = new AbortController();
    let calls = 0;
    const counting = (url: string, init: RequestInit): Promise<Response> => {
      calls += 1;
      return fetch(url, init);
    };
    const client = createClient({ baseUrl: target.url, token: await newKey(), fetch: counting });
    const run = async (csv: string, onRow?: (done: number) => void) => {
      const progress = await openProgress(csv);
      const signal = onRow === undefined ? {} : { signal: stop.signal, onRow };
      const report = await syncRows(readRows(csv), { client, plans, progress, ...signal });
      await progress.close();
      return report;
    };
    const stopped = await run(csvOf(4), (done) => done === 2 && stop.abort());
    expect(stopped).toMatchObject({ granted: 2, skipped: 0 });
    const resumed = await run(csvOf(4));
    expect(resumed).toMatchObject({ granted: 2, skipped: 2 });
    expect(calls).toBe(4);
    plans.course = { groups: [] };
    expect(await run(csvOf(4))).toMatchObject({ changed: 4, skipped: 0 });
    const changed = await run(csvOf(4).replace('c1@example.com,"C, 1",course', 'c1@example.com,"C, 1",nothing'));
    expect(changed).toMatchObject({ changed: 4, skipped: 0 });
    expect(await run(csvOf(4))).toMatchObject({ changed: 4, skipped: 0 });
    expect(await members()).toHaveLength(4);
  });

  it('grants what the last row of a customer contains, and applies the file in every run', async () => {
    plans.two = { groups: [] };
    const token = await newKey();
    const groups = async () =>
      (await ok<{ access: unknown[] }>('GET /v1/members/ada@example.com/access', { token })).access.length;
    const file = join(folder, 'customers.csv');
    const sync = async (rows: string) => {
      await writeFile(file, `email,plan\n${rows}`);
      await promisify(execFile)(process.execPath, [script, file, '--plans', join(folder, 'plans.json')], {
        env: { PATH: process.env.PATH, SVC_BASE_URL: target.url, SVC_API_KEY: token },
      });
      expect(existsSync(`${file}.progress`)).toBe(false);
    };
    await writeFile(join(folder, 'plans.json'), JSON.stringify(plans));
    await sync('ada@example.com,course\nada@example.com,two\nada@example.com,course\n');
    expect(await groups()).toBe(1);
    await sync('ada@example.com,two\n');
    expect(await groups()).toBe(0);
    await sync('ada@example.com,course\n');
    expect(await groups()).toBe(1);
  });

  it('does not overwrite other files with its progress', async () => {
    const path = join(folder, 'progress');
    await writeFile(path, 'email,plan\n');
    await expect(openProgress()).rejects.toThrow('is no progress file');
    expect(await readFile(path, 'utf8')).toBe('email,plan\n');
  });

  it('waits until the rate limit permits the next call, and is never refused', async () => {
    const waits: number[] = [];
    const statuses: number[] = [];
    let token = await newKey();
    const client = createClient({
      baseUrl: target.url,
      token: () => token,
      fetch: pacedFetch({
        fetch: async (url, init) => {
          const answer = await fetch(url, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } });
          statuses.push(answer.status);
          return answer;
        },
        // Use a new key instead of waiting a minute.
        sleep: async (milliseconds) => {
          waits.push(milliseconds);
          token = await newKey();
        },
      }),
    });
    const progress = await openProgress();
    const report = await syncRows(readRows(csvOf(32)), { client, plans, progress });
    await progress.close();
    expect(report).toMatchObject({ granted: 32, refused: [] });
    expect(statuses).not.toContain(429);
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThan(30_000);
    expect(waits[0]).toBeLessThanOrEqual(60_000);
  });

  it('stops immediately if the key may not grant access', async () => {
    const client = createClient({ baseUrl: target.url, token: `svc_ak_${'x'.repeat(43)}` });
    const progress = await openProgress();
    await expect(syncRows(readRows(csvOf(3)), { client, plans, progress })).rejects.toMatchObject({
      code: 'invalid_credential',
    });
    await progress.close();
    expect(await members()).toEqual([]);
  });
});

describe('the command', () => {
  /** Runs `sync.mjs`. Returns its output and exit status. */
  const start = (args: string[], env: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, [script, ...args], { cwd: folder, env: { ...process.env, ...env } }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
    );

  it('prints its usage, and reports wrong arguments in one line', async () => {
    expect(await start(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('PLANS_FILE') });
    expect(await start(['--nothing'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^billing-webhook: Unknown option '--nothing'.*\n\nUsage:/),
    });
    expect(await start(['a.csv'], { SVC_API_KEY: '' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SVC_API_KEY'),
    });
  });

  it('reads the plans from PLANS_FILE', async () => {
    await writeFile(join(folder, 'other.json'), JSON.stringify(plans));
    await writeFile(join(folder, 'customers.csv'), csvOf(1));
    const env = { PLANS_FILE: 'other.json', SVC_API_KEY: await newKey(), SVC_BASE_URL: target.url };
    expect(await start(['customers.csv'], env)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 granted'),
    });
  });
});
