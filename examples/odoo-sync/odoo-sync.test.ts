import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isFullSize } from '../../acceptance/full-size.mjs';
import { makeToken, makeWorkspace, ok } from '../../acceptance/http.js';
import { FakeOdoo, type OdooRecord } from './fake-odoo.js';

const target = inject('target');
/** More records than fit into one body. */
const count = isFullSize ? 5_000 : 1_200;
const folder = fileURLToPath(new URL('.', import.meta.url));

/** A product with 60 fields, one of them an image, as in a new Odoo. */
function product(n: number): OdooRecord {
  const others = Array.from({ length: 50 }, (_, index) => [`x_field_${index}`, index % 3 === 0 ? false : `value ${n}`]);
  return {
    id: n,
    name: `Desk number ${n}`,
    display_name: `[DESK-${n}] Desk number ${n}`,
    default_code: `DESK-${n}`,
    barcode: false,
    categ_id: [4, 'Furniture'],
    list_price: 10.5,
    description_sale: false,
    image_128: 'iVBORw0KGgo'.repeat(100),
    write_date: `2026-01-01 10:00:${String(n % 60).padStart(2, '0')}`,
    ...Object.fromEntries(others),
  };
}

const products = (count: number) => Array.from({ length: count }, (_, n) => product(n + 1));

describe('the Odoo sync', () => {
  const odoo = new FakeOdoo();
  let scratch: string;
  let token: string;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'tessera-odoo-'));
    odoo.server.listen(0, '127.0.0.1');
    await once(odoo.server, 'listening');
    odoo.models.set('sale.order', []);
  });
  afterAll(async () => {
    odoo.server.close();
    await rm(scratch, { recursive: true, force: true });
  });

  async function inNewWorkspace(): Promise<string> {
    token = await makeToken((await makeWorkspace()).id);
    return join(scratch, `${token.slice(-6)}.json`);
  }

  function run(
    state: string,
    args: readonly string[] = [],
    { key = 'key', url = `http://127.0.0.1:${(odoo.server.address() as AddressInfo).port}` } = {},
  ): Promise<{ status: number; output: string }> {
    const env = {
      PATH: process.env.PATH,
      ODOO_URL: url,
      ODOO_DATABASE: 'example',
      ODOO_USER: 'sync@example.com',
      ODOO_API_KEY: key,
      SVC_BASE_URL: target.url,
      SVC_TOKEN: token,
    };
    return new Promise((resolve) => {
      execFile(process.execPath, ['sync.mjs', '--state', state, ...args], { cwd: folder, env }, (error, out, err) => {
        resolve({ status: typeof error?.code === 'number' ? error.code : 0, output: `${out}${err}` });
      });
    });
  }

  it('sends products with 60 fields once, then only changes, and deletes removed ones', async () => {
    const state = await inNewWorkspace();
    odoo.models.set('product.product', products(count));
    odoo.models.set('res.partner', [{ id: 3, name: 'Wood Corner', write_date: '2026-01-01 09:00:00' }]);
    const first = await run(state);
    expect(first).toMatchObject({ status: 0 });
    expect(first.output).toContain(`product.product: ${count} sent to odoo-products\n`);
    expect(first.output).toContain('res.partner: 1 sent to odoo-partners');
    // Missing fields are reported and omitted.
    expect(first.output).toContain('product.product has no uom_id in this Odoo');

    const changed = products(count - 1);
    changed[0] = { ...product(1), name: 'A round table', write_date: '2026-02-01 10:00:00' };
    odoo.models.set('product.product', changed);
    const second = await run(state, ['--reconcile']);
    expect(second.output).toMatch(/product\.product: \d\d? sent to odoo-products, 1 gone/);
    const found = await ok<{ attributes: object }>('GET /collections/odoo-products/records/1', { token });
    expect(found.attributes).toEqual({
      name: 'A round table',
      display_name: '[DESK-1] Desk number 1',
      default_code: 'DESK-1',
      barcode: false,
      categ_id: [4, 'Furniture'],
      list_price: 10.5,
      description_sale: false,
    });
    const { records, pending_embed } = await ok<{ records: number; pending_embed: number }>(
      'GET /collections/odoo-products/describe',
      { token },
    );
    expect({ records, pending_embed }).toEqual({ records: count - 1, pending_embed: 0 });
  });

  it('splits content that is larger than a body, and reports a record that is too large, which alone fails', async () => {
    const state = await inNewWorkspace();
    const models = join(scratch, 'models.json');
    const fields = Object.keys(product(1));
    await writeFile(models, JSON.stringify({ 'product.product': { collection: 'everything', fields } }));
    const large = products(400);
    large[7] = { ...product(8), image_128: 'A'.repeat(600_000) };
    odoo.models.set('product.product', large);
    const { status, output } = await run(state, ['--models', models]);
    expect(odoo.largestBytes).toBeGreaterThan(1024 * 1024);
    expect({ status, output }).toEqual({
      status: 1,
      output: expect.stringMatching(/^product\.product 8: .*fewer fields/m),
    });
    expect(output).toContain('product.product: 399 sent to everything\n');
    const { records } = await ok<{ records: number }>('GET /collections/everything/describe', { token });
    expect(records).toBe(399);
  });

  it('reports an invalid key, and changes nothing', async () => {
    expect(await run(await inNewWorkspace(), [], { key: 'wrong' })).toEqual({
      status: 1,
      output: 'Odoo does not know sync@example.com with that key in example.\n',
    });
  });

  it('reports the address of an unreachable Odoo', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const url = `http://127.0.0.1:${port}`;
    expect(await run(await inNewWorkspace(), [], { url })).toEqual({
      status: 1,
      output: `Odoo at ${url} cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}.\n`,
    });
  });
});
