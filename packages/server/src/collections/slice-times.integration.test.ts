import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EvenTimes } from '../platform/even-times.js';
import { startTestService, type TestService } from '../testing/service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from './testing/callers.js';
import { beginChange } from './testing/change.js';

type Request = readonly [method: string, path: string, body?: unknown];

const records = [
  { id: 'in', name: 'Red oak lamp', color: 'red' },
  { id: 'out', name: 'Blue oak lamp', color: 'blue' },
];
const filter = { color: 'red' };

let service: TestService;
let workspace: CallersWorkspace;
let group: string;
const held = vi.spyOn(EvenTimes.prototype, 'next');
const coarsened = vi.spyOn(EvenTimes.prototype, 'coarsen');

beforeAll(async () => {
  service = await startTestService();
  workspace = await callersWorkspace(service);
  group = await workspace.group();
});
afterEach(() => {
  held.mockClear();
  coarsened.mockClear();
});
afterAll(() => service.close());

/** A collection with a record inside and one outside the slice that the group is granted; the whole for null. */
async function shared(name: string, slice: object | null = filter): Promise<void> {
  await workspace.must('POST', '/collections', { name });
  await workspace.must('PUT', `/collections/${name}/grants/${group}`, { permission: 'write', filter: slice });
  await workspace.must('POST', `/collections/${name}/import`, { records });
}

/** How often an answer was held back, and whether until a coarse time. */
async function timesOf([method, path, body]: Request, caller: Caller): Promise<{ held: number; coarse: boolean }> {
  held.mockClear();
  coarsened.mockClear();
  await service.call(method, path, { ...caller, ...(body === undefined ? {} : { body }) });
  return { held: held.mock.calls.length, coarse: coarsened.mock.calls.length > 0 };
}

/** Every way of asking for what may be inside or outside. */
const requests = (name: string): Request[] => [
  ['GET', '/collections'],
  ['GET', `/collections/${name}/describe`],
  ['GET', `/collections/${name}/records`],
  ...['in', 'out', 'never'].flatMap((id): Request[] => [
    ['GET', `/collections/${name}/records/${id}`],
    ['POST', `/collections/${name}/query`, { query: id }],
    ['POST', `/collections/${name}/records`, { records: [{ id, color: 'blue' }] }],
    ['DELETE', `/collections/${name}/records/${id}`],
  ]),
  ['POST', `/collections/${name}/query`, { query: 'oak lamp' }],
  ['POST', `/collections/${name}/query`, { filters: { name: 'Blue oak lamp' } }],
  ['POST', `/collections/${name}/reconcile`, { live_ids: ['in', 'out'] }],
  ['GET', `/collections/${name}/fields`],
  ['POST', `/collections/${name}/import`, 'not json'],
];

describe('answers of collections leave at even times', () => {
  beforeAll(() => shared('even'));

  it.each([
    ['a reader', () => workspace.guest([group])],
    ['a member', () => workspace.member([group], 'read_write')],
    ['an agent of a group', () => workspace.pinned({ role: 'member', access: 'read_write', groups: [group] })],
    ['an agent of no group at all', () => workspace.pinned({ role: 'member', access: 'read_write', groups: [] })],
  ])('to %s, whatever it asks and whatever comes of it', async (_kind, caller) => {
    const asking = await caller();
    for (const request of [...requests('even'), ...requests('missing')]) {
      expect(await timesOf(request, asking), request.join(' ')).toMatchObject({ held: 1 });
    }
  });

  it('but not to who sees everything, nor where no collection is concerned', async () => {
    const confined = await workspace.member([group], 'read_write');
    expect(await timesOf(['GET', '/workspaces'], confined)).toEqual({ held: 0, coarse: false });
    for (const request of requests('even')) {
      expect(await timesOf(request, workspace.admin), request.join(' ')).toMatchObject({ held: 0 });
    }
  });
});

describe('answers leave at coarse times where a slice has no index', () => {
  const looks = (name: string): Request[] => [
    ['GET', `/collections/${name}/describe`],
    ['GET', `/collections/${name}/records`],
    ['POST', `/collections/${name}/query`, { filters: { name: 'Red oak lamp' } }],
    ['POST', `/collections/${name}/reconcile`, { live_ids: ['in'] }],
    ['POST', `/collections/${name}/query`, { query: 'oak lamp' }],
    ['POST', `/collections/${name}/query`, { query: 'in' }],
    ['POST', `/collections/${name}/query`, { query: 'never' }],
  ];
  const agent = () => workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
  /** Builds what a request needs, by waiting until it is not coarse any more. */
  const prepared = (request: Request, caller: Caller) =>
    vi.waitUntil(async () => !(await timesOf(request, caller)).coarse, { timeout: 30_000 });

  it.each(looks('any').map(([method, path, body], at) => ({ at, title: `${method} ${path} ${JSON.stringify(body)}` })))(
    'as in the first answer to $title, before there is an index, and no longer',
    async ({ at }) => {
      const caller = await agent();
      const request = looks(`cold-${at}`)[at] as Request;
      await shared(`cold-${at}`);
      expect(await timesOf(request, caller)).toEqual({ held: 1, coarse: true });
      await prepared(request, caller);
      expect(await timesOf(request, caller)).toEqual({ held: 1, coarse: false });
    },
  );

  it('as where the index lacks what a filter asks for, and no longer once it has been asked', async () => {
    const caller = await agent();
    await shared('columns');
    await prepared(['POST', '/collections/columns/query', { query: 'oak lamp' }], caller);
    for (const field of ['name', 'color', 'never']) {
      const request: Request = ['POST', '/collections/columns/query', { filters: { [field]: 'oak' } }];
      expect(await timesOf(request, caller)).toEqual({ held: 1, coarse: true });
      expect(await timesOf(request, caller)).toEqual({ held: 1, coarse: false });
    }
  });

  it('but not while a change of ids is prepared nor while records move, which nobody can tell by it', async () => {
    const caller = await agent();
    await shared('moving');
    const reads = [...looks('moving'), ...requests('moving')].filter(([method]) => method !== 'DELETE');
    const change = await beginChange(service, { workspaceId: workspace.id, name: 'moving' }, { id_field: 'code' });
    const expectFine = async (request: Request) =>
      expect(await timesOf(request, caller), request.join(' ')).toEqual({ held: 1, coarse: false });
    await change.prepare();
    for (const request of reads) {
      await prepared(request, caller);
      await expectFine(request);
    }
    await change.save();
    for (const request of reads) {
      await prepared(request, caller);
      await expectFine(request);
    }
    while ((await change.page(1)) !== 'all') {
      for (const request of reads) {
        await expectFine(request);
      }
    }
  });

  it('but not for one record, nor for whom the whole collection is shared with', async () => {
    const caller = await agent();
    await shared('one');
    await shared('whole', null);
    const single = requests('one').filter(([, path]) => path.includes('/records/'));
    for (const request of [...single, ...requests('whole').filter(([, path]) => path.includes('whole'))]) {
      expect(await timesOf(request, caller), request.join(' ')).toEqual({ held: 1, coarse: false });
    }
  });
});
