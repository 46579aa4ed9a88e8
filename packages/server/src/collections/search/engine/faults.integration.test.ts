import type { ServerResponse } from 'node:http';
import { builtinEmbedder } from '@tessera/resolver';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSuiteService } from '../../../testing/service.js';
import type { IndexTarget } from '../index/followed-index.js';
import { findState } from '../index/index-queries.js';
import { createTestIndexes } from '../index/testing/test-indexes.js';
import {
  type Answering,
  type FakeCall,
  type Reply,
  sendReply,
  startFakeOpenSearch,
} from './testing/fake-opensearch.js';

const fake = await startFakeOpenSearch();
const service = await startSuiteService();
const workspace = await service.createWorkspace();
const { database, log } = service.services;
const engine = { urls: [fake.url], prefix: 'test', patience: { requestMs: 300, writeMs: 300, retryAfterMs: [1, 1] } };
const { indexes, close } = createTestIndexes({ database, log, embedderId: builtinEmbedder.id, engine });
const texts = ['red lamp', 'large violet chair FDB5207', 'grean desk', 'something else', 'FDB5211'];
let collectionId: string;

const post = (path: string, body: unknown) => service.call('POST', path, { token: workspace.token, body });

beforeAll(async () => {
  collectionId = (await post('/collections', { name: 'things' })).body.id;
  const name = (at: number) =>
    `${['red', 'green', 'violet'][at % 3]} ${['lamp', 'chair', 'desk'][(at % 7) % 3]} FDB${5200 + at}`;
  await post('/collections/things/import', {
    records: Array.from({ length: 40 }, (_, id) => ({ id, name: name(id) })),
  });
});
afterAll(async () => {
  await close();
  await fake.stop();
});

/** Destroys or changes a reply, so that the search sees only a part of the index, an old one, or none. */
type Fault = (call: FakeCall, reply: Reply, response: ServerResponse) => void;

const withStatus =
  (status: number): Fault =>
  (call, _reply, response) =>
    sendReply(call, { status, body: { error: { type: 'injected', reason: 'injected' }, status } }, response);
const changed =
  (change: (body: object) => object): Fault =>
  (call, { status, body }, response) =>
    sendReply(call, { status, body: change(body) }, response);
/** The reply of a search that finds nothing, or that of another call. */
const emptied = (body: object) =>
  'hits' in body
    ? {
        ...body,
        hits: { total: { value: 0, relation: 'eq' }, hits: [] },
        aggregations: { length: { value: 0 }, marks: { value: 0 }, spaces: { buckets: [] } },
      }
    : body;
const faults: Readonly<Record<string, Fault>> = {
  'no response': () => undefined,
  'a closed connection': (_call, _reply, response) => response.destroy(),
  'a truncated response': (_call, { body }, response) => {
    const text = JSON.stringify(body);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  },
  'too many requests': withStatus(429),
  'a red index': withStatus(503),
  'an internal error': withStatus(500),
  'a missing index': withStatus(404),
  'shards without a response': changed((body) => ({
    ...emptied(body),
    ...('_shards' in body ? { _shards: { total: 3, successful: 2, skipped: 0, failed: 1 } } : {}),
  })),
  'the end of its time': changed((body) => ({ ...emptied(body), ...('timed_out' in body ? { timed_out: true } : {}) })),
  'a refused document': changed((body) =>
    'items' in body ? { items: [{ index: { status: 429, error: { type: 'rejected_execution_exception' } } }] } : body,
  ),
};

async function targetNow(isExternal: boolean): Promise<IndexTarget> {
  const state = await database.inWorkspace(workspace.id, (transaction) => findState(transaction, collectionId));
  const { index_version: indexVersion = 0, change_mark: sequenceNumber = 0 } = state ?? {};
  return { workspaceId: workspace.id, collectionId, indexVersion, isExternal, sequenceNumber };
}

/** Searches one of the indexes, as a query does. */
async function search(text: string, isExternal: boolean): Promise<unknown> {
  const target = await targetNow(isExternal);
  await indexes.ensureReady(target, []);
  const [vector] = await builtinEmbedder.embed([text]);
  const vectors = new Map([[builtinEmbedder.id, vector as Float32Array]]);
  const found = await indexes.search(target, [{ text, vectors, slice: null, filter: undefined, limit: 10 }]);
  return found;
}

it('an index in OpenSearch > gives the answer of the index in the process or 503, whatever fails', {
  timeout: 60_000,
}, async () => {
  const faultNames = fc.constantFrom(...Object.keys(faults));
  const steps = fc.array(
    fc.record({
      text: fc.constantFrom(...texts),
      write: fc.boolean(),
      faulty: fc.array(fc.option(faultNames, { freq: 2 }), { maxLength: 12 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  let written = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      for (const { text, write, faulty } of plan) {
        if (write) {
          written += 1;
          await post('/collections/things/records', { records: [{ id: written % 40, name: `${text} ${written}` }] });
        }
        const expected = await search(text, false);
        fake.answer = inOrder(faulty);
        const found = await search(text, true).catch((error: { code?: string }) => error.code);
        fake.answer = sendReply;
        expect(found === 'unavailable' ? expected : found).toEqual(expected);
      }
    }),
    { numRuns: 15 },
  );
  expect(await search('red lamp', true)).toEqual(await search('red lamp', false));
});

/** Applies each fault to one call, and then none. */
function inOrder(names: readonly (string | null)[]): Answering {
  const left = [...names];
  return (call, reply, response) => {
    const fault = faults[left.shift() ?? ''];
    (fault ?? sendReply)(call, reply, response);
  };
}

it.each([
  ['was built again by another process', { build: 'another' }],
  ['was created by a write after its deletion', undefined],
])('an index in OpenSearch > is not used after it %s', async (_case, meta) => {
  const expected = await search('red lamp', false);
  expect(await search('red lamp', true)).toEqual(expected);
  const [name = ''] = fake.indexes.keys();
  // The other process has stored no document yet.
  fake.indexes.set(name, { meta, createdMs: Date.now(), documents: new Map() });
  await expect(search('red lamp', true)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await search('red lamp', true)).toEqual(expected);
});
