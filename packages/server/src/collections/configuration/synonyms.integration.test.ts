import { limits, type QueryAnswer } from '@tessera/contract';
import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';

const rooms = [
  { id: 1, name: 'Leather sofa', note: 'Living room' },
  { id: 2, name: 'Velvet chair', note: 'Living room' },
  { id: 3, name: 'Flat screen 55 inch', note: 'Living room' },
  { id: 4, name: 'Oak bed', note: 'Bedroom' },
];
const lists = [
  ['sofa', 'settee', 'chesterfield'],
  ['flat screen', 'goggle box'],
];

const service = await startSuiteService();
// A second process on the same database.
const other = await startSuiteService({}, { testDatabase: { ...service.testDatabase, close: async () => undefined } });
const workspace = await callersWorkspace(service);
await workspace.must('POST', '/collections', { name: 'rooms' });
await workspace.must('POST', '/collections/rooms/import', { records: rooms });

const configure = (synonyms: unknown) => workspace.must('PATCH', '/collections/rooms', { synonyms });
const found = async (query: string, process = service) => {
  const { body } = await process.call('POST', '/collections/rooms/query', { ...workspace.admin, body: { query } });
  const { confidence, results } = body as QueryAnswer;
  return [confidence, results[0]?.external_id];
};

it('collections.update > applies synonyms to the next query, in every process, with the verdict of the same word', async () => {
  for (const process of [service, other]) {
    expect(await found('leather chesterfield', process)).not.toEqual(['high', '1']);
  }
  await configure(lists);
  for (const process of [service, other]) {
    for (const query of ['leather chesterfield', 'Leather settees', 'leather sofa']) {
      expect([query, ...(await found(query, process))]).toEqual([query, 'high', '1']);
    }
    expect(await found('goggle box 55 inch', process)).toEqual(['high', '3']);
  }
  const sent = { query: 'leather settee' };
  const { results } = await workspace.must('POST', '/collections/rooms/resolve', { queries: [sent] });
  expect(results).toMatchObject([{ confidence: 'high', external_id: '1' }]);
  await workspace.must('POST', '/collections/rooms/records', { records: [{ id: 5, name: 'Linen chesterfield' }] });
  expect(await found('linen sofa')).toEqual(['high', '5']);
});

it('collections.update > returns synonyms in inspection, counts them in the audit log, and keeps them until replaced', async () => {
  await configure(lists);
  await workspace.must('PATCH', '/collections/rooms', { guidance: 'Ask for the room.' });
  const configured = async () => (await workspace.must('GET', '/collections/rooms/fields')).configured.synonyms;
  expect(await configured()).toEqual(lists);
  await configure([]);
  expect(await configured()).toEqual([]);
  expect(await found('leather chesterfield')).not.toEqual(['high', '1']);
  const { events } = await workspace.must('GET', '/audit?action=collection.configured&limit=3');
  expect(events.map(({ detail }: { detail: object }) => detail)).toEqual([
    { synonyms: 0 },
    { guidance: 'Ask for the room.' },
    { synonyms: 2 },
  ]);
  await configure(lists);
  await configure(null);
  expect(await configured()).toEqual([]);
});

it('collections.update > with new synonyms keeps change feed marks valid and requires no reindex', async () => {
  const { next } = await workspace.must('GET', '/collections/rooms/changes');
  const { reindex_required } = await configure([['sofa', 'divan']]);
  expect(reindex_required).toBe(false);
  expect(await workspace.must('GET', `/collections/rooms/changes?since=${next}`)).toMatchObject({ more: false });
});

it.each([
  ['more lists than a collection has', Array.from({ length: limits.synonymLists + 1 }, (_, n) => [`a${n}`, `b${n}`])],
  ['more phrases than a list has', [Array.from({ length: limits.phrasesPerList + 1 }, (_, n) => `a${n}`)]],
  ['a phrase that is too long', [['sofa', 'x'.repeat(limits.phraseCharacters + 1)]]],
  ['a phrase without words', [['sofa', ' ']]],
])('collections.update > rejects %s', async (_title, synonyms) => {
  const answer = await service.call('PATCH', '/collections/rooms', { ...workspace.admin, body: { synonyms } });
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  expect(answer.body.error.details[0].path).toMatch(/^synonyms/);
});

it('collections.update > accepts the maximum of synonym lists and phrases', async () => {
  const full = Array.from({ length: limits.synonymLists }, (_, list) =>
    Array.from({ length: limits.phrasesPerList }, (_, n) => `phrase ${list} ${n}`),
  );
  await configure([...full.slice(1), ['sofa', 'settee']]);
  expect(await found('leather settee')).toEqual(['high', '1']);
});
