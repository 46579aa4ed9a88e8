import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isFullSize } from './full-size.mjs';
import { call, makeToken, makeWorkspace, ok } from './http.js';
import { hasNginx, type Nginx, startProxy } from './nginx.js';
import { expectWhole, makeRepo, pushFiles, remote, started, writeFiles } from './repo.js';
import { createDatabase, newOperatorToken, type OwnService, type Target } from './service.js';

const postgresUrl = inject('postgresUrl');
const isRun = !process.env.ACCEPTANCE_URL;

const operatorToken = newOperatorToken();
const { service: start, folder, dispose } = started();
let services: OwnService[];

beforeAll(async () => {
  if (!isRun) return;
  const databaseUrl = await createDatabase(postgresUrl);
  services = [await start({ databaseUrl, operatorToken }), await start({ databaseUrl, operatorToken })];
});
afterAll(dispose);

describe.runIf(isRun)('two processes on one database', () => {
  it('keep all documents that both write to one repo concurrently, each in its own commit', async () => {
    const [one, other] = services as [OwnService, OwnService];
    const repo = await makeRepo(one);
    const count = isFullSize ? 25 : 6;
    const written = await Promise.all(
      [one, other, one, other].map((target, n) => writeFiles(target, repo, { name: `writer-${n}`, count })),
    );
    const files = written.flat();
    expect(files).toHaveLength(4 * count);
    const head = await expectWhole(one, { repo, files, folder: folder() });
    const clone = folder();
    expect(await expectWhole(other, { repo, files, folder: clone })).toBe(head);
    expect(await clone.git('-C', 'clone', 'rev-list', '--count', 'HEAD')).toBe(String(4 * count));
  });

  it('keep all concurrent pushes to both', async () => {
    const [one, other] = services as [OwnService, OwnService];
    const repo = await makeRepo(one);
    await pushFiles(folder(), remote(one, repo), { name: 'first', count: 1 });
    const count = isFullSize ? 8 : 3;
    const files = await Promise.all([
      pushFiles(folder(), remote(one, repo), { name: 'one', count }),
      pushFiles(folder(), remote(other, repo), { name: 'other', count }),
    ]);
    expect(files.flat()).toHaveLength(2 * count);
    await expectWhole(one, { repo, files: files.flat(), folder: folder() });
    await expectWhole(other, { repo, files: files.flat(), folder: folder() });
  });
});

// The last test stops one of the two processes, so this suite is the last.
describe.runIf(isRun && hasNginx)('two processes behind ops/nginx.conf', () => {
  let proxy: Target & Nginx;

  beforeAll(async () => {
    proxy = { ...(await startProxy(services.map(({ url }) => new URL(url).port))), operatorToken };
  });
  afterAll(() => proxy?.stop());

  /** The number of calls of an operation that each process has answered, from its metrics. */
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

  it('route the calls of one credential to one process, and of many credentials to both', async () => {
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

  it("return each other's writes, and work on when one is stopped", async () => {
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
