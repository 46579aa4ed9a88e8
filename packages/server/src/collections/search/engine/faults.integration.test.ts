import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { someChanges, someSearches, startBothIndexes, type TestSearch } from './testing/both-indexes.js';
import { type Answering, type FakeCall, type Reply, sendReply } from './testing/fake-opensearch.js';

const { fake, search, change, stop } = await startBothIndexes(3);
const lamp: TestSearch = { text: 'red lamp', slice: null, filter: undefined };

afterAll(stop);

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
  'a read-only index': withStatus(403),
  'a closed index': withStatus(400),
  'a page of another program': (_call, _reply, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>'),
  'a missing index': withStatus(404),
  'shards without a response': changed((body) => ({
    ...emptied(body),
    ...('_shards' in body ? { _shards: { total: 3, successful: 2, skipped: 0, failed: 1 } } : {}),
  })),
  'the end of its time': changed((body) => ({ ...emptied(body), ...('timed_out' in body ? { timed_out: true } : {}) })),
  'a change that was not acknowledged': changed((body) => ('acknowledged' in body ? { acknowledged: false } : body)),
  'a refused document': changed((body) =>
    'items' in body ? { items: [{ index: { status: 429, error: { type: 'rejected_execution_exception' } } }] } : body,
  ),
};

it('an index in OpenSearch > gives the answer of the index in the process or 503, whatever fails', {
  timeout: 60_000,
}, async () => {
  const faultNames = fc.constantFrom(...Object.keys(faults));
  const steps = fc.array(
    fc.record({
      wanted: someSearches,
      changes: someChanges,
      faulty: fc.array(fc.option(faultNames, { freq: 2 }), { maxLength: 12 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      for (const { wanted, changes, faulty } of plan) {
        for (const each of changes) {
          await change(each);
        }
        const expected = await search(wanted, false);
        fake.answer = inOrder(faulty);
        const found = await search(wanted, true).catch((error: { code?: string }) => error.code);
        fake.answer = sendReply;
        expect(found === 'unavailable' ? expected : found).toEqual(expected);
      }
    }),
    { numRuns: 10 },
  );
  expect(await search(lamp, true)).toEqual(await search(lamp, false));
});

it('an index in OpenSearch > is not updated for few changed records, which are ranked nevertheless', {
  timeout: 60_000,
}, async () => {
  const apart = await startBothIndexes(50);
  await apart.search(lamp, true);
  const updates: FakeCall[] = [];
  apart.fake.answer = (call, reply, response) => {
    updates.push(...(call.parts[1] === '_bulk' ? [call] : []));
    sendReply(call, reply, response);
  };
  await fc.assert(
    fc.asyncProperty(someSearches, someChanges, async (wanted, changes) => {
      for (const each of changes) {
        await apart.change(each);
      }
      const expected = await apart.search(wanted, false);
      expect(await apart.search(wanted, true)).toEqual(expected);
    }),
    { numRuns: 15 },
  );
  expect(updates).toEqual([]);
  await apart.stop();
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
  const expected = await search(lamp, false);
  expect(await search(lamp, true)).toEqual(expected);
  const [name = ''] = fake.indexes.keys();
  // The other process has stored no document yet.
  fake.indexes.set(name, { meta, createdMs: Date.now(), documents: new Map() });
  await expect(search(lamp, true)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await search(lamp, true)).toEqual(expected);
});

it('an index in OpenSearch > is built again if it lacks a record, even if another is written while it is opened', async () => {
  // A search without text waits until OpenSearch contains all records.
  await search({ ...lamp, text: '' }, true);
  const documents = () => [...fake.indexes.values()].flatMap((index) => [...index.documents]);
  const [id = ''] = documents().find(([, { body }]) => body.gone === false) ?? [];
  for (const index of fake.indexes.values()) {
    index.documents.delete(id);
  }
  // After an error, the next search opens the index again.
  fake.answer = (call, { body }, response) => sendReply(call, { status: 500, body }, response);
  await expect(search(lamp, true)).rejects.toMatchObject({ code: 'unavailable' });
  let written: Promise<void> | undefined;
  fake.answer = async (call, reply, response) => {
    // The update that precedes the comparison has ended with this search.
    if (written === undefined && call.parts[1] === '_search') {
      written = change({ kind: 'write', id: 44, text: 'grean desk', size: 1 });
      await written;
    }
    sendReply(call, reply, response);
  };
  await search(lamp, true);
  fake.answer = sendReply;
  expect(written).toBeDefined();
  expect(documents().map(([each]) => each)).toContain(id);
});
