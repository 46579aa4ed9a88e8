import { afterEach, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService({ SVC_DAILY_WRITE_CAP: '10' });
const workspace = await callersWorkspace(service);
afterEach(() => service.setTime(undefined));

async function collection(name: string, configuration?: object): Promise<{ at: string; ingest: string }> {
  const { secret } = await workspace.must('POST', '/collections', { name });
  if (configuration !== undefined) {
    await workspace.must('PATCH', `/collections/${name}`, configuration);
  }
  return { at: `/collections/${name}`, ingest: `/ingest/${secret}` };
}

const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, n) => ({ id: from + n, n }));

it('ingest.record > accepts an identical append-only record in any key order, and rejects changes', async () => {
  const { at, ingest } = await collection('events', { append_only: true });
  const event = { id: 'e1', kind: 'paid', amount: 12.5, lines: [{ sku: 'A', qty: 1 }], write_date: '2026-01-01' };
  const permuted = '{"lines":[{"qty":1.0,"sku":"A"}],"write_date":"2026-01-01","amount":12.50,"id":"e1","kind":"paid"}';
  expect((await service.call('POST', ingest, { body: event })).body.status).toBe('created');
  expect((await service.call('POST', ingest, { body: permuted })).body.status).toBe('unchanged');
  for (const changed of [
    { ...event, amount: 13 },
    { ...event, write_date: '2026-01-02' },
    { ...event, write_date: '2020-01-01', kind: 'refunded' },
    { ...event, lines: [] },
  ]) {
    expect(await service.call('POST', ingest, { body: changed })).toMatchObject({
      status: 409,
      body: { error: { code: 'append_only', hint: expect.any(String) } },
    });
  }
  const mixed = await workspace.must('POST', `${at}/import`, {
    records: [{ ...event, amount: 1 }, { id: 'e2' }, event],
  });
  expect(mixed.results).toMatchObject([{ error: 'append_only' }, { status: 'created' }, { status: 'unchanged' }]);
  expect((await service.call('DELETE', `${at}/records/e1`, workspace.admin)).body.error.code).toBe('append_only');
  const { operations } = await workspace.must('GET', `${at}/describe`);
  expect(operations).toContain('upsert_records');
  expect(operations).not.toContain('delete_record');
  const reconcile = (live_ids: string[]) =>
    service.call('POST', `${at}/reconcile`, { ...workspace.admin, body: { live_ids } });
  expect((await reconcile(['e1'])).body.error.code).toBe('append_only');
  expect((await reconcile(['e1', 'e2', 'e9'])).body).toMatchObject({ tombstoned: 0, live: 2, unknown: 1 });
  expect((await workspace.must('GET', `${at}/records/e1`)).attributes.amount).toBe(12.5);
  expect((await workspace.must('GET', `${at}/describe`)).constraints).toEqual([expect.stringMatching(/^Append-only/)]);
});

it('ingest.record > embeds an unchanged record whose vector is missing', async () => {
  const { at, ingest } = await collection('waiting');
  const lamps = [1, 2, 3].map((id) => ({ id, name: `Lamp ${id}` }));
  const pending = async () => (await workspace.must('GET', `${at}/describe`)).pending_embed;
  await workspace.must('POST', `${ingest}/batch`, { records: lamps });
  expect(await pending()).toBe(3);
  const imported = await workspace.must('POST', `${at}/import`, { records: lamps.slice(0, 1) });
  expect(imported).toMatchObject({ embedded: 1, results: [{ status: 'unchanged', embedded: true }] });
  expect(await workspace.must('POST', ingest, lamps[1])).toMatchObject({ status: 'unchanged', embedded: true });
  expect(await pending()).toBe(1);
  // The records of a batch stay without vectors until embed-pending is called.
  await workspace.must('POST', `${ingest}/batch`, { records: lamps });
  expect(await pending()).toBe(1);
});

it('collections.upsert_records > counts every record against the daily cap, and allows exactly the cap', async () => {
  service.setTime(new Date('2026-03-01T23:59:00.500Z'));
  const agent = await workspace.pinned({ role: 'member', access: 'read_write' });
  const { at, ingest } = await collection('capped');
  const write = (records: readonly object[], caller: Caller = agent, dry_run = false) =>
    service.call('POST', `${at}/records`, { ...caller, body: { records, dry_run } });
  expect((await write(numbered(8), agent, true)).body).toMatchObject({ written: 8, dry_run: true });
  expect((await write(numbered(7))).body).toMatchObject({ written: 7 });
  // Refused records do not count, but unchanged ones do.
  expect((await write([{ n: 'no id' }, ...numbered(2)])).body).toMatchObject({ written: 2, failed: 1 });
  const refused = await write(numbered(2, 100));
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'daily_write_cap' } } });
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(refused.headers.get('ratelimit-policy')).toMatch(/^"daily_writes";q=\d+;w=86400$/);
  expect(refused.headers.get('ratelimit')).toMatch(/^"daily_writes";r=\d+;t=60$/);
  expect((await service.call('GET', `${at}/records/100`, workspace.admin)).status).toBe(404);
  expect((await write(numbered(1, 200))).body).toMatchObject({ written: 1 });
  expect((await write(numbered(1, 201))).status).toBe(429);
  expect((await write([{ n: 'no id' }])).body).toMatchObject({ written: 0, failed: 1 });
  expect((await write(numbered(1, 202), agent, true)).status).toBe(200);
  // Each credential has a count of its own. Import and ingest have no cap.
  expect((await write(numbered(1, 203), workspace.admin)).status).toBe(200);
  expect(
    (await service.call('POST', `${at}/import`, { ...agent, body: { records: numbered(12, 300) } })).body,
  ).toMatchObject({ imported: 12 });
  expect((await service.call('POST', `${ingest}/batch`, { body: { records: numbered(12, 400) } })).body).toMatchObject({
    accepted: 12,
  });
  service.setTime(new Date('2026-03-02T00:00:00.000Z'));
  expect((await write(numbered(10, 500))).body).toMatchObject({ written: 10 });
});

it('collections.upsert_records > never exceeds the daily cap with concurrent calls', async () => {
  service.setTime(new Date('2026-04-01T12:00:00.000Z'));
  const agent = await workspace.pinned({ role: 'member', access: 'read_write' });
  const { at } = await collection('raced');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      service.call('POST', `${at}/records`, { ...agent, body: { records: numbered(3, n * 3) } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect((await workspace.must('GET', `${at}/records`)).count).toBe(9);
});

it("collections.upsert_records > audits every call, with the agent's name and the counts", async () => {
  const agent = await workspace.pinned({ role: 'member', access: 'read_write' });
  const { at } = await collection('audited');
  await workspace.must('POST', `${at}/records`, { records: [{ id: 1 }, { id: '1.0' }, {}] }, agent);
  await workspace.must('POST', `${at}/records`, { dry_run: true, records: [{ id: 2 }] }, agent);
  const { events } = await workspace.must('GET', '/audit?action=collection.records_written&limit=1');
  expect(events[0]).toMatchObject({
    actor: { kind: 'pinned_token', name: 'agent' },
    target: 'audited',
    detail: { collection: 'audited', written: 2, stale: 0, failed: 1, external_ids: ['1'] },
  });
});

it('required fields > need a value in every way of writing, and accept false', async () => {
  const { at, ingest } = await collection('required', { required_fields: ['name'] });
  for (const name of [false, 0, [], 'x']) {
    expect((await service.call('POST', ingest, { body: { id: `ok ${name}`, name } })).status).toBe(200);
  }
  for (const rest of [{}, { name: null }, { name: '' }]) {
    const refused = { error: { code: 'missing_required_field', field: 'name', hint: expect.any(String) } };
    expect(await service.call('POST', ingest, { body: { id: 1, ...rest } })).toMatchObject({
      status: 422,
      body: refused,
    });
    const batch = await service.call('POST', `${ingest}/batch`, {
      body: {
        records: [
          { id: 1, ...rest },
          { id: 2, name: 'y' },
        ],
      },
    });
    expect(batch.body).toMatchObject({
      accepted: 1,
      failed: 1,
      results: [{ error: 'missing_required_field', external_id: '1' }, {}],
    });
  }
  expect((await workspace.must('GET', `${at}/describe`)).constraints).toEqual(['Every record must carry name.']);
});

it('ingest.record, ingest.batch > refuse a record beyond the limits; a batch stores its other records', async () => {
  const { at, ingest } = await collection('limits');
  const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [n ? `f${n}` : 'id', n]));
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
  expect((await service.call('POST', ingest, { body: wide(500) })).status).toBe(200);
  expect((await service.call('POST', ingest, { body: { id: 1, a: deep(7) } })).status).toBe(200);
  const broken = [
    [wide(501), 400, 'too_many_fields'],
    [{ id: 2, a: deep(8) }, 400, 'too_deep'],
    [{ id: 3, name: 'a\0b' }, 422, 'invalid_text'],
    [{ name: 'x' }, 422, 'missing_id'],
    [{ id: [1] }, 422, 'invalid_id'],
  ] as const;
  for (const [body, status, code] of broken) {
    expect(await service.call('POST', ingest, { body })).toMatchObject({ status, body: { error: { code } } });
  }
  const records = [...broken.map(([record]) => record), { id: 'fine' }];
  const answer = await service.call('POST', `${ingest}/batch`, { body: { records } });
  expect(answer.body).toMatchObject({ accepted: 1, failed: broken.length });
  expect(answer.body.results.map((result: { error?: string }) => result.error)).toEqual([
    ...broken.map(([, , code]) => code),
    undefined,
  ]);
  for (const path of [`${ingest}/batch`, `${at}/import`, `${at}/records`]) {
    const many = await service.call('POST', path, {
      ...(path.startsWith(at) ? workspace.admin : {}),
      body: { records: numbered(501) },
    });
    expect(many).toMatchObject({ status: 400, body: { error: { code: 'too_many_records' } } });
  }
});

it('ingest.record > accepts JSON of any content type or none, on ingest URLs only', async () => {
  const { at, ingest } = await collection('untyped');
  const send = (path: string, body: object | string, headers: Record<string, string> = {}) =>
    service.app.http.fetch(
      new Request(`http://tessera.test${path}`, {
        method: 'POST',
        headers,
        body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      }),
    );
  expect((await send(ingest, { id: 1, name: 'Lamp' })).status).toBe(200);
  expect((await send(`${ingest}/batch`, { records: [{ id: 2, name: 'Desk' }] })).status).toBe(200);
  const types = [
    'text/plain',
    'text/html',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'nonsense',
  ];
  for (const [index, type] of types.entries()) {
    expect((await send(ingest, { id: index + 3 }, { 'content-type': type })).status, type).toBe(200);
  }
  expect((await workspace.must('GET', `${at}/records`)).count).toBe(2 + types.length);
  expect((await send(ingest, 'id=3', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
  expect((await send(ingest, 'id=3', { 'content-type': 'text/plain' })).status).toBe(400);
  const authorization = { authorization: `Bearer ${workspace.admin.token}` };
  for (const headers of [{}, ...types.map((type) => ({ 'content-type': type }))]) {
    expect((await send(`${at}/import`, { records: [] }, { ...authorization, ...headers })).status).toBe(415);
  }
});

it('collections.import_records > reports records that repeat an id in any spelling', async () => {
  const { at } = await collection('repeated');
  const records = [{ id: 7, n: 1 }, { id: '8' }, { id: '7.0', n: 2 }, { id: null }, { id: ' 7 ', n: 3 }, { id: null }];
  const repeated = [undefined, undefined, true, undefined, true, undefined];
  const marks = ({ results }: { results: { repeated?: true }[] }) => results.map((result) => result.repeated);
  expect(marks(await workspace.must('POST', `${at}/records`, { records, dry_run: true }))).toEqual(repeated);
  expect(marks(await workspace.must('POST', `${at}/import`, { records }))).toEqual(repeated);
  expect((await workspace.must('GET', `${at}/records/7`)).attributes.n).toBe(3);
});

it('ingest.record > rejects ids that a spreadsheet has rounded, and accepts codes that resemble them', async () => {
  const { at, ingest } = await collection('rounded');
  const rounded = ['4.00638E+12', '4,00638E+12', ' 1E+12', '4.00638e+012', '-4.1E+15'];
  const codes = ['1E5', '1E+5', 'E+12', '12E+12', '4.0.0E+12', 'A4.00638E+12'];
  const answer = await workspace.must('POST', `${at}/import`, {
    records: [...rounded, ...codes].map((id) => ({ id })),
  });
  expect(answer).toMatchObject({ imported: codes.length, failed: rounded.length });
  expect(answer.results.slice(0, rounded.length)).toEqual(
    rounded.map((_, index) => ({
      index,
      error: 'invalid_id',
      message: expect.stringContaining('A spreadsheet has rounded the id'),
      field: 'id',
      hint: expect.stringContaining('Format the column as text'),
    })),
  );
  expect((await service.call('POST', ingest, { body: { id: '4.00638E+12' } })).body.error.code).toBe('invalid_id');
});
