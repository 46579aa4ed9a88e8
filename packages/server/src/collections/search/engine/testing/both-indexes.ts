import { builtinEmbedder } from '@tessera/resolver';
import { type CompiledFilter, compileFilter, compileSlice, parseFilter } from '@tessera/search-engine';
import fc from 'fast-check';
import { startSuiteService } from '../../../../testing/service.js';
import type { Found } from '../../index/index-messages.js';
import { findState } from '../../index/index-queries.js';
import type { IndexTarget } from '../../index/index-target.js';
import { createTestIndexes } from '../../index/testing/test-indexes.js';
import { startFakeOpenSearch } from './fake-opensearch.js';

const fieldTypes = { size: 'number' } as const;

/** A search of a test: its text, and the caller's slice and filter. */
export interface TestSearch {
  readonly text: string;
  readonly slice: readonly CompiledFilter[] | null;
  readonly filter: CompiledFilter | undefined;
}

/** A change of one of the test records. A record can leave a slice, be deleted, and be written again. */
export interface TestChange {
  readonly kind: 'write' | 'delete';
  readonly id: number;
  readonly text: string;
  readonly size: number;
}

/** What searches and changes say. */
const someTexts = fc.constantFrom(
  'red lamp',
  'large violet chair FDB5207',
  'grean desk',
  'something else',
  'FDB5211',
  'turquoise chandelier',
);
/** Searches of the whole collection, of slices and with filters. */
export const someSearches = fc.record({
  text: someTexts,
  slice: fc
    .constantFrom(null, ...[[{ size: { lt: 3 } }], [{ size: 1 }, { size: { gte: 5 } }]])
    .map((slice) => slice && compileSlice(slice, fieldTypes)),
  filter: fc
    .constantFrom(undefined, { size: { ne: 2 } })
    .map((filter) => filter && compileFilter(parseFilter(filter), fieldTypes)),
});
/** Changes of few records. */
export const someChanges = fc.array(
  fc.record({
    kind: fc.constantFrom<TestChange['kind']>('write', 'write', 'delete'),
    id: fc.integer({ min: 0, max: 44 }),
    text: someTexts,
    size: fc.integer({ min: 0, max: 6 }),
  }),
  { maxLength: 4 },
);

/**
 * A collection of 40 records whose index is in the process and in a fake of OpenSearch. Both can be searched. The
 * latter is updated from that many changed records.
 */
export async function startBothIndexes(updateFrom: number) {
  const fake = await startFakeOpenSearch();
  const service = await startSuiteService();
  const workspace = await service.createWorkspace();
  const { database, log } = service.services;
  const patience = { requestMs: 300, writeMs: 300, retryAfterMs: [1, 1] };
  const engine = { urls: [fake.url], prefix: 'test', patience, updateFrom };
  const { indexes, close } = createTestIndexes({ database, log, embedderId: builtinEmbedder.id, engine });
  const send = (method: string, path: string, body?: unknown) =>
    service.call(method, `/collections${path}`, { token: workspace.token, ...(body === undefined ? {} : { body }) });
  const collectionId: string = (await send('POST', '', { name: 'things' })).body.id;
  const nameOf = (at: number) =>
    `${['red', 'green', 'violet'][at % 3]} ${['lamp', 'chair', 'desk'][(at % 7) % 3]} FDB${5200 + at}`;
  await send('POST', '/things/import', {
    records: Array.from({ length: 40 }, (_, id) => ({ id, name: nameOf(id), size: id % 7 })),
  });

  const target = async (isExternal: boolean): Promise<IndexTarget> => {
    const state = await database.inWorkspace(workspace.id, (transaction) => findState(transaction, collectionId));
    const { index_version: indexVersion = 0, change_mark: sequenceNumber = 0 } = state ?? {};
    return { workspaceId: workspace.id, collectionId, indexVersion, isExternal, sequenceNumber };
  };
  /** Searches one of the indexes, as a query does. */
  const search = async ({ text, slice, filter }: TestSearch, isExternal: boolean): Promise<Found[] | undefined> => {
    const current = await target(isExternal);
    await indexes.ensureReady(current, [...(slice ?? []), ...(filter ? [filter] : [])]);
    const [vector] = await builtinEmbedder.embed([text]);
    const vectors = new Map([[builtinEmbedder.id, vector as Float32Array]]);
    return indexes.search(current, [{ text, vectors, slice, filter, limit: 10 }]);
  };
  const change = async ({ kind, id, text, size }: TestChange): Promise<void> => {
    await (kind === 'delete'
      ? send('DELETE', `/things/records/${id}`)
      : send('POST', '/things/records', { records: [{ id, name: `${text} ${size}`, size }] }));
  };
  const stop = async () => {
    await close();
    await fake.stop();
  };
  return { fake, search, change, stop };
}
