import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, inject, it } from 'vitest';
import { makeToken, makeWorkspace, ok } from '../../acceptance/http.js';
import { pythonWith } from '../../acceptance/python.js';
import { createDatabase, queryDatabase } from '../../acceptance/service.js';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));
const generator = fileURLToPath(new URL('../../scripts/python-client.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tessera-singer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A tap of Singer's SDK: products of which `missing` are left out, announced as a full table or by their cursor. */
const tap = `import sys
from singer_sdk import Stream, Tap
from singer_sdk import typing as th

missing = set(sys.argv.pop(1).split(","))
is_full = sys.argv.pop(1) == "full"

class Products(Stream):
    name = "products"
    primary_keys = ["sku"]
    replication_key = None if is_full else "updated_at"
    schema = th.PropertiesList(
        th.Property("sku", th.StringType), th.Property("name", th.StringType), th.Property("price", th.NumberType),
        th.Property("updated_at", th.DateTimeType)).to_dict()

    def get_records(self, context):
        for n in range(1, 61):
            if str(n) not in missing:
                yield {"sku": f"P-{n}", "name": f"Product {n}", "price": n + 0.5, "updated_at": f"2026-01-01T00:00:{n % 60:02}Z"}
        if is_full:
            # Taps of databases end a full table so. Those of the SDK only announce it.
            self._write_activate_version_message(self._stream_version)

class Shop(Tap):
    name = "tap-shop"
    config_jsonschema = th.PropertiesList().to_dict()

    def discover_streams(self):
        return [Products(self)]

Shop.cli()`;

it('target-tessera writes what a tap sends, and deletes what a full table left out', async () => {
  const python = await pythonWith(async () => {
    await run(process.execPath, [generator]);
    return [here, 'singer-sdk==0.54.9', 'meltanolabs-tap-postgres==0.10.0'];
  }, 'the target of Singer');
  if (python === undefined) {
    return;
  }
  const token = await makeToken((await makeWorkspace()).id);
  const env = { ...process.env, SVC_BASE_URL: inject('target').url, SVC_TOKEN: token };
  writeFileSync(join(folder, 'tap.py'), tap);
  writeFileSync(join(folder, 'tap.json'), '{"emit_activate_version_messages": true}');
  const target = join(dirname(python), 'target-tessera');
  const load = (missing: string, mode: string) =>
    run('bash', ['-o', 'pipefail', '-c', `'${python}' tap.py ${missing} ${mode} --config tap.json | '${target}'`], {
      cwd: folder,
      env,
    });
  const described = () => ok<object>('GET /collections/products/describe', { token });
  const { stdout } = await load('none', 'cursor');
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toHaveProperty('bookmarks.products');
  expect(await described()).toMatchObject({
    ...{ id_field: 'sku', write_date_field: 'updated_at', records: 60 },
    filterable_fields: { price: 'number', updated_at: 'date' },
  });
  await load('1,2,3', 'full');
  expect(await described()).toMatchObject({ records: 57 });
  const few = Array.from({ length: 50 }, (_, index) => index + 1).join(',');
  await expect(load(few, 'full')).rejects.toThrow(/too_many|max_tombstones/);
  expect(await described()).toMatchObject({ records: 57 });
  await sendMessages(target, token);
  await loadPostgresTable(join(dirname(python), 'tap-postgres'), target, token);
}, 600_000);

/** Messages as taps write them, and lines that are none. */
async function sendMessages(target: string, token: string): Promise<void> {
  const send = (...lines: (object | string)[]) => {
    const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    const env = { ...process.env, SVC_BASE_URL: inject('target').url, SVC_TOKEN: token };
    const { status, stdout, stderr } = spawnSync(target, { input, env, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const schema = (size: string, keys = ['id']) => ({
    ...{ type: 'SCHEMA', stream: 'Crates', key_properties: keys },
    schema: { properties: { id: { type: 'integer' }, size: { type: ['null', size] } } },
  });
  const record = (id: number, size: unknown) => ({ type: 'RECORD', stream: 'Crates', record: { id, size } });
  const state = { type: 'STATE', value: { bookmarks: { crates: { after: 1.5 } } } };
  const sent = send(schema('number'), record(1, 5), state, schema('string'), record(2, '5 cm'), state);
  const printed = JSON.stringify(state.value);
  expect(
    sent.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.stringify(JSON.parse(line))),
  ).toEqual([printed, printed]);
  expect(sent).toMatchObject({ status: 0, stderr: '' });
  const described = await ok<object>('GET /collections/crates/describe', { token });
  expect(described).toMatchObject({ records: 2, filterable_fields: {} });
  for (const [lines, message] of [
    [[schema('number'), '{"type": "RECORD"'], /^target-tessera: line 2 of the input is not a message/],
    [[schema('number'), { type: 'RECORD', stream: 'Crates' }], /line 2 of the input is not a message/],
    [[schema('number', [])], /the stream Crates needs a key of one property/],
    [[record(1, 1)], /RECORD of the stream Crates came before its SCHEMA/],
    [[schema('number'), record(3, 'x'), { type: 'RECORD', stream: 'Crates', record: {} }], /missing_id/],
  ] as const) {
    const { status, stdout, stderr } = send(...lines, state);
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(message) });
    expect(stderr).not.toContain('Traceback');
  }
}

/** A published tap, which announces a version before its records, and the target with and without `--complete`. */
async function loadPostgresTable(tap: string, target: string, token: string): Promise<void> {
  const source = new URL(await createDatabase(inject('postgresUrl')));
  const change = (statement: string) => queryDatabase(source.href, statement);
  await change(`create table customers (id integer primary key, name text, since date);
    insert into customers select n, 'Customer ' || n, date '2026-01-01' + n from generate_series(1, 40) n`);
  const sqlalchemyUrl = source.href.replace(/^postgres(ql)?:\/\/(\w+)@/, 'postgresql+psycopg2://$2:none@');
  const settings = { sqlalchemy_url: sqlalchemyUrl, filter_schemas: ['public'], emit_activate_version_messages: true };
  writeFileSync(join(folder, 'postgres.json'), JSON.stringify(settings));
  const env = { ...process.env, SVC_BASE_URL: inject('target').url, SVC_TOKEN: token };
  const { stdout: catalog } = await run(tap, ['--config', 'postgres.json', '--discover'], { cwd: folder });
  writeFileSync(join(folder, 'catalog.json'), catalog.replaceAll('"inclusion":', '"selected": true, "inclusion":'));
  const load = async (filter: string, options: string) => {
    const command = `'${tap}' --config postgres.json --catalog catalog.json | ${filter} | '${target}' ${options}`;
    await run('bash', ['-o', 'pipefail', '-c', command], { cwd: folder, env });
  };
  const records = async () =>
    (await ok<{ records: number }>('GET /collections/public-customers/describe', { token })).records;
  await load('cat', '');
  await change('delete from customers where id <= 3');
  await load('cat', '');
  expect(await records()).toBe(40);
  // As from a tap that fails before its last record.
  await expect(load('head -n 20', '--complete')).rejects.toThrow(/does not end with a STATE/);
  expect(await records()).toBe(40);
  await load('cat', '--complete');
  expect(await records()).toBe(37);
}
