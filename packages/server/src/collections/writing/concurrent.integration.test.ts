import { expect, it } from 'vitest';
import { startSuiteService, type TestAnswer } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

async function collection(name: string): Promise<string> {
  const { secret } = await workspace.must('POST', '/collections', { name });
  return `/ingest/${secret}`;
}

it('ingest.record > creates one record when fifty writers send the same new id', async () => {
  const ingest = await collection('contended');
  const answers = await Promise.all(
    times(50, (n) =>
      n % 2
        ? service.call('POST', ingest, { body: { id: 'x', n } })
        : service.call('POST', '/collections/contended/records', {
            ...workspace.admin,
            body: { records: [{ id: 'x', n }] },
          }),
    ),
  );
  const statuses = answers.map(({ body }) => body.status ?? body.results[0].status);
  expect(statuses.filter((status) => status === 'created')).toHaveLength(1);
  expect(statuses.filter((status) => status === 'updated')).toHaveLength(49);
  expect((await workspace.must('GET', '/collections/contended/records')).count).toBe(1);
});

it('ingest.batch > does not deadlock when batches share ids in opposite orders', async () => {
  const ingest = await collection('crossed');
  const ids = times(40, (n) => `id-${n}`);
  const answers = await Promise.all(
    times(12, (writer) => {
      const records = (writer % 2 ? ids : [...ids].reverse()).map((id) => ({ id, writer }));
      return service.call('POST', `${ingest}/batch`, { body: { records: [...records, ...records.slice(0, 5)] } });
    }),
  );
  const results = answers.flatMap(({ body }) => body.results);
  expect(answers.every(({ status, body }) => status === 200 && body.failed === 0)).toBe(true);
  expect(results.filter(({ status }: { status: string }) => status === 'created')).toHaveLength(40);
});

it('collections.upsert_records > never moves a record between the slices of concurrent writers', async () => {
  await collection('halves');
  const writers = await Promise.all(
    ['red', 'blue'].map(async (color) => {
      const group = await workspace.group();
      await workspace.must('PUT', `/collections/halves/grants/${group}`, { permission: 'write', filter: { color } });
      return { color, caller: await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] }) };
    }),
  );
  const answers = await Promise.all(
    times(30, (n) => {
      const { color, caller } = writers[n % 2] as (typeof writers)[number];
      const records = times(10, (id) => ({ id, n, color }));
      return service
        .call('POST', '/collections/halves/records', { ...caller, body: { records } })
        .then(({ body }) => ({ color, results: body.results as { status?: string; error?: string }[] }));
    }),
  );
  const owners = (await workspace.must('GET', '/collections/halves/records')).records.map(
    (record: { attributes: { color: string } }) => record.attributes.color,
  );
  expect(owners).toHaveLength(10);
  for (const [id, owner] of owners.entries()) {
    const mine = answers.filter(({ color }) => color === owner).map(({ results }) => results[id]);
    const others = answers.filter(({ color }) => color !== owner).map(({ results }) => results[id]);
    expect(mine.filter((result) => result?.status === 'created')).toHaveLength(1);
    expect(others.every((result) => result?.error === 'outside_slice')).toBe(true);
  }
});

it('collections.delete_record > in a race with writes leaves a record live and found, or deleted and not found', async () => {
  const ingest = await collection('flickering');
  await workspace.must('PATCH', '/collections/flickering', { id_match_fields: ['sku'] });
  const calls: (() => Promise<TestAnswer>)[] = times(60, (n) => () => {
    const id = `f${n % 5}`;
    return n % 3 === 0
      ? service.call('DELETE', `/collections/flickering/records/${id}`, workspace.admin)
      : service.call('POST', ingest, { body: { id, sku: `S-${id}`, n } });
  });
  const answers = await Promise.all(calls.map((call) => call()));
  expect(new Set(answers.map(({ status }) => status)).size).toBeLessThanOrEqual(2);
  expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
  for (const id of times(5, (n) => `f${n}`)) {
    const { status } = await service.call('GET', `/collections/flickering/records/${id}`, workspace.admin);
    const found = await workspace.must('POST', '/collections/flickering/query', { query: `S-${id}` });
    expect(found.match_type).toBe(status === 200 ? 'exact_id' : 'semantic');
  }
});

it('collections.update > stores concurrent writes with the keys of the last configuration', async () => {
  const ingest = await collection('reconfigured');
  const keys = ['sku', 'ean', 'code'];
  const writes = times(40, (n) =>
    service.call('POST', ingest, { body: { id: n, sku: `S-${n}`, ean: `E-${n}`, code: `C-${n}` } }),
  );
  const changes = times(9, (n) =>
    service.call('PATCH', '/collections/reconfigured', {
      ...workspace.admin,
      body: { id_match_fields: [keys[n % 3]] },
    }),
  );
  const answers = await Promise.all([...writes, ...changes]);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const [field = ''] = (await workspace.must('GET', '/collections/reconfigured/describe')).id_match_fields;
  const last = { sku: 'S', ean: 'E', code: 'C' }[field as 'sku'];
  for (const n of times(40, (index) => index)) {
    const answer = await workspace.must('POST', '/collections/reconfigured/query', { query: `${last}-${n}` });
    expect(answer).toMatchObject({ match_type: 'exact_id', results: [{ external_id: String(n) }] });
  }
});

it('collections.delete > deletes everything, even while records are written', async () => {
  const ingest = await collection('doomed');
  const [deleted, ...written] = await Promise.all([
    service.call('DELETE', '/collections/doomed', workspace.admin),
    ...times(20, (n) => service.call('POST', ingest, { body: { id: n } })),
  ]);
  expect(deleted?.status).toBe(200);
  expect(written.every(({ status, body }) => status === 200 || body.error.code === 'invalid_ingest_secret')).toBe(true);
  const left = await service.services.database.asSystem((transaction) =>
    transaction.query('select from records r left join collections c on c.id = r.collection_id where c.id is null'),
  );
  expect(left).toHaveLength(0);
});
