import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSuiteService } from '../testing/service.js';
import { type Caller, callersWorkspace } from './testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

/** Creates a collection from records as JSON text, because `JSON.stringify` would round their numbers. */
async function collection(name: string, configuration: object, records: string): Promise<void> {
  await workspace.must('POST', '/collections', { name });
  await workspace.must('PATCH', `/collections/${name}`, configuration);
  const answer = await sent('POST', `/collections/${name}/import`, `{"records": ${records}}`);
  expect(answer.body.failed).toBe(0);
}

const sent = (method: string, path: string, json: string, caller: Caller = workspace.admin) =>
  service.call(method, path, { ...caller, body: json });

/** Returns the ids that a filter matches. Checks that the database and the index agree. */
async function found(name: string, filters: string, caller?: Caller): Promise<string[]> {
  const at = `/collections/${name}/query`;
  const ids = async (query: string) => {
    const answer = await sent('POST', at, `{"filters": ${filters}${query}}`, caller);
    expect(answer.status).toBe(200);
    return answer.body.results.map(({ external_id }: { external_id: string }) => external_id).sort();
  };
  const byDatabase = await ids('');
  // A query with words builds the index, which the filter then uses.
  expect(await ids(', "query": "part"')).toEqual(byDatabase);
  expect(await ids('')).toEqual(byDatabase);
  return byDatabase;
}

describe('exact numbers', () => {
  const account = '12345678901234567890';
  const next = '12345678901234567891';

  beforeAll(() =>
    collection(
      'accounts',
      { field_types: { account: 'number' } },
      `[{"id": "a", "name": "part", "account": ${account}}, {"id": "b", "name": "part", "account": ${next}},
        {"id": "c", "name": "part", "account": "${account}.0"}, {"id": "d", "name": "part", "account": 7}]`,
    ),
  );

  it.each([
    [`{"account": ${account}}`, ['a', 'c']],
    [`{"account": "${next}"}`, ['b']],
    [`{"account": {"gt": ${account}}}`, ['b']],
    [`{"account": {"lt": ${next}}}`, ['a', 'c', 'd']],
    [`{"account": {"gte": ${account}, "lte": ${account}}}`, ['a', 'c']],
    [`{"account": {"in": [${next}, 7]}}`, ['b', 'd']],
    [`{"account": {"ne": ${next}}}`, ['a', 'c', 'd']],
    [`{"account": {"gt": 1e400}}`, []],
    [`{"account": {"lt": 1e400}}`, ['a', 'b', 'c', 'd']],
  ])('the filter %s matches these numbers and no neighbors', async (filter, ids) => {
    expect(await found('accounts', filter)).toEqual(ids);
  });

  it('a slice of one number contains, accepts and fills in exactly that number', async () => {
    const group = await workspace.group();
    const grant = `{"permission": "write", "filter": {"account": ${account}}}`;
    expect((await sent('PUT', `/collections/accounts/grants/${group}`, grant)).status).toBe(200);
    const confined = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
    expect(await found('accounts', '{}', confined)).toEqual(['a', 'c']);
    const records = `{"records": [{"id": "b", "account": ${account}}, {"id": "e", "account": ${next}}, {"id": "f"}]}`;
    const { body } = await sent('POST', '/collections/accounts/records', records, confined);
    expect(body.results).toMatchObject([{ error: 'outside_slice' }, { error: 'outside_slice' }, { status: 'created' }]);
    expect(await found('accounts', `{"account": ${account}}`)).toEqual(['a', 'c', 'f']);
  });
});

describe('dates without time', () => {
  beforeAll(() =>
    collection(
      'visits',
      { field_types: { at: 'date' } },
      `[{"id": "before", "name": "part", "at": "2026-01-30T23:59:59Z"}, {"id": "day", "name": "part", "at": "2026-01-31"},
        {"id": "evening", "name": "part", "at": "2026-01-31T23:59:59.999Z"},
        {"id": "after", "name": "part", "at": "2026-01-31T23:00:00-01:00"}]`,
    ),
  );

  it.each([
    ['{"at": {"lte": "2026-01-31"}}', ['before', 'day', 'evening']],
    ['{"at": "2026-01-31"}', ['day', 'evening']],
    ['{"at": {"ne": "2026-01-31"}}', ['after', 'before']],
    ['{"at": {"gt": "2026-01-31"}}', ['after']],
    ['{"at": {"gte": "2026-01-31", "lt": "2026-02-01"}}', ['day', 'evening']],
    ['{"at": {"in": ["2026-01-30", "2026-02-01"]}}', ['after', 'before']],
  ])('mean the whole UTC day in the filter %s', async (filter, ids) => {
    expect(await found('visits', filter)).toEqual(ids);
  });
});

describe('update clocks', () => {
  const push = async (sent: object) =>
    (await workspace.must('POST', '/collections/clocks/records', { records: [{ id: 'a', ...sent }] })).results[0];

  beforeAll(() => workspace.must('POST', '/collections', { name: 'clocks' }));
  afterAll(() => service.setTime(undefined));

  it('are stored and compared with microsecond precision', async () => {
    const at = (fraction: string) => `2026-01-31T10:00:00.${fraction}Z`;
    expect(await push({ name: 'Later', write_date: at('123900') })).toMatchObject({ status: 'created' });
    expect(await push({ name: 'Earlier', write_date: at('123100') })).toMatchObject({ status: 'stale' });
    expect(await push({ name: 'Later', write_date: at('123901') })).toMatchObject({ status: 'updated' });
    expect(await push({ name: 'Later', write_date: at('123901') })).toMatchObject({ status: 'unchanged' });
    const stored = await workspace.must('GET', '/collections/clocks/records/a');
    expect(stored).toMatchObject({ write_date: at('123901'), attributes: { name: 'Later' } });
  });

  it('sort records of any year in the same way in the database and the index', async () => {
    const moment = fc.tuple(
      fc.constantFrom('0001-01-01', '1969-12-31', '2026-01-31', '2255-06-05', '2256-01-01', '9999-12-31'),
      fc.constantFrom('000', '123', '999'),
      fc.nat({ max: 3 }),
    );
    const write_date = fc.option(moment.map(([day, ms, last]) => `${day}T23:59:59.${ms}00${last}Z`));
    const records = fc.sample(write_date, 300).map((date, index) => ({ id: index, name: 'part', write_date: date }));
    await workspace.must('POST', '/collections', { name: 'moments' });
    await workspace.must('POST', '/collections/moments/import', { records });
    const newest = async () => {
      const body = { filters: { name: 'part' }, top_k: 100 };
      const { results } = await workspace.must('POST', '/collections/moments/query', body);
      return results.map(({ external_id }: { external_id: string }) => external_id);
    };
    const byDatabase = await newest();
    await workspace.must('POST', '/collections/moments/query', { query: 'part', filters: { name: 'part' } });
    expect(await newest()).toEqual(byDatabase);
    const dates = new Map(records.map(({ id, write_date: date }) => [String(id), date ?? '']));
    const order = byDatabase.map((id: string) => dates.get(id));
    expect(order).toEqual([...dates.values()].sort().reverse().slice(0, 100));
  });

  it('far in the future add a finding, which later also explains stale updates', async () => {
    service.setTime(new Date('2026-06-01T00:00:00Z'));
    const ahead = { kind: 'future_clock', field: 'write_date' };
    expect(await push({ name: 'Soon', write_date: '2026-06-02T00:00:00Z' })).not.toHaveProperty('findings');
    expect(await push({ name: 'Ahead', write_date: '2030-01-01T00:00:00.5Z' })).toMatchObject({
      status: 'updated',
      findings: [{ ...ahead, message: expect.stringContaining('2030-01-01T00:00:00.500Z') }],
    });
    expect(await push({ name: 'Next', write_date: '2026-06-01T10:00:00Z' })).toMatchObject({
      status: 'stale',
      findings: [{ ...ahead, message: expect.stringContaining('2030-01-01T00:00:00.500Z') }],
    });
    const { findings } = await workspace.must('GET', '/collections/clocks/findings');
    expect(findings).toMatchObject([{ ...ahead, count: 1, example_ids: ['a'] }]);
    service.setTime(new Date('2030-01-01T00:00:00Z'));
    expect(await push({ name: 'Next', write_date: '2029-06-01' })).not.toHaveProperty('findings');
  });
});
