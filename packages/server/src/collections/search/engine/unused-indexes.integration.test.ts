import { randomUUID } from 'node:crypto';
import { Client } from '@opensearch-project/opensearch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSuiteService } from '../../../testing/service.js';
import { callersWorkspace } from '../../testing/callers.js';
import { startFakeOpenSearch } from './testing/fake-opensearch.js';
import { deleteUnused, indexName } from './unused-indexes.js';

const fake = await startFakeOpenSearch();
const service = await startSuiteService({ SVC_SEARCH_URL: fake.url, SVC_SEARCH_PREFIX: 'shop' });
const client = new Client({ node: fake.url });
const [workspace, leaving] = [await callersWorkspace(service), await callersWorkspace(service)];
const operator = { token: service.operatorToken };

/** Creates a collection in OpenSearch with one record. Returns the name of its index. */
async function moved(name: string, { id, must, admin } = workspace): Promise<string> {
  await must('POST', '/collections', { name });
  await must('POST', `/collections/${name}/records`, { records: [{ id: 1, name: 'Oak desk' }] });
  await must('PUT', `/operator/workspaces/${id}/collections/${name}/index`, { index: 'opensearch' }, operator);
  const before = new Set(fake.indexes.keys());
  await must('POST', `/collections/${name}/query`, { query: 'oak' }, admin);
  return [...fake.indexes.keys()].find((each) => !before.has(each)) ?? 'none';
}
const sweep = async () => {
  await deleteUnused(client, service.services.database, 'shop');
  return [...fake.indexes.keys()];
};
/** Adds an index of another program, build or installation. */
const add = (name: string, hoursAgo = 0) => {
  fake.indexes.set(name, { meta: undefined, createdMs: Date.now() - hoursAgo * 3_600_000, documents: new Map() });
  return name;
};

let kept: string;
beforeAll(async () => {
  kept = await moved('kept');
});
afterAll(async () => {
  await client.close();
  await fake.stop();
});

it('deletes the index of a collection that was deleted or moved back, and of a deleted workspace', async () => {
  const deleted = await moved('deleted');
  const back = await moved('back');
  const gone = await moved('things', leaving);
  expect((await sweep()).sort()).toEqual([kept, deleted, back, gone].sort());
  await workspace.must('DELETE', '/collections/deleted');
  const path = `/operator/workspaces/${workspace.id}/collections/back/index`;
  await workspace.must('PUT', path, { index: 'memory' }, operator);
  const { workspaces } = await workspace.must('GET', '/operator/workspaces', undefined, operator);
  const { slug } = workspaces.find(({ id }: { id: string }) => id === leaving.id);
  await leaving.must('DELETE', `/operator/workspaces/${leaving.id}`, { slug }, operator);
  expect(await sweep()).toEqual([kept]);
  await workspace.must('POST', '/collections/back/query', { query: 'oak' });
  await workspace.must('POST', '/collections/kept/query', { query: 'oak' });
});

it('deletes the index of an earlier index version', async () => {
  const earlier = await moved('versions');
  await workspace.must('PATCH', '/collections/versions', { synonyms: [['oak', 'quercus']] });
  await workspace.must('POST', '/collections/versions/query', { query: 'quercus' });
  expect(fake.indexes.size).toBe(3);
  expect(await sweep()).not.toContain(earlier);
  expect(fake.indexes.size).toBe(2);
});

it('keeps the index of another build for a day, and all other indexes', async () => {
  const build = kept.slice(-8);
  const otherBuild = kept.replace(build, build === '00000000' ? '11111111' : '00000000');
  const target = { workspaceId: randomUUID(), collectionId: randomUUID(), indexVersion: 0 };
  const foreign = [indexName('shop', target), kept.replace('shop', 'shop2'), 'shop-orders', 'shopping', 'logs'].map(
    (name) => add(name, 48),
  );
  // The clock of OpenSearch can differ.
  add(otherBuild, -48);
  expect(await sweep()).toContain(otherBuild);
  add(otherBuild, 1);
  expect(await sweep()).toEqual(expect.arrayContaining([kept, otherBuild, ...foreign]));
  add(otherBuild, 25);
  const left = await sweep();
  expect(left).toEqual(expect.arrayContaining([kept, ...foreign]));
  expect(left).not.toContain(otherBuild);
});
