import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { call, makeToken, makeWorkspace, ok } from './http.js';
import { createDatabase, freePort, newOperatorToken, type OwnService, startService, type Target } from './service.js';

const postgresUrl = inject('postgresUrl');
const hasNginx = spawnSync('nginx', ['-v']).error === undefined;

describe.runIf(postgresUrl && hasNginx && !process.env.ACCEPTANCE_URL)('two processes behind ops/nginx.conf', () => {
  const operatorToken = newOperatorToken();
  let services: OwnService[];
  let proxy: Target & { readonly stop: () => Promise<void> };

  beforeAll(async () => {
    const databaseUrl = await createDatabase(postgresUrl as string);
    const first = await startService({ databaseUrl, operatorToken });
    services = [first, await startService({ databaseUrl, operatorToken })];
    proxy = { ...(await startProxy(services.map(({ url }) => new URL(url).port))), operatorToken };
  });
  afterAll(async () => {
    await proxy?.stop();
    for (const service of services ?? []) await service.dispose();
  });

  /** Calls that each process has answered for an operation, by its metrics. */
  async function callsOf(operation: string): Promise<number[]> {
    return Promise.all(
      services.map(async ({ url }) => {
        const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${operatorToken}` } });
        const line = (await answer.text()).match(
          new RegExp(`tessera_operation_duration_seconds_count\\{operation="${operation}",status="200"\\} (\\d+)`),
        );
        return Number(line?.[1] ?? 0);
      }),
    );
  }

  it("keep a credential's calls on one process, and all of many credentials' on both", async () => {
    const workspace = await makeWorkspace(proxy);
    for (let caller = 0; caller < 24; caller += 1) {
      const before = await callsOf('collections.list');
      const token = await makeToken(workspace.id, { target: proxy });
      for (let n = 0; n < 4; n += 1) await ok('GET /collections', { target: proxy, token });
      const served = (await callsOf('collections.list')).map((count, at) => count - (before[at] ?? 0));
      expect([...served].sort((a, b) => a - b)).toEqual([0, 4]);
    }
    expect(Math.min(...(await callsOf('collections.list')))).toBeGreaterThan(0);
  });

  it('answer from either what the other has stored, and go on with the one that is left', async () => {
    const workspace = await makeWorkspace(proxy);
    const token = await makeToken(workspace.id, { target: proxy });
    const { secret } = await ok<{ secret: string }>('POST /collections', {
      target: proxy,
      token,
      body: { name: 'things' },
    });
    await ok(`POST /ingest/${secret}`, { target: proxy, body: { id: 1, name: 'Left door hinge' } });
    for (const target of services) {
      const { results } = await ok<{ results: { external_id: string }[] }>('POST /collections/things/query', {
        target,
        token,
        body: { query: 'door hinge' },
      });
      expect(results[0]?.external_id).toBe('1');
    }
    await services[0]?.end('SIGKILL');
    for (let n = 0; n < 8; n += 1) {
      const other = await makeToken(workspace.id, { target: proxy });
      const answer = await call('GET /collections/things/records/1', { target: proxy, token: other });
      expect(answer.status).toBe(200);
    }
  });
});

/** Starts nginx with the example's configuration, on other ports. */
async function startProxy(upstreamPorts: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-nginx-'));
  const example = await readFile(fileURLToPath(new URL('../ops/nginx.conf', import.meta.url)), 'utf8');
  const port = await freePort();
  const configuration = example
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('127.0.0.1:8081', `127.0.0.1:${upstreamPorts[0]}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${upstreamPorts[1]}`);
  await writeFile(join(folder, 'nginx.conf'), configuration);
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  while (
    nginx.exitCode === null &&
    !(await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(50);
  return {
    url,
    stop: async () => {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
