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

  it('creates a collection, writes a record, resolves and lists it, sync and async', async () => {
    const [sync, async] = programs;
    expect(await printed(sync)).toEqual(['1']);
    expect(await printed(async)).toEqual(['high 1', '1']);
  });

  it('grants access, and raises the code of a refused call', async () => {
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

  it('reads a list page by page, each when it is needed', async () => {
    const program = `import os
from tessera import Collection, connect, items, pages
from tessera_client.api.collections import collections_list_records
access = (os.environ["SVC_BASE_URL"], os.environ["SVC_TOKEN"])
rows = Collection(*access, "python-pages")
rows.ensure()
rows.import_records({"id": number} for number in range(5))
with connect(*access) as client:
    read = (collections_list_records.sync, "python-pages")
    print(sorted(record.external_id for record in items(*read, client=client, limit=2)))
    print([len(page.records) for page in pages(*read, client=client, limit=2)])
    print(len(next(pages(*read, client=client, limit=2)).records))`;
    expect(await printed(program)).toEqual(["['0', '1', '2', '3', '4']", '[2, 2, 1]', '2']);
  });

  it('repeats what may be sent twice, with jitter and Retry-After, and raises typed errors', async () => {
    const program = `import asyncio, http.server, threading, time
from tessera import ApiError, ConnectionFailed, Retry, call, connect
from tessera_client.api.collections import collections_create, collections_query, collections_list
from tessera_client.models import CollectionCreateInput, QueryInput
script, seen, pauses = [], [], []

class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        seen.append(body)
        status, headers = script.pop(0)
        if status == 0:
            return self.connection.close()
        text = b'{"collections": [], "count": 0}' if status == 200 else b'{"error": {"code": "scripted", "message": "m"}}'
        self.send_response(status)
        for name, value in {"Content-Length": len(text), "Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text)
    do_GET = do_POST
    def log_message(self, *_): pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/prefix"
time.sleep = pauses.append
real_sleep = asyncio.sleep
async def note(seconds): pauses.append(seconds) if seconds else await real_sleep(0)
asyncio.sleep = note
retry = Retry(random=lambda: 0.5)

def outcome(function, answers, *args, **kwargs):
    script[:], seen[:], pauses[:] = answers, [], []
    async def run():
        client = connect(url, "t", retry=retry)
        return await function.asyncio(*args, client=client, **kwargs)
    results = []
    for work in (lambda: call(function.sync, *args, client=connect(url, "t", retry=retry), **kwargs), lambda: asyncio.run(run())):
        script[:], seen[:], pauses[:] = answers, [], []
        try:
            work()
            result = "ok"
        except (ApiError, ConnectionFailed) as error:
            result = f"{type(error).__name__} {error.code} {getattr(error, 'status', None)}"
        assert len(set(seen)) == 1
        results.append((result, len(seen), [round(pause, 3) for pause in pauses]))
    assert results[0] == results[1], results
    print(*results[0])

ok, busy, down, lost = (200, {}), (429, {"Retry-After": "7"}), (503, {}), (0, {})
create, query = CollectionCreateInput(name="a"), QueryInput(query="x")
outcome(collections_list, [down, down, ok])
outcome(collections_list, [down] * 4)
outcome(collections_list, [lost] * 4)
outcome(collections_create, [busy, down], body=create)
outcome(collections_create, [lost], body=create)
outcome(collections_query, [lost, (400, {})], "a/b", body=query)
outcome(collections_list, [(429, {"Retry-After": "31"})])`;
    expect(await printed(program)).toEqual([
      'ok 3 [0.188, 0.375]',
      'ApiError scripted 503 4 [0.188, 0.375, 0.75]',
      'ConnectionFailed no_answer None 4 [0.188, 0.375, 0.75]',
      'ApiError scripted 503 2 [7.125]',
      'ConnectionFailed no_answer None 1 []',
      'ApiError scripted 400 2 [0.188]',
      'ApiError scripted 429 1 []',
    ]);
  });

  it('takes an order of `examples/orders`', async () => {
    const orders = fileURLToPath(new URL('../../examples/orders/', import.meta.url));
    await run(process.execPath, ['seed.mjs'], { cwd: orders, env: settings });
    const { stdout } = await run(python, ['-W', 'error', `${orders}order.py`, '2 Zebra ZD421 for Nowak Transport'], {
      cwd: venv,
      env: settings,
    });
    expect(stdout).toBe('Receipt for Nowak Transport (C-19)\n2 x Zebra ZD421 label printer (P-19)\n');
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
