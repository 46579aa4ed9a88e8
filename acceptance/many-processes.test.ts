import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { call, makeToken, makeWorkspace, ok } from './http.js';
import { hasNginx, type Nginx, startProxy } from './nginx.js';
import { started } from './repo.js';
import { createDatabase, newOperatorToken, type OwnService, type Target } from './service.js';

const postgresUrl = inject('postgresUrl');
const isRun = !process.env.ACCEPTANCE_URL && hasNginx;
const operatorToken = newOperatorToken();
const { service: start, dispose } = started();
const collections = Array.from({ length: 8 }, (_, n) => `things-${n}`);
const products = ['door hinge', 'desk lamp', 'oak table', 'steel bolt'];

/** A query result. The name of every record contains its collection. */
interface Answer {
  readonly results: { readonly external_id: string; readonly rendered: string }[];
}

describe.runIf(isRun)('four processes behind ops/nginx.conf', () => {
  let services: OwnService[];
  let proxy: Target & Nginx;
  let tokens: string[];

  beforeAll(async () => {
    const databaseUrl = await createDatabase(postgresUrl);
    const first = await start({ databaseUrl, operatorToken });
    const others = await Promise.all([1, 2, 3].map(() => start({ databaseUrl, operatorToken })));
    services = [first, ...others];
    proxy = { ...(await startProxy(services.map(({ url }) => new URL(url).port))), operatorToken };
    const { id } = await makeWorkspace(proxy);
    tokens = await Promise.all([1, 2].map(() => makeToken(id, { target: proxy })));
    const [token] = tokens;
    for (const name of collections) {
      await ok('POST /collections', { target: proxy, token, body: { name } });
      const records = products.map((product, at) => ({ id: at + 1, name: `${product} of ${name}` }));
      await ok(`POST /collections/${name}/import`, { target: proxy, token, body: { records } });
    }
  });
  afterAll(async () => {
    await proxy?.stop();
    await dispose();
  });

  /** The value of a metric in each running process. */
  async function figures(name: string): Promise<number[]> {
    const running = services.filter(({ process }) => process.exitCode === null && process.signalCode === null);
    return Promise.all(
      running.map(async ({ url }) => {
        const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${operatorToken}` } });
        return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await answer.text())?.[1]);
      }),
    );
  }

  /** Queries a collection. Repeats a call that was running in a killed process. */
  async function query(name: string, n: number): Promise<string> {
    const at = n % products.length;
    const request = {
      ...{ target: proxy, token: tokens[n % tokens.length] },
      body: { query: products[at], top_k: 1 },
    };
    const { status, body } = await call<Answer>(`POST /collections/${name}/query`, request);
    if (status >= 500) {
      return query(name, n);
    }
    expect([status, body.results?.[0]?.rendered]).toEqual([200, expect.stringContaining(`${products[at]} of ${name}`)]);
    return String(body.results[0]?.external_id);
  }

  it('share the collections: one process builds each index, whichever credential queries it', async () => {
    for (const name of collections) {
      for (let n = 0; n < 4; n += 1) await query(name, n);
    }
    const counts = await figures('tessera_indexes');
    expect(counts.reduce((sum, count) => sum + count)).toBe(collections.length);
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1);
  });

  it('return no wrong result while one of them is killed', async () => {
    const before = await figures('tessera_indexes');
    const busiest = before.indexOf(Math.max(...before));
    const answers = collections.map(async (name, worker) => {
      for (let n = 0; n < 20; n += 1) {
        if (worker === 0 && n === 5) await services[busiest]?.end('SIGKILL');
        expect(await query(name, n)).toBe(String((n % products.length) + 1));
      }
    });
    await Promise.all(answers);
    const left = await figures('tessera_indexes');
    expect(left).toHaveLength(3);
    expect(left.reduce((sum, count) => sum + count)).toBe(collections.length);
  });
});
