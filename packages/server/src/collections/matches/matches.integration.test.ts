import { expect, it, vi } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { newCollection } from '../testing/collection.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

const ann = {
  name: 'Annegret Hollerbach',
  email: 'annegret@hollerbach.example',
  phone: '+49 170 5551234',
  city: 'Kiel',
};
const others = ['Bruno Castelli', 'Chiara Dvorak', 'Dominik Eberle', 'Esther Falk', 'Fabian Gruber', 'Gesa Harms'].map(
  (name, at) => ({ id: `o${at}`, name, email: `${name.replace(' ', '.').toLowerCase()}@mail.example`, city: 'Bonn' }),
);
const doubled = [
  { id: 'a1', ...ann },
  { id: 'a2', ...ann, name: 'Annegret Holerbach', phone: '0170 5551234' },
];

/** Creates a collection with two records of one person among others, and returns functions on its matches. */
async function filled(name: string, configuration: object = { id_match_fields: ['email'] }) {
  const collection = await newCollection(workspace, name, configuration);
  await collection.import([...doubled, ...others]);
  const list = async (query = '') => workspace.must('GET', `${collection.at}/matches${query}`);
  const complete = async (query = '') => {
    await vi.waitUntil(async () => (await list()).complete, { timeout: 60_000 });
    return (await list(query)).matches;
  };
  return {
    ...collection,
    list,
    complete,
    decide: (id: string, body: object, caller = workspace.admin) =>
      service.call('POST', `${collection.at}/matches/${id}`, { ...caller, body }),
    query: (body: object) => workspace.must('POST', `${collection.at}/query`, body),
    resolve: async (entry: object) =>
      (await workspace.must('POST', `${collection.at}/resolve`, { queries: [entry] })).results[0],
  };
}

it('collections.list_matches > lists the pairs that agree, with their fields, once all changes are compared', async () => {
  const { list, complete, import: send, at } = await filled('listed');
  expect(await list()).toEqual({ matches: [], next_cursor: null, complete: false });
  const [match, ...more] = await complete();
  expect(more).toEqual([]);
  expect(match).toMatchObject({ external_ids: ['a1', 'a2'], verdict: 'same' });
  expect(match.fields).toContainEqual({ field: 'email', agrees: 'yes' });
  expect(match).not.toHaveProperty('decided');
  expect([await complete('?external_id=a2'), await complete('?external_id=o1')]).toEqual([[match], []]);
  // A pair ends when its records differ, or when one is deleted.
  await send([{ ...doubled[1], name: 'Zoltan Wieczorek', email: 'zoltan@mail.example', phone: '+49 30 1111111' }]);
  expect((await list()).complete).toBe(false);
  expect(await complete()).toEqual([]);
  await send([doubled[1] as object]);
  expect(await complete()).toHaveLength(1);
  await workspace.must('DELETE', `${at}/records/a2`);
  expect(await complete()).toEqual([]);
});

it('collections.decide_match > an alias answers as the kept record, and neither is a rival of the other', async () => {
  const { complete, decide, query, resolve, at, record } = await filled('aliased');
  const [{ id }] = await complete();
  expect(await query({ query: ann.email })).toMatchObject({ confidence: 'low' });
  const decided = await decide(id, { decision: 'same', keep: 'a1' });
  expect(decided.body).toMatchObject({
    external_ids: ['a1', 'a2'],
    decided: { decision: 'same', keep: 'a1', by: 'test agent' },
    workspace: { id: workspace.id },
  });
  const kept = { external_id: 'a1', also: ['a2'] };
  const sent = [ann.email, 'a2', 'a1', 'Annegret Holerbach', 'Annegret Hollerbach'];
  for (const text of sent) {
    const answer = await query({ query: text });
    expect([answer.confidence, answer.reasons], text).toEqual(['high', expect.anything()]);
    expect(answer.results[0], text).toMatchObject(kept);
    const ids = answer.results.map(({ external_id }: { external_id: string }) => external_id);
    expect(ids, text).not.toContain('a2');
  }
  for (const entry of [
    { query: ann.email },
    { record: ann },
    { record: { name: 'Annegret Holerbach', city: 'Kiel' } },
  ]) {
    expect(await resolve(entry), JSON.stringify(entry)).toMatchObject({ confidence: 'high', result: kept });
  }
  expect(await record('a2')).toMatchObject({ external_id: 'a2' });
  const feed = await workspace.must('GET', `${at}/changes`);
  expect(feed.changes).toHaveLength(8);
  expect(await complete()).toEqual([]);
  expect(await complete('?state=same')).toHaveLength(1);
  const csv = (await service.call('GET', `${at}/matches.csv`, workspace.admin)).body;
  expect(csv).toMatch(/^external_id,other_external_id,decision,keep,by,at\r\na1,a2,same,a1,test agent,2\S+Z\r\n$/);
  await decide(id, { decision: null });
  expect(await query({ query: ann.email })).toMatchObject({ confidence: 'low' });
  expect(await complete()).toHaveLength(1);
});

it('collections.decide_match > applies to callers who see both records, and to filters that the kept record passes', async () => {
  const { complete, decide, at, query } = await filled('sliced-matches', { id_match_fields: ['email'] });
  const group = await workspace.group();
  await workspace.must('PUT', `${at}/grants/${group}`, { permission: 'write', filter: { id: 'a2' } });
  const confined = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
  const [{ id }] = await complete();
  expect((await decide(id, { decision: 'different' }, confined)).body.error.code).toBe('match_not_found');
  expect((await service.call('GET', `${at}/matches`, confined)).status).toBe(403);
  await decide(id, { decision: 'same', keep: 'a1' });
  const own = await workspace.must('POST', `${at}/query`, { query: ann.email }, confined);
  expect(own).toMatchObject({ confidence: 'high', results: [{ external_id: 'a2' }] });
  expect(own.results[0]).not.toHaveProperty('also');
  const filtered = await query({ query: 'annegret', filters: { id: 'a2' } });
  expect(filtered.results[0].external_id).toBe('a2');
});

it('collections.decide_match > "different" is open again only if a field that was compared changes', async () => {
  const { complete, decide, import: send } = await filled('differing');
  const [{ id }] = await complete();
  await decide(id, { decision: 'different' });
  await send([{ ...doubled[1], note: 'called' }]);
  expect(await complete()).toEqual([]);
  expect(await complete('?state=different')).toHaveLength(1);
  await send([{ ...doubled[1], name: 'Annegret Hollerbach' }]);
  expect(await complete()).toMatchObject([{ external_ids: ['a1', 'a2'] }]);
});

it('collections.decide_match > is audited, and refuses unknown matches and records', async () => {
  const { complete, decide } = await filled('refusing');
  const [{ id }] = await complete();
  for (const body of [
    {},
    { decision: 'same' },
    { decision: 'same', keep: 'o1' },
    { decision: 'different', keep: 'a1' },
  ]) {
    expect((await decide(id, body)).status, JSON.stringify(body)).toBe(400);
  }
  for (const unknown of ['nothing', '00000000-0000-4000-8000-000000000000']) {
    expect((await decide(unknown, { decision: null })).body.error.code).toBe('match_not_found');
  }
  await decide(id, { decision: 'different' });
  const { events } = await workspace.must('GET', '/audit?action=collection.match_decided&limit=1');
  expect(events[0]).toMatchObject({
    target: 'refusing',
    detail: { external_ids: ['a1', 'a2'], decision: 'different' },
  });
});
