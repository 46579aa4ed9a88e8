import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeApiKey, makeToken, makeWorkspace } from '../../acceptance/http.js';
import { pythonAvailable } from '../../scripts/python-available.mjs';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));
const generator = fileURLToPath(new URL('../../scripts/python-client.mjs', import.meta.url));
const programs = [...readFileSync(`${here}README.md`, 'utf8').matchAll(/```python\n([\s\S]*?)```/g)].map(([, text]) =>
  String(text),
);

describe.runIf(pythonAvailable())('the Python client, installed with pip', () => {
  const venv = mkdtempSync(join(tmpdir(), 'tessera-python-'));
  const python = join(venv, 'bin/python');
  let settings: Record<string, string>;

  beforeAll(async () => {
    await run(process.execPath, [generator]);
    await run('python3', ['-m', 'venv', venv]);
    await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', here]);
    const { id } = await makeWorkspace();
    settings = {
      SVC_BASE_URL: inject('target').url,
      SVC_TOKEN: await makeToken(id),
      SVC_API_KEY: await makeApiKey(id, ['manage_members', 'manage_permissions']),
    };
  });
  afterAll(() => rmSync(venv, { recursive: true, force: true }));

  /** Runs a program of the README from another folder, so that it imports what pip has installed. */
  async function printed(program: string | undefined): Promise<string[]> {
    const { stdout } = await run(python, ['-W', 'error', '-c', String(program)], { cwd: venv, env: settings });
    return stdout.trim().split('\n');
  }

  it('creates a collection, writes a record and resolves it, sync and async', async () => {
    const [sync, async] = programs;
    expect(await printed(sync)).toEqual(['1']);
    expect(await printed(async)).toEqual(['high 1']);
  });

  it('grants access, and returns the code of a refused call', async () => {
    expect(await printed(programs[2])).toEqual(['granted', 'invalid_request']);
  });

  it('writes rows as a database driver returns them', async () => {
    const program = `import datetime, decimal, os, uuid
from tessera import Collection, CollectionError
rows = [{"id": uuid.UUID(int=7), "price": decimal.Decimal("12345678901234567.89"), "made": datetime.date(2026, 1, 31),
    "changed": datetime.datetime(2026, 1, 31, 9, 15, tzinfo=datetime.timezone(datetime.timedelta(hours=1))),
    "naive": datetime.datetime(2026, 1, 31), "photo": b"\\x00\\xff", "none": None, "nan": float("nan"), "tags": {"a"}}]
rows_of = Collection(os.environ["SVC_BASE_URL"], os.environ["SVC_TOKEN"], "python-rows")
rows_of.ensure(field_types={"price": "number", "made": "date"})
as_of = rows_of.server_time()
print(rows_of.import_records(rows), rows_of.reconcile([str(rows[0]["id"])], as_of))
try:
    rows_of.import_records([{"name": "without an id"}])
except CollectionError as error:
    print(error.code)`;
    const id = '00000000-0000-0000-0000-000000000007';
    expect(await printed(program)).toEqual([`['${id}'] 0`, 'missing_id']);
    const answer = await fetch(`${settings.SVC_BASE_URL}/collections/python-rows/records/${id}`, {
      headers: { authorization: `Bearer ${settings.SVC_TOKEN}` },
    });
    const text = await answer.text();
    expect(text).toContain('"price":12345678901234567.89');
    expect(JSON.parse(text).attributes).toMatchObject({
      ...{
        made: '2026-01-31',
        changed: '2026-01-31T08:15:00Z',
        naive: '2026-01-31T00:00:00Z',
        photo: 'AP8=',
        tags: ['a'],
      },
    });
  });

  it('names the workspace of a call, and one that the credential does not reach is refused', async () => {
    const program = `import os
from tessera_client import AuthenticatedClient
from tessera_client.api.collections import collections_list
with AuthenticatedClient(base_url=os.environ["SVC_BASE_URL"], token=os.environ["SVC_TOKEN"]) as client:
    answer = collections_list.sync_detailed(client=client, x_svc_workspace="00000000-0000-4000-8000-000000000000")
    print(int(answer.status_code), answer.parsed.error.code)`;
    expect(await printed(program)).toEqual(['409 workspace_conflict']);
  });
});
