import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, inject, it } from 'vitest';
import { makeToken, makeWorkspace, ok } from '../../acceptance/http.js';
import { pythonWith } from '../../acceptance/python.js';
import { createDatabase } from '../../acceptance/service.js';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));
const generator = fileURLToPath(new URL('../../scripts/python-client.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tessera-dlt-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rows = 20_000;
const program = `import sys
import dlt, sqlalchemy
from dlt.sources.sql_database import sql_table
from tessera.dlt import destination

url = sys.argv[1].replace("postgres://", "postgresql+psycopg2://")
engine = sqlalchemy.create_engine(url)

def change(*statements):
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(sqlalchemy.text(statement))

def load(disposition):
    to = destination()
    cursor = None if disposition == "replace" else dlt.sources.incremental("updated_at")
    table = sql_table(credentials=url, table="products", incremental=cursor, write_disposition=disposition)
    dlt.pipeline("shop", destination=to, dataset_name="shop", pipelines_dir=sys.argv[2]).run(table)
    print(disposition, to.finish())

change("""create table products (sku text primary key, name text, price numeric(20, 2), size integer, photo bytea,
    tags text[], updated_at timestamptz)""",
    """insert into products select 'P-' || n, 'Product ' || n, 12345678901234567.89 + n, n, decode('00ff', 'hex'), array['a', 'b'],
    timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, ${rows}) n""")
load("merge")
change("alter table products add column color text", "delete from products where sku in ('P-1', 'P-2', 'P-3')",
    "alter table products alter column size type text using size || ' cm'",
    "update products set name = 'Changed', color = 'red', updated_at = '2026-06-01' where sku = 'P-5'")
load("merge")
load("replace")`;

it('dlt loads a PostgreSQL table: changed rows by their cursor, new columns and types, and all rows without the deleted', async () => {
  const python = await pythonWith(async () => {
    await run(process.execPath, [generator]);
    return [`${here}[dlt]`, 'sqlalchemy==2.1.9', 'psycopg2-binary==2.9.13'];
  }, 'the destination of dlt');
  if (python === undefined) {
    return;
  }
  const token = await makeToken((await makeWorkspace()).id);
  const environment = { SVC_BASE_URL: inject('target').url, SVC_TOKEN: token, RUNTIME__DLTHUB_TELEMETRY: 'false' };
  const source = await createDatabase(inject('postgresUrl'));
  const { stdout } = await run(python, ['-c', program, source, folder], { cwd: folder, env: environment });
  expect(stdout.trim().split('\n')).toEqual([
    ...["merge {'products': 0}", "merge {'products': 0}", "replace {'products': 3}"],
  ]);
  const described = await ok<{ filterable_fields: object }>('GET /collections/products/describe', { token });
  expect(described).toMatchObject({ id_field: 'sku', write_date_field: 'updated_at', records: rows - 3 });
  expect(described.filterable_fields).toEqual({ price: 'number', updated_at: 'date' });
  const answer = await fetch(`${inject('target').url}/collections/products/records/P-5`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  expect(text).toContain('12345678901234572.89');
  expect(text).toContain('"size":"5 cm"');
  expect(JSON.parse(text).attributes).toMatchObject({ name: 'Changed', color: 'red', photo: 'AP8=', tags: ['a', 'b'] });
}, 600_000);
