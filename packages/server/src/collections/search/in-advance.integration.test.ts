import { beforeEach, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const words = 'oak desk';
const code = 'A-1';
const records = [
  { id: 1, name: 'Oak desk', sku: 'A-1', region: 'north' },
  { id: 2, name: 'Oak desk, small', sku: 'A-2', region: 'north' },
  { id: 3, name: 'Pine chair', sku: 'A-3', region: 'south' },
];

let path: string;
let group: string;
let caller: Caller;
let created = 0;

beforeEach(async () => {
  created += 1;
  path = `/collections/parts-${created}`;
  group = await workspace.group();
  await workspace.must('POST', '/collections', { name: `parts-${created}` });
  await workspace.must('PATCH', path, { id_match_fields: ['sku'], embed_fields: ['name'] });
  await workspace.must('PUT', `${path}/grants/${group}`, { permission: 'read' });
  await workspace.must('POST', `${path}/import`, { records });
  caller = await confined();
});

function confined(): Promise<Caller> {
  return workspace.pinned({ role: 'member', access: 'read_only', groups: [group] });
}

async function answerTo(asking: Caller, query = words) {
  const { status, body } = await service.call('POST', `${path}/query`, { ...asking, body: { query, top_k: 5 } });
  return { status, body: status === 200 ? body : body.error.code };
}

const changes: Record<string, () => Promise<unknown>> = {
  'a new record': () => workspace.must('POST', `${path}/records`, { records: [{ id: 4, name: 'Oak desk, large' }] }),
  'a changed record': () => workspace.must('POST', `${path}/records`, { records: [{ id: 2, name: 'Oak shelf' }] }),
  'a deleted record': () => workspace.must('DELETE', `${path}/records/1`),
  'a record with the text as its identifier': () =>
    workspace.must('POST', `${path}/records`, { records: [{ id: 5, name: 'Shelf', sku: 'oak desk' }] }),
  'a correction': () => workspace.must('POST', `${path}/corrections`, { query: words, external_id: '2' }),
  'a hidden field': () => workspace.must('PATCH', path, { exposed_fields: ['name'] }),
  'a new reading of the text': () => workspace.must('PATCH', path, { synonyms: [['oak desk', 'pine chair']] }),
  'a narrower slice': () =>
    workspace.must('PUT', `${path}/grants/${group}`, { permission: 'read', filter: { sku: 'A-2' } }),
  'a slice of other records': () =>
    workspace.must('PUT', `${path}/grants/${group}`, { permission: 'read', filter: { region: 'south' } }),
  'a revoked grant': () => workspace.must('DELETE', `${path}/grants/${group}`),
  'a collection of the same name': async () => {
    await workspace.must('DELETE', path);
    await workspace.must('POST', '/collections', { name: path.split('/').at(-1) });
    await workspace.must('PUT', `${path}/grants/${group}`, { permission: 'read' });
    await workspace.must('POST', `${path}/import`, { records: records.slice(1) });
  },
};

it.each(Object.keys(changes))('collections.query > a repeated query sees %s at once', async (name) => {
  const before = await answerTo(caller);
  for (const _ of [1, 2, 3]) {
    expect(await answerTo(caller)).toEqual(before);
  }
  expect(before.body.results).toHaveLength(3);
  await changes[name]?.();
  const after = await answerTo(caller);
  expect(after).not.toEqual(before);
  expect(after).toEqual(await answerTo(await confined()));
});

const changesOfCode: Record<string, () => Promise<unknown>> = {
  'a changed record': () =>
    workspace.must('POST', `${path}/records`, { records: [{ id: 1, name: 'Desk', sku: 'A-1' }] }),
  'a deleted record': () => workspace.must('DELETE', `${path}/records/1`),
  'another record with the same identifier': () =>
    workspace.must('POST', `${path}/records`, { records: [{ id: 4, name: 'Oak desk', sku: 'A-1' }] }),
  'a correction': () => workspace.must('POST', `${path}/corrections`, { query: code, external_id: '2' }),
  'a hidden field': () => workspace.must('PATCH', path, { exposed_fields: ['name'] }),
  'another identifier': () => workspace.must('PATCH', path, { id_match_fields: ['region'] }),
  'a slice without the record': () =>
    workspace.must('PUT', `${path}/grants/${group}`, { permission: 'read', filter: { region: 'south' } }),
  'a revoked grant': () => workspace.must('DELETE', `${path}/grants/${group}`),
};

it.each(Object.keys(changesOfCode))('collections.query > a repeated code sees %s at once', async (name) => {
  for (const _ of [1, 2, 3]) {
    expect((await answerTo(caller, code)).body).toMatchObject({ confidence: 'high', results: [{ external_id: '1' }] });
  }
  const before = await answerTo(caller, code);
  await changesOfCode[name]?.();
  const after = await answerTo(caller, code);
  expect(after).toEqual(await answerTo(await confined(), code));
  expect(after).not.toEqual(before);
});

it('collections.query > a repeated query of a revoked caller is refused', async () => {
  const token = await confined();
  for (const _ of [1, 2, 3]) {
    expect((await answerTo(token)).status).toBe(200);
  }
  const { id } = await workspace.must('GET', '/me', undefined, token);
  const owner = await workspace.person({ role: 'admin' });
  await workspace.must('DELETE', `/settings/tokens/${id}`, undefined, owner);
  expect((await answerTo(token)).status).toBe(401);
});
