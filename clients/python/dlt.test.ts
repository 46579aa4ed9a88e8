import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, inject, it } from 'vitest';
import { makeToken, makeWorkspace, ok } from '../../acceptance/http.js';
import { pythonWith } from '../../acceptance/python.js';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));
const generator = fileURLToPath(new URL('../../scripts/python-client.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tessera-dlt-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = `import datetime, decimal, sys
import dlt
from tessera.dlt import destination

start = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)

def rows(changed=(), without=(), color=None):
    for n in range(2_000):
        later = 10**6 if n in changed else 0
        row = {"sku": f"P-{n}", "name": f"Product {n}", "price": decimal.Decimal("12345678901234567.89") + n,
               "updated_at": start + datetime.timedelta(seconds=n + later), "photo": b"\\x00\\xff"}
        if n in changed:
            row.update(name=f"Changed {n}", color=color)
        if n not in without:
            yield row

def load(disposition, data):
    to = destination()
    @dlt.resource(name="products", primary_key="sku", write_disposition=disposition)
    def products(cursor=None if disposition == "replace" else dlt.sources.incremental("updated_at")):
        yield from data
    dlt.pipeline("products", destination=to, dataset_name="products", pipelines_dir=sys.argv[1]).run(products())
    print(disposition, to.finish())

load("merge", rows())
load("merge", rows(changed={5}, color="red"))
load("replace", rows(without={1, 2, 3}))`;

it('dlt merges new and changed rows by their cursor, and replaces all of them', async () => {
  const python = await pythonWith(async () => {
    await run(process.execPath, [generator]);
    return [`${here}[dlt]`];
  }, 'the destination of dlt');
  if (python === undefined) {
    return;
  }
  const token = await makeToken((await makeWorkspace()).id);
  const environment = { SVC_BASE_URL: inject('target').url, SVC_TOKEN: token, RUNTIME__DLTHUB_TELEMETRY: 'false' };
  const { stdout } = await run(python, ['-c', program, join(folder, 'pipelines')], { cwd: folder, env: environment });
  expect(stdout.trim().split('\n')).toEqual([
    ...["merge {'products': 0}", "merge {'products': 0}", "replace {'products': 3}"],
  ]);
  expect(await ok('GET /collections/products/describe', { token })).toMatchObject({
    ...{ id_field: 'sku', write_date_field: 'updated_at', records: 1_997 },
    filterable_fields: { price: 'number', updated_at: 'date' },
  });
  const answer = await fetch(`${inject('target').url}/collections/products/records/P-7`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  expect(text).toContain('12345678901234574.89');
  expect(text).toContain('"photo":"AP8="');
});
