import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const groups = [await workspace.group(), await workspace.group()];

async function collection(name: string): Promise<string> {
  const at = `/collections/${name}`;
  await workspace.must('POST', '/collections', { name });
  await workspace.must('POST', `${at}/import`, {
    records: [
      { id: 1, region: 'EU', size: '10' },
      { id: 2, region: 'US', size: '20' },
    ],
  });
  return at;
}
const share = (at: string, filter: object, group = groups[0]) =>
  service.call('PUT', `${at}/grants/${group}`, { ...workspace.admin, body: { permission: 'read', filter } });
const configure = (at: string, body: object) => service.call('PATCH', at, { ...workspace.admin, body });

it('collections.update > rejects field types that conflict with the filter of a grant, and names the groups', async () => {
  const at = await collection('typed');
  for (const group of groups) {
    expect((await share(at, { region: 'EU' }, group)).status).toBe(200);
  }
  for (const type of ['date', 'number']) {
    const { status, body } = await configure(at, { field_types: { region: type }, guidance: 'By region.' });
    expect(status).toBe(400);
    expect(body.error.code).toBe('invalid_request');
    expect(body.error.details).toHaveLength(groups.length);
    for (const group of groups) {
      expect(body.error.details).toContainEqual({ path: 'field_types', message: expect.stringContaining(group) });
    }
    expect(body.error.message).toContain(`"region" is declared as ${type}`);
  }
  expect(await workspace.must('GET', `${at}/describe`)).toMatchObject({ filterable_fields: {}, guidance: null });
  const agent = await workspace.pinned({ role: 'member', access: 'read_only', groups: groups.slice(0, 1) });
  const listed = await workspace.must('GET', `${at}/records`, undefined, agent);
  expect(listed.records.map(({ external_id }: { external_id: string }) => external_id)).toEqual(['1']);
});

it('collections.update > accepts types with which filters stay valid, and types of fields without filters', async () => {
  const at = await collection('fitting');
  expect((await share(at, { size: { lte: '15' } })).status).toBe(200);
  expect((await configure(at, { field_types: { size: 'number', region: 'enum' } })).status).toBe(200);
  expect((await configure(at, { field_types: null })).status).toBe(200);
});

it('collections.update, collections.put_grant > of a concurrent grant and a conflicting type, store at most one', async () => {
  const at = await collection('raced');
  const outcomes = await Promise.all([
    share(at, { region: 'EU' }),
    configure(at, { field_types: { region: 'number' } }),
    share(at, { region: 'US' }, groups[1]),
  ]);
  const [first, typed, second] = outcomes.map(({ status }) => status === 200);
  expect(typed && (first || second)).toBe(false);
});
