import { beforeAll, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const records = [
  { id: 1, name: 'Oak desk', sku: 'A-1', cost: 10, margin: 'low', region: 'north', zone: 'n1', note: 'secret' },
  { id: 2, name: 'Oak lamp', sku: 'A-2', cost: 90, margin: 'high', region: 'north', zone: 'n2' },
];

let callers: Record<'manager' | 'reader' | 'confined', Caller>;

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
beforeAll(async () => {
  const group = await workspace.group();
  callers = {
    manager: workspace.admin,
    reader: await workspace.pinned({ role: 'member', access: 'read_only' }),
    confined: await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] }),
  };
  await workspace.must('POST', '/collections', { name: 'parts' });
  await workspace.must('PATCH', '/collections/parts', {
    exposed_fields: ['name'],
    field_types: { cost: 'number' },
    id_match_fields: ['sku'],
    embed_fields: ['name'],
  });
  const filter = { region: 'north', zone: { in: ['n1', 'n2'] } };
  await workspace.must('PUT', `/collections/parts/grants/${group}`, { permission: 'write', filter });
  await workspace.must('POST', '/collections/parts/import', { records });
});

async function found(caller: Caller, body: object): Promise<string[]> {
  const answer = await workspace.must('POST', '/collections/parts/query', body, caller);
  return answer.results.map((result: { external_id: string }) => result.external_id).sort();
}

async function listed(caller: Caller, filters: object): Promise<string[]> {
  const path = `/collections/parts/records?filters=${encodeURIComponent(JSON.stringify(filters))}`;
  const answer = await workspace.must('GET', path, undefined, caller);
  return answer.records.map((record: { external_id: string }) => record.external_id);
}

it.each([
  ['a hidden value', { margin: 'low' }, ['1'], []],
  ['a range of a hidden field', { margin: { gt: 'i' } }, ['1'], []],
  ['one of several hidden values', { margin: { in: ['low', 'high'] } }, ['1', '2'], []],
  ['a hidden field that is there', { note: { exists: true } }, ['1'], []],
  ['a hidden field that is not there', { note: { exists: false } }, ['2'], ['1', '2']],
  ['another value than the hidden one', { margin: { ne: 'low' } }, ['2'], ['1', '2']],
  ['a hidden field and a shown one', { margin: 'low', name: 'Oak desk' }, ['1'], []],
  ['a hidden field that may not be empty, and a shown one', { note: { ne: 'secret' }, name: 'Oak desk' }, [], ['1']],
  ['a field that nothing has', { nothing: 'low' }, [], []],
  ['a shown field', { name: 'Oak desk' }, ['1'], ['1']],
  ['a hidden field of a declared type', { cost: { lte: 50 } }, ['1'], []],
  ['a hidden identifier', { sku: 'A-2' }, ['2'], []],
  ['the id', { id: '2' }, ['2'], ['2']],
])('collections.query > a filter on %s returns only what the caller may know', async (_title, filters, all, shown) => {
  for (const query of [undefined, 'oak']) {
    const asked = query === undefined ? { filters } : { query, filters };
    expect(await found(callers.manager, asked)).toEqual(all);
    expect(await found(callers.reader, asked)).toEqual(shown);
    expect(await found(callers.confined, asked)).toEqual(shown);
  }
  expect(await listed(callers.manager, filters)).toEqual(all);
  expect(await listed(callers.reader, filters)).toEqual(shown);
  expect(await listed(callers.confined, filters)).toEqual(shown);
});

it('collections.put_grant > accepts filters by any field; the group cannot filter by hidden fields', async () => {
  expect(await found(callers.confined, { filters: {} })).toEqual(['1', '2']);
  for (const filters of [{ region: 'north' }, { region: 'south' }, { zone: 'n1' }]) {
    expect(await found(callers.confined, { filters })).toEqual([]);
    expect(await found(callers.reader, { filters })).toEqual([]);
  }
});

it('collections.query > warns about a filter by a hidden field in the same way as by a field without values', async () => {
  const warnings = async (field: string) => {
    const body = { query: 'oak', filters: { [field]: 'low' } };
    const answer = await workspace.must('POST', '/collections/parts/query', body, callers.confined);
    return JSON.stringify(answer.warnings).replaceAll(field, 'field');
  };
  for (const hidden of ['margin', 'sku', 'cost', 'region']) {
    expect(await warnings(hidden)).toEqual(await warnings('nothing'));
  }
});

it('collections.query > matches words and identifiers in embedded fields, hidden or not', async () => {
  expect(await found(callers.reader, { query: 'A-2' })).toEqual(['2']);
});

it('collections.query > without an allowlist accepts filters by every field', async () => {
  await workspace.must('PATCH', '/collections/parts', { exposed_fields: null });
  expect(await found(callers.confined, { filters: { margin: 'low' } })).toEqual(['1']);
});
