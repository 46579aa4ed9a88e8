import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSuiteService } from '../../../testing/service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../../testing/callers.js';
import { type FakeDocument, sendReply, startFakeOpenSearch } from './testing/fake-opensearch.js';

const fake = await startFakeOpenSearch();
const service = await startSuiteService({ SVC_SEARCH_URL: fake.url });
const [ours, theirs] = [await callersWorkspace(service), await callersWorkspace(service)];
let confined: Caller;
/** What the callers can read: the names of live records by id. */
const names = new Map<string, string>();
const inSlice = (id: string) => Number(id) % 2 === 0;
/** Documents that do not belong into the index: of another tenant, of deleted records, or of earlier contents. */
let strangers: readonly FakeDocument[] = [];

const send = (workspace: CallersWorkspace, records: readonly object[]) =>
  workspace.must('POST', '/collections/things/records', { records });
const query = async (text: string, caller: Caller) => {
  const body = { top_k: 10, ...(text === '' ? { filters: { name: { exists: true } } } : { query: text }) };
  const answer = await service.call('POST', '/collections/things/query', { ...caller, body });
  expect(answer.status).toBe(200);
  return answer.body;
};
const documents = () =>
  [...fake.indexes.values()].flatMap((index) => [...index.documents.values()].map(({ body }) => body));

beforeAll(async () => {
  confined = await ours.sliceOf('things', { odd: false });
  await theirs.must('POST', '/collections', { name: 'things' });
  for (const workspace of [ours, theirs]) {
    const path = `/operator/workspaces/${workspace.id}/collections/things/index`;
    await workspace.must('PUT', path, { index: 'opensearch' }, { token: service.operatorToken });
  }
  await ours.must('PATCH', '/collections/things', { exposed_fields: ['name', 'odd'] });
  const record = (id: number, name: string) => ({ id, name, odd: id % 2 === 1, note: `hidden${id}` });
  await send(
    theirs,
    [0, 1, 100, 101].map((id) => record(id, `foreign lamp ${id}`)),
  );
  await query('foreign lamp', theirs.admin);
  await send(
    ours,
    Array.from({ length: 12 }, (_, id) => record(id, `former lamp ${id}`)),
  );
  await query('former lamp', ours.admin);
  strangers = documents().filter(({ gone }) => gone === false);
  await send(
    ours,
    Array.from({ length: 10 }, (_, id) => record(id, `present desk ${id}`)),
  );
  await ours.must('DELETE', '/collections/things/records/10');
  await ours.must('DELETE', '/collections/things/records/11');
  // A query without words waits until OpenSearch is updated.
  await query('', ours.admin);
  for (let id = 0; id < 10; id += 1) {
    names.set(String(id), `present desk ${id}`);
  }
});
afterAll(() => fake.stop());

it('collections.query > shows current records of the slice only, whatever documents OpenSearch returns', async () => {
  const texts = fc.constantFrom(
    'foreign lamp',
    'former lamp 3',
    'present desk 4',
    'hidden5',
    'former lamp 11',
    '',
    '100',
  );
  await fc.assert(
    fc.asyncProperty(texts, fc.subarray([...strangers]), fc.boolean(), async (text, added, isAlone) => {
      fake.answer = (call, reply, response) => {
        const found = (reply.body as { hits?: { hits?: object[] } }).hits?.hits ?? [];
        if (found.length > 0) {
          found.splice(0, isAlone ? found.length : 0, ...added.map((_source) => ({ _source })));
        }
        sendReply(call, reply, response);
      };
      for (const caller of [ours.admin, confined]) {
        const { results, confidence, ...answer } = await query(text, caller);
        for (const { external_id: id, attributes } of results) {
          expect(names.get(id)).toBe(attributes.name);
          expect(caller === confined && !inSlice(id)).toBe(false);
          expect(Object.keys(attributes).sort()).toEqual(['name', 'odd']);
        }
        // Reasons repeat words of the query.
        const unsaid = ['foreign', 'former', 'hidden'].filter((word) => !text.includes(word));
        expect(unsaid.filter((word) => JSON.stringify(answer).includes(word))).toEqual([]);
        expect(results.length > 0 || confidence === 'none').toBe(true);
      }
    }),
    { numRuns: 40 },
  );
  fake.answer = sendReply;
});

it('collections.query > sends words of a collection only to the index of its workspace', () => {
  for (const [name, { documents: stored }] of fake.indexes) {
    const isOurs = name.includes(ours.id);
    expect(name.includes(isOurs ? ours.id : theirs.id)).toBe(true);
    expect([...stored.values()].filter(({ body }) => body.gone === false)).toHaveLength(isOurs ? 10 : 4);
  }
});
