import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeToken, makeWorkspace, ok } from '../../acceptance/http.js';

const target = inject('target');
const folder = fileURLToPath(new URL('.', import.meta.url));

interface OdooRecord {
  readonly id: number;
  readonly write_date: string;
  readonly [field: string]: unknown;
}

/** Answers like Odoo's external API, for the calls that the example makes. */
class FakeOdoo {
  readonly models = new Map<string, OdooRecord[]>();
  readonly server: Server = createServer(async (request, response) => {
    const { params } = (await json(request)) as { params: { service: string; args: unknown[] } };
    const answer = params.service === 'common' ? this.authenticate(params.args) : this.execute(params.args);
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }));
  });

  private authenticate([, , key]: unknown[]) {
    return { result: key === 'key' ? 7 : false };
  }

  private execute(args: unknown[]) {
    const [, , , model, method, [domain] = [], options] = args as [
      string,
      number,
      string,
      string,
      string,
      unknown[],
      object,
    ];
    const { order = 'id', limit } = (options ?? {}) as { order?: string; limit?: number };
    const [field = 'id', direction] = order.split(' ');
    const sign = direction === 'desc' ? -1 : 1;
    const found = (this.models.get(model as string) ?? [])
      .filter((record) =>
        (domain as [string, string, never][]).every(([name, operator, value]) =>
          matches(record[name] as never, operator, value),
        ),
      )
      .sort((a, b) => ((a[field] as never) > (b[field] as never) ? sign : -sign))
      .slice(0, limit);
    return { result: method === 'search' ? found.map(({ id }) => id) : found };
  }
}

function matches(held: number, operator: string, asked: number): boolean {
  return operator === '>' ? held > asked : held >= asked;
}

describe('the Odoo sync', () => {
  const odoo = new FakeOdoo();
  let scratch: string;
  let token: string;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'tessera-odoo-'));
    token = await makeToken((await makeWorkspace()).id);
    odoo.server.listen(0, '127.0.0.1');
    await once(odoo.server, 'listening');
  });
  afterAll(async () => {
    odoo.server.close();
    await rm(scratch, { recursive: true, force: true });
  });

  function run(args: readonly string[] = [], key = 'key'): Promise<{ status: number; output: string }> {
    const env = {
      PATH: process.env.PATH,
      ODOO_URL: `http://127.0.0.1:${(odoo.server.address() as AddressInfo).port}`,
      ODOO_DATABASE: 'example',
      ODOO_USER: 'sync@example.com',
      ODOO_API_KEY: key,
      SVC_BASE_URL: target.url,
      SVC_TOKEN: token,
    };
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        ['sync.mjs', '--state', join(scratch, 'state.json'), ...args],
        { cwd: folder, env },
        (error, stdout, stderr) => {
          resolve({ status: typeof error?.code === 'number' ? error.code : 0, output: `${stdout}${stderr}` });
        },
      );
    });
  }

  const products = (count: number): OdooRecord[] =>
    Array.from({ length: count }, (_, n) => ({
      id: n + 1,
      name: `Desk number ${n + 1}`,
      default_code: `DESK-${n + 1}`,
      categ_id: [4, 'Furniture'],
      write_date: `2026-01-01 10:00:${String(n % 60).padStart(2, '0')}`,
    }));

  it('sends everything once, then what has changed, and deletes what is gone', async () => {
    odoo.models.set('product.product', products(1_100));
    odoo.models.set('res.partner', [{ id: 3, name: 'Wood Corner', write_date: '2026-01-01 09:00:00' }]);
    const first = await run();
    expect(first).toEqual({ status: 0, output: expect.stringContaining('product.product: 1100 sent to products\n') });
    expect(first.output).toContain('res.partner: 1 sent to partners');

    const changed = products(1_099);
    changed[0] = { ...(changed[0] as OdooRecord), name: 'A round table', write_date: '2026-02-01 10:00:00' };
    odoo.models.set('product.product', changed);
    const second = await run(['--reconcile']);
    expect(second.output).toMatch(/product\.product: \d\d? sent to products, 1 gone/);
    const found = await ok<{ attributes: object }>('GET /collections/products/records/1', { token });
    expect(found.attributes).toMatchObject({ name: 'A round table', categ_id: [4, 'Furniture'] });
    const { records, pending_embed } = await ok<{ records: number; pending_embed: number }>(
      'GET /collections/products/describe',
      { token },
    );
    expect({ records, pending_embed }).toEqual({ records: 1_099, pending_embed: 0 });
  });

  it('says what is wrong with the key, and changes nothing', async () => {
    expect(await run([], 'wrong')).toEqual({
      status: 1,
      output: 'Odoo does not know sync@example.com with that key in example.\n',
    });
  });
});
