import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, inject, it } from 'vitest';
import { makeToken, makeWorkspace, ok } from '../../acceptance/http.js';
import { pythonWith } from '../../acceptance/python.js';

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
    return [here, 'singer-sdk==0.54.9'];
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
});
