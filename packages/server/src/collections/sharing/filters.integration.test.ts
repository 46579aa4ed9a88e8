import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
await workspace.must('POST', '/collections', { name: 'parts' });
const group = await workspace.group();

const share = (filter: string) =>
  service.call('PUT', `/collections/parts/grants/${group}`, {
    ...workspace.admin,
    body: `{"permission":"read","filter":${filter}}`,
  });
const ask = (filters: string) =>
  service.call('POST', '/collections/parts/query', {
    ...workspace.admin,
    body: `{"filters":${filters}}`,
  });

it.each([
  ['a number with too many digits', '{"f":1e200000}', 'f'],
  ['a number written out too long', `{"f":${'9'.repeat(140_000)}}`, 'f'],
  ['a number with too many places', '{"f":{"ne":1e-100000}}', 'f.ne'],
  ['a lone surrogate in a label', '{"f":[5,"\\ud800"]}', 'f'],
  ['NUL in a label', '{"f":{"in":[[5,"a\\u0000"]]}}', 'f.in.0'],
  ['NUL in a value', '{"f":"a\\u0000"}', 'f'],
  ['a lone surrogate in a field name', '{"\\ud800":1}', ''],
])(
  'collections.put_grant, collections.query > reject %s, which no record can contain',
  async (_title, filter, path) => {
    for (const [field, answer] of [
      ['filter', await share(filter)],
      ['filters', await ask(filter)],
    ] as const) {
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request', details: [{ path: path === '' ? field : `${field}.${path}` }] } },
      });
    }
  },
);

it('collections.put_grant > accepts a long number that a record can contain, and keeps it exactly', async () => {
  const long = '9'.repeat(300);
  expect((await share(`{"f":${long}}`)).status).toBe(200);
  await workspace.must('POST', '/collections/parts/records', `{"records":[{"id":1,"f":${long}},{"id":2,"f":9}]}`);
  const agent = await workspace.pinned({ role: 'member', access: 'read_only', groups: [group] });
  const listed = await workspace.must('GET', '/collections/parts/records', undefined, agent);
  expect(listed.records.map(({ external_id }: { external_id: string }) => external_id)).toEqual(['1']);
});
