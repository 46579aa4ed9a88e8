import { createWriteStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createClient } from '@tessera/client';
import { parse as parseCsv } from 'csv-parse/sync';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { isFullSize } from '../../../../acceptance/full-size.mjs';
import { makeToken, makeWorkspace, type WorkspaceReference } from '../../../../acceptance/http.js';
import { openGate } from '../testing/gate.js';
import { startSvc } from '../testing/processes.js';
import { newFileFolder, runCli } from '../testing/run-cli.js';

const rowCount = isFullSize ? 30_000 : 3_000;
vi.setConfig({ testTimeout: 600_000 });

const { url } = inject('target');
const gate = openGate(url);
let workspace: WorkspaceReference;
let token: string;
const folder = newFileFolder();
const config = join(folder, 'config');

beforeAll(async () => {
  workspace = await makeWorkspace();
  token = await makeToken(workspace.id);
});

const environment = () => ({ SVC_BASE_URL: gate.url(), SVC_TOKEN: token, SVC_CONFIG_DIR: config });
const svc = (...args: string[]) => runCli(args, { environment: environment(), configFolder: config });
const startImport = (...args: string[]) => startSvc(['collections', 'import', ...args], environment());

/** The saved position of the only unfinished import, in rows. It is 0 if there is none. */
function savedRows(): number {
  const positions = join(config, 'imports');
  const [name] = existsSync(positions) ? readdirSync(positions).filter((file) => file.endsWith('.json')) : [];
  return name === undefined ? 0 : (JSON.parse(readFileSync(join(positions, name), 'utf8')).progress.rows as number);
}

async function writeCsv(name: string, rows: number): Promise<string> {
  const path = join(folder, name);
  const file = createWriteStream(path);
  file.write('\uFEFFid,name,sku,list_price\r\n');
  for (let row = 1; row <= rows; row += 1) {
    file.write(`${row},"Part ""${row}"", size\r\n${row % 40}",SKU-${row},${(row % 500) / 2}\r\n`);
  }
  file.end();
  await finished(file);
  return path;
}

function writeText(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function storedIds(collection: string): Promise<string[]> {
  const client = createClient({ baseUrl: url, token });
  const ids: string[] = [];
  const list = { params: { name: collection }, query: { limit: 500 } };
  for await (const { external_id } of client.items('collections.list_records', list)) ids.push(external_id);
  return ids.sort((one, other) => Number(one) - Number(other));
}

const allIds = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1));

describe('svc import > into a real service', () => {
  it(`loses and doubles none of ${rowCount} rows when it is killed again and again; the records can be queried`, async () => {
    const path = await writeCsv('parts.csv', rowCount);
    expect((await svc('collections', 'create', 'parts')).status).toBe(0);
    for (const answered of [0, 2, 1]) {
      const paused = gate.holdPage(answered + 1);
      const command = startImport('parts', path);
      const release = await paused;
      command.process.kill('SIGKILL');
      expect((await command.ended).status).toBeNull();
      release();
    }
    const last = await svc('collections', 'import', 'parts', path, '--json');
    expect(last.status).toBe(0);
    expect(last.stderr).toMatch(/^Resuming after record \d+ of /);
    expect(JSON.parse(last.stdout)).toMatchObject({
      imported: rowCount,
      failed: 0,
      workspace: { slug: workspace.slug },
    });
    expect(await storedIds('parts')).toEqual(allIds(rowCount));

    const query = await svc('collections', 'query', 'parts', `SKU-${rowCount}`, '--json');
    expect(JSON.parse(query.stdout).results[0]).toMatchObject({ external_id: String(rowCount) });
  });

  it('stops at Ctrl-C, continues at the next call, and leaves no saved position behind', async () => {
    const path = await writeCsv('more.csv', 3_000);
    await svc('collections', 'create', 'more');
    const paused = gate.holdPage(2);
    const command = startImport('more', path);
    const release = await paused;
    command.process.kill('SIGINT');
    release();
    const stopped = await command.ended;
    expect(stopped.status).toBe(130);
    expect(stopped.stderr).toContain('To resume, repeat the same command.');
    const kept = savedRows();
    expect(await storedIds('more')).toEqual(allIds(kept));
    expect((await svc('collections', 'import', 'more', path)).status).toBe(0);
    expect(await storedIds('more')).toEqual(allIds(3_000));
    expect(savedRows()).toBe(0);
  });

  it('accepts all three formats, and reports records that the collection refuses', async () => {
    await svc('collections', 'create', 'strict');
    await svc('collections', 'configure', 'strict', '--required-fields', 'name');
    const records = '[{"id": 1, "name": "a"}, {"id": 2}, {"id": 12345678901234567890, "name": "c"}]';
    const path = writeText('strict.json', `{"records": ${records}}`);
    const { status, stdout } = await svc('collections', 'import', 'strict', path, '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      imported: 2,
      failed: 1,
      results: [
        { external_id: '1', status: 'created' },
        { index: 1, error: 'missing_required_field', field: 'name' },
        { external_id: '12345678901234567890', status: 'created' },
      ],
    });
    expect((await svc('collections', 'get', 'strict', '12345678901234567890')).status).toBe(0);
  });

  it('joins several fields to the same id in every format', async () => {
    await svc('collections', 'create', 'lines', '--id-field', 'order_id,line');
    const csv = writeText('lines.csv', 'order_id,line,item\n7,1,Desk\n7,2,Lamp\n8,1,Desk\n,1,Nobody\n');
    const lines = writeText('lines.ndjson', '{"order_id":8,"line":2,"item":"Chair"}\n{"line":3}\n');
    const first = await svc('collections', 'import', 'lines', csv, '--json');
    expect(JSON.parse(first.stdout)).toMatchObject({ imported: 3, failed: 1 });
    const flags = ['--json', '--id-field', 'order_id,line'];
    const second = await svc('collections', 'import', 'lines', lines, ...flags);
    const missing = { index: 1, error: 'missing_id' };
    expect(JSON.parse(second.stdout)).toMatchObject({ results: [{ external_id: '8:2', status: 'created' }, missing] });
    expect((await storedIds('lines')).sort()).toEqual(['7:1', '7:2', '8:1', '8:2']);
    const described = await svc('collections', 'describe', 'lines', '--json');
    expect(JSON.parse(described.stdout)).toMatchObject({ id_field: 'order_id:line' });
  });
});

const dataFolder = process.env.TEST_DATA_DIR;
if (dataFolder === undefined) console.info('Not run: imports of real exports (TEST_DATA_DIR is unset).');

describe.runIf(dataFolder)('svc import > a real export', () => {
  const files: readonly (readonly [name: string, idField: string, count: (text: string) => number])[] = [
    ['bestbuy/products.json', 'image', (text) => JSON.parse(text).length],
    ['odoo/sale_order.json', 'id', (text) => JSON.parse(text).length],
    ['magento/products.csv', 'sku', (text) => parseCsv(text).length - 1],
    ['abt-buy/abt.csv', 'id', (text) => parseCsv(text, { delimiter: '|' }).length - 1],
  ];
  // The first is the largest, and another one of its format follows.
  it.each(files.slice(isFullSize ? 0 : 1))('is imported completely: %s', async (name, idField, count) => {
    const collection = name.replace(/\W/g, '-');
    const path = join(String(dataFolder), name);
    await svc('collections', 'create', collection);
    await svc('collections', 'configure', collection, '--id-field', idField);
    const flags = ['--json', '--failures', join(folder, `${collection}.ndjson`)];
    const { stdout } = await svc('collections', 'import', collection, path, ...flags);
    expect(JSON.parse(stdout)).toMatchObject({ imported: count(readFileSync(path, 'utf8')), failed: 0 });
  });
});
