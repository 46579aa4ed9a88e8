import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

interface Change {
  readonly external_id: string;
  readonly status: string;
  readonly record?: { readonly attributes: object };
}

/** Follows the changes of a collection. Each call returns the new changes since the last mark, page by page. */
function follower(name: string, caller: Caller = workspace.admin, limit = 500) {
  let since: string | undefined;
  return async (): Promise<Change[]> => {
    const changes: Change[] = [];
    for (let more = true; more; ) {
      const query = new URLSearchParams({ limit: String(limit), ...(since === undefined ? {} : { since }) });
      const page = await workspace.must('GET', `/collections/${name}/changes?${query}`, undefined, caller);
      changes.push(...page.changes);
      since = page.next;
      ({ more } = page);
    }
    return changes;
  };
}

const listed = (changes: readonly Change[]) => changes.map(({ external_id, status }) => `${external_id} ${status}`);
const send = (name: string, records: readonly object[]) =>
  workspace.must('POST', `/collections/${name}/import`, { records });

it('collections.list_changes > returns every change once, in order', async () => {
  await workspace.must('POST', '/collections', { name: 'followed' });
  const next = follower('followed');
  expect(await next()).toEqual([]);
  await send('followed', [
    { id: 2, name: 'Desk' },
    { id: 1, name: 'Lamp' },
  ]);
  const [lamp, ...others] = await next();
  expect(lamp).toEqual({
    external_id: '1',
    status: 'upserted',
    record: await workspace.must('GET', '/collections/followed/records/1'),
    changed_at: expect.any(String),
  });
  expect(listed(others)).toEqual(['2 upserted']);
  expect(await next()).toEqual([]);
  await send('followed', [{ id: 3, name: 'Chair' }]);
  await send('followed', [
    { id: 1, name: 'Desk lamp' },
    { id: 2, name: 'Desk' },
  ]);
  await workspace.must('DELETE', '/collections/followed/records/2');
  await send('followed', [{ id: 3, name: 'Armchair' }]);
  const changes = await next();
  expect(listed(changes)).toEqual(['1 upserted', '2 tombstoned', '3 upserted']);
  expect(changes[2]?.record?.attributes).toEqual({ name: 'Armchair' });
});

it('collections.list_changes > returns the same changes for any page size', async () => {
  await workspace.must('POST', '/collections', { name: 'paged' });
  const readers = [1, 2, 7, 500].map((limit) => follower('paged', workspace.admin, limit));
  const records = Array.from({ length: 20 }, (_, id) => ({ id, name: `Lamp ${id}` }));
  await send('paged', records);
  await send(
    'paged',
    records.slice(5, 8).map((record) => ({ ...record, name: 'changed' })),
  );
  const [first, ...others] = await Promise.all(readers.map((read) => read()));
  expect(first).toHaveLength(20);
  expect(listed(first ?? []).slice(-3)).toEqual(['5 upserted', '6 upserted', '7 upserted']);
  for (const other of others) {
    expect(other).toEqual(first);
  }
});

/** Builds the search index of a slice, from which its live records are then read. */
const index = async (name: string, caller: Caller) => {
  await expect
    .poll(() => workspace.must('POST', `/collections/${name}/query`, { query: 'any lamp' }, caller))
    .not.toHaveProperty('warnings');
};

it.each([
  ['the database', 'sliced', async () => undefined],
  ['the search index', 'indexed', index],
])(
  "collections.list_changes > returns from %s the changes in the reader's slice only, and reports records that leave it as gone",
  async (_title, name, prepare) => {
    const caller = await workspace.sliceOf(name, { region: 'north' });
    await workspace.must('PATCH', `/collections/${name}`, { exposed_fields: ['name'] });
    await prepare(name, caller);
    const next = follower(name, caller, 2);
    const record = (id: number, region: string, title = 'Lamp') => ({ id, region, name: title });
    await send(name, [record(1, 'north'), record(2, 'south'), record(3, 'north'), record(4, 'north')]);
    const changes = await next();
    expect(listed(changes)).toEqual(['1 upserted', '3 upserted', '4 upserted']);
    expect(changes[0]?.record?.attributes).toEqual({ name: 'Lamp' });
    await send(name, [record(1, 'south'), record(2, 'south', 'changed'), record(5, 'south')]);
    // Record 1 leaves the slice, then changes and is deleted outside of it. That counts as leaving once.
    await send(name, [record(1, 'south', 'changed')]);
    await workspace.must('DELETE', `/collections/${name}/records/3`);
    expect(listed(await next())).toEqual(['1 tombstoned', '3 tombstoned']);
    await workspace.must('DELETE', `/collections/${name}/records/1`);
    await workspace.must('DELETE', `/collections/${name}/records/2`);
    expect(await next()).toEqual([]);
    await send(name, [record(4, 'south')]);
    await send(name, [record(4, 'north')]);
    expect(listed(await next())).toEqual(['4 upserted']);
  },
);

const refusedMark = async (name: string, since: string) => {
  const { status, body } = await service.call('GET', `/collections/${name}/changes?since=${since}`, workspace.admin);
  return [status, body.error?.code];
};

it('collections.list_changes > rejects marks that are malformed, of another collection, a deleted namesake or an earlier id field', async () => {
  const records = [{ id: 1, code: 'A' }];
  const marks: string[] = [];
  for (const name of ['marked', 'other']) {
    await workspace.must('POST', '/collections', { name });
    await send(name, records);
    marks.push((await workspace.must('GET', `/collections/${name}/changes`)).next);
  }
  const [own = '', foreign = ''] = marks;
  const former = Buffer.from(JSON.stringify(['1', '0', ''])).toString('base64url');
  for (const since of ['nonsense', foreign, former, `${own}A`, own.slice(1)]) {
    expect(await refusedMark('marked', since)).toEqual([400, 'invalid_mark']);
  }
  // This configuration keeps the ids, so marks stay valid.
  await workspace.must('PATCH', '/collections/marked', { id_match_fields: ['code'], write_date_field: 'at' });
  expect((await refusedMark('marked', own))[0]).toBe(200);
  await workspace.must('PATCH', '/collections/marked', { id_field: 'code' });
  expect(await refusedMark('marked', own)).toEqual([400, 'invalid_mark']);
  await workspace.must('PATCH', '/collections/marked', { id_field: 'id' });
  expect(await refusedMark('marked', own)).toEqual([400, 'invalid_mark']);
  await workspace.must('DELETE', '/collections/other');
  await workspace.must('POST', '/collections', { name: 'other' });
  expect(await refusedMark('other', foreign)).toEqual([400, 'invalid_mark']);
});

it('collections.list_changes > marks reveal nothing about writes outside of the slice', async () => {
  const caller = await workspace.sliceOf('quiet', { region: 'north' });
  const mark = async () =>
    (await workspace.must('GET', '/collections/quiet/changes', undefined, caller)).next as string;
  await send('quiet', [{ id: 1, region: 'north' }]);
  const before = await mark();
  for (let write = 0; write < 12; write += 1) {
    await send('quiet', [{ id: 2, region: 'south', write }]);
  }
  expect(await mark()).toBe(before);
  await send('quiet', [{ id: 3, region: 'north' }]);
  expect(await mark()).toHaveLength(before.length);
});

it.each(['whole', 'sliced'])('collections.list_changes > misses no change of concurrent writers, %s', async (kind) => {
  const name = `raced-${kind}`;
  const caller = await workspace.sliceOf(name, { region: 'north' });
  await index(name, caller);
  const next = follower(name, kind === 'whole' ? workspace.admin : caller, 3);
  // The second half changes the records of the first, so that records move while a page is read.
  const writes = Array.from({ length: 60 }, (_, n) => send(name, [{ id: n % 30, region: 'north', name: `Lamp ${n}` }]));
  const seen = new Set<string>();
  for (let isOver = false; !isOver; ) {
    isOver = await Promise.race([Promise.all(writes).then(() => true), next().then((changes) => note(changes))]);
  }
  note(await next());
  function note(changes: readonly Change[]): false {
    for (const { external_id } of changes) {
      seen.add(external_id);
    }
    return false;
  }
  expect(seen.size).toBe(30);
});
