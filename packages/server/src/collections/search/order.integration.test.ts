import { limits } from '@tessera/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

interface Listing {
  readonly ids: string[];
  readonly count: number;
}

/** Lists a collection in pages. */
async function listed(name: string, query: Record<string, string>, caller: Caller = workspace.admin): Promise<Listing> {
  const ids: string[] = [];
  let count = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = new URLSearchParams({ limit: '3', ...query, ...(cursor === '' ? {} : { cursor }) });
    const answer = await workspace.must('GET', `/collections/${name}/records?${page}`, undefined, caller);
    expect(answer.note).toBeUndefined();
    ids.push(...answer.records.map(({ external_id: id }: { external_id: string }) => id));
    ({ count, next_cursor: cursor } = answer);
  }
  return { ids, count };
}

// Includes equal and missing values, numbers with more digits than a double, and characters outside of the basic plane.
const numbers = ['1', '2', '-7', '0.5', '9007199254740993', '9007199254740992', '1e3'];
const dates = ['2026-01-31', '2026-01-31T10:00:00Z', '1969-12-31', '2026-02-01T00:00:00+02:00'];
const states = ['open', 'Open', 'done', '\u{1f4a1}', 'é'];
const drawn = fc.array(
  fc.record({
    price: fc.option(fc.constantFrom(...numbers), { nil: undefined }),
    due: fc.option(fc.constantFrom(...dates), { nil: undefined }),
    state: fc.option(fc.constantFrom(...states), { nil: undefined }),
    region: fc.constantFrom('north', 'south'),
  }),
  { minLength: 1, maxLength: 14 },
);

interface Drawn {
  readonly id: string;
  readonly price: string | undefined;
  readonly due: string | undefined;
  readonly state: string | undefined;
  readonly region: string;
}

/** How each type compares: numbers by exact digits, dates by time, text by code points. */
const comparisons = {
  price: (a: string, b: string) => exact(a) - exact(b),
  due: (a: string, b: string) => BigInt(Date.parse(a) - Date.parse(b)),
  state: (a: string, b: string) => BigInt(Buffer.compare(Buffer.from(a), Buffer.from(b))),
};

function exact(text: string): bigint {
  return text === '0.5' ? 5n : BigInt(text === '1e3' ? '1000' : text) * 10n;
}

function sorted(records: readonly Drawn[], field: keyof typeof comparisons, direction: 'asc' | 'desc'): string[] {
  const sign = direction === 'asc' ? 1n : -1n;
  const byId = (a: Drawn, b: Drawn) => (a.id < b.id ? -1 : 1);
  return records
    .toSorted((a, b) => {
      const [left, right] = [a[field], b[field]];
      if (left === undefined || right === undefined) {
        return Number(left === undefined) - Number(right === undefined) || byId(a, b);
      }
      return Number(sign * comparisons[field](left, right)) || byId(a, b);
    })
    .map(({ id }) => id);
}

let collections = 0;

async function createDrawn(records: readonly Drawn[]): Promise<{ name: string; confined: Caller }> {
  collections += 1;
  const name = `sorted-${collections}`;
  const confined = await workspace.sliceOf(name, { region: 'north' });
  const field_types = { price: 'number', due: 'date', state: 'enum' };
  await workspace.must('PATCH', `/collections/${name}`, { field_types });
  const bodies = records.map(({ price, ...others }) =>
    JSON.stringify({ ...others }).replace('}', price === undefined ? '}' : `, "price": ${price}}`),
  );
  await workspace.must('POST', `/collections/${name}/import`, `{"records": [${bodies.join(',')}]}`);
  return { name, confined };
}

it('collections.list_records > sorts by a declared field in both directions, even in a slice', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (values) => {
      const records = values.map((value, index) => ({ ...value, id: `r${index}` }));
      const { name, confined } = await createDrawn(records);
      const inside = records.filter(({ region }) => region === 'north');
      for (const field of ['price', 'due', 'state'] as const) {
        for (const direction of ['asc', 'desc'] as const) {
          const order = `${field}:${direction}`;
          expect(await listed(name, { order })).toEqual({
            ids: sorted(records, field, direction),
            count: records.length,
          });
          expect((await listed(name, { order }, confined)).ids).toEqual(sorted(inside, field, direction));
          const filters = '{"region": "south"}';
          const outside = records.filter(({ region }) => region === 'south');
          expect((await listed(name, { order, filters })).ids).toEqual(sorted(outside, field, direction));
        }
      }
    }),
    { numRuns: 4 },
  );
});

it('collections.list_records > sorts by last change and update clock, and skips to an offset', async () => {
  await workspace.must('POST', '/collections', { name: 'changing' });
  const records = ['a', 'b', 'c', 'd'].map((id, index) => ({ id, write_date: `2026-01-0${4 - index}T10:00:00Z` }));
  for (const record of records) {
    await workspace.must('POST', '/collections/changing/records', { records: [record] });
  }
  await workspace.must('POST', '/collections/changing/records', { records: [{ ...records[1], name: 'Lamp' }] });
  expect((await listed('changing', { order: 'updated_at:desc' })).ids).toEqual(['b', 'd', 'c', 'a']);
  expect((await listed('changing', { order: 'write_date' })).ids).toEqual(['d', 'c', 'b', 'a']);
  for (const order of ['asc', 'id', 'external_id:asc']) {
    expect((await listed('changing', { order })).ids).toEqual(['a', 'b', 'c', 'd']);
  }
  const skipped = async (query: string): Promise<string[]> => {
    const { records: found } = await workspace.must('GET', `/collections/changing/records?${query}`);
    return found.map(({ external_id: id }: { external_id: string }) => id);
  };
  expect(await skipped('offset=3')).toEqual(['d']);
  expect(await skipped('offset=1&limit=2&order=desc')).toEqual(['c', 'b']);
  expect(await skipped('offset=2&order=updated_at:desc')).toEqual(['c', 'a']);
  expect(await skipped('offset=9')).toEqual([]);
});

it('collections.list_records > continues after a page, whatever is written between pages', async () => {
  await workspace.must('POST', '/collections', { name: 'growing' });
  await workspace.must('PATCH', '/collections/growing', { field_types: { price: 'number' } });
  const write = (records: object[]) => workspace.must('POST', '/collections/growing/records', { records });
  await write([1, 2, 3, 4].map((price) => ({ id: `r${price}`, price })));
  const path = '/collections/growing/records?order=price:desc&limit=2';
  const first = await workspace.must('GET', path);
  await write([
    { id: 'r3', price: 9 },
    { id: 'r5', price: 5 },
    { id: 'r6', price: 1.5 },
  ]);
  const second = await workspace.must('GET', `${path}&cursor=${first.next_cursor}`);
  expect(second.records.map(({ external_id: id }: { external_id: string }) => id)).toEqual(['r2', 'r6']);
});

it('collections.list_records > refuses to sort by hidden fields, and by fields without the type number, date or enum', async () => {
  const reader = await workspace.pinned({ role: 'member', access: 'read_only' });
  await workspace.must('POST', '/collections', { name: 'hiding' });
  const field_types = { cost: 'number', size: 'number', title: 'string' };
  await workspace.must('PATCH', '/collections/hiding', { exposed_fields: ['size', 'title'], field_types });
  const refusal = async (order: string, caller: Caller): Promise<string | undefined> => {
    const { body } = await service.call('GET', `/collections/hiding/records?order=${order}`, caller);
    return body.error?.details[0].message.replace(order, 'x');
  };
  const message =
    'cannot sort by "x", which is not declared as number, date or enum: sort by one of id, updated_at, size';
  for (const order of ['cost', 'title', 'nothing']) {
    expect(await refusal(order, reader)).toBe(message);
  }
  expect(await refusal('title', workspace.admin)).toBe(message.replace('size', 'cost, size'));
  expect(await refusal('cost', workspace.admin)).toBeUndefined();
});

it('collections.list_records > rejects a forged cursor, and one of another order', async () => {
  await workspace.must('POST', '/collections', { name: 'paged' });
  const field_types = { price: 'number', due: 'date', state: 'enum' };
  await workspace.must('PATCH', '/collections/paged', { field_types });
  const records = [1, 2].map((price) => ({ id: `r${price}`, price, due: `2026-01-0${price}`, state: `s${price}` }));
  await workspace.must('POST', '/collections/paged/import', { records });
  const orders = ['price', 'price:desc', 'due', 'state', 'updated_at', 'write_date'];
  const cursors: string[] = [];
  for (const order of orders) {
    cursors.push((await workspace.must('GET', `/collections/paged/records?limit=1&order=${order}`)).next_cursor);
  }
  const status = async (order: string, cursor: string): Promise<number> =>
    (await service.call('GET', `/collections/paged/records?limit=1&order=${order}&cursor=${cursor}`, workspace.admin))
      .status;
  for (const [index, order] of orders.entries()) {
    const own = cursors[index] ?? '';
    const [mark, value, id] = JSON.parse(Buffer.from(own, 'base64url').toString());
    const pack = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url');
    const forged = [
      ['x', value, id],
      [mark, 'x', id],
      [mark, 'nNaN', id],
      [mark, value, 'a\0b'],
    ];
    for (const cursor of [...cursors.filter((each) => each !== own), ...forged.map(pack)]) {
      expect([order, await status(order, cursor)]).toEqual([order, 400]);
    }
    expect(await status(order, own)).toBe(200);
    expect(await status('asc', own)).toBe(400);
  }
});

it('collections.list_records > compares only the start of long values, so that cursors stay short', async () => {
  await workspace.must('POST', '/collections', { name: 'long' });
  await workspace.must('PATCH', '/collections/long', { field_types: { state: 'enum', price: 'number' } });
  const ids = [1, 2, 3].map((end) => `${'\u{1f4a1}'.repeat(limits.idCharacters - 1)}${end}`);
  const states = ['b', 'a', 'c'].map((end) => '\u0001'.repeat(200) + end.repeat(9_000));
  const records = ids.map((id, index) => ({ id, state: states[index], price: `${'9'.repeat(300)}.${3 - index}` }));
  await workspace.must('POST', '/collections/long/import', { records });
  expect((await listed('long', { order: 'state', limit: '1' })).ids).toEqual(ids);
  const surrogates = ids.map((id, index) => ({ id, state: `x${'\u{1f4a1}'.repeat(70)}${index}` }));
  await workspace.must('POST', '/collections/long/records', { records: surrogates });
  expect((await listed('long', { order: 'state:desc', limit: '1' })).ids).toEqual(ids);
  expect((await listed('long', { order: 'price', limit: '1' })).ids).toEqual(ids);
});
