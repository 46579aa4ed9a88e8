import { limits } from '@tessera/contract';
import { expect, it } from 'vitest';
import type { Call, Dispatcher } from '../../dispatch/dispatcher.js';
import type { Database } from '../../platform/database/database.js';
import { FairGate } from '../../platform/turns/fair-gate.js';
import { callsOf, type PageRequest } from './calls.js';

/** Requests of readers whose workspaces have endless documents. Counts the lists that run at the same time. */
function endless() {
  const gate = new FairGate({ atATime: limits.listingsAtATime, slotsPerShare: limits.listingsPerWorkspace });
  const underWay = { now: 0, most: 0, finished: [] as string[] };
  const readerOf = (workspace: string) => {
    const principal = { scope: { workspace: { id: workspace } } };
    const call = async ({ operation, input }: Call) => {
      if (operation === 'repos.list') {
        return { principal, answer: { repos: [] } };
      }
      underWay.now += 1;
      underWay.most = Math.max(underWay.most, underWay.now);
      const { query } = await input();
      await new Promise((resolve) => setImmediate(resolve));
      underWay.now -= 1;
      const documents = Array.from({ length: Number(query.limit) }, () => ({ path: 'a/b.md', title: 'B' }));
      return { principal, answer: { documents, next_cursor: 'more' } };
    };
    const request = { req: { header: () => undefined, path: '/d/' }, get: () => '', set: () => undefined };
    const source = {
      dispatcher: { call } as unknown as Dispatcher,
      database: { inWorkspace: async () => undefined } as unknown as Database,
      baseUrl: 'http://tessera.test',
      listing: gate,
    };
    return callsOf(request as unknown as PageRequest, source);
  };
  const list = async (workspace: string) => {
    const calls = readerOf(workspace);
    let listed = 0;
    for (let repo = 0; repo < 3; repo += 1) {
      for await (const { documents } of calls.listed({ prefix: `repo-${repo}` })) {
        listed += documents.length;
      }
    }
    underWay.finished.push(workspace);
    return { listed, isCut: calls.isCut() };
  };
  return { list, underWay };
}

it('listed > ends after a maximum of documents over all repos, and reports that the list is cut', async () => {
  const { list } = endless();
  expect(await list('one')).toEqual({ listed: limits.documentsListed, isCut: true });
});

it('listed > runs one list at a time for the readers of a workspace, without delaying others', async () => {
  const { list, underWay } = endless();
  const readers = Array.from({ length: 8 }, () => list('busy'));
  await Promise.all([...readers, list('other')]);
  expect(underWay.most).toBeLessThanOrEqual(limits.listingsAtATime);
  expect(underWay.finished[0]).toBe('other');
});
