import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';

const longText = 'word '.repeat(20_000).trim();

let service: TestService;
let workspace: CallersWorkspace;
let caller: Caller;

beforeAll(async () => {
  service = await startTestService();
  workspace = await callersWorkspace(service);
  caller = await workspace.sliceOf('books', { shelf: 'open' });
});
afterAll(() => service.close());

/** What the database keeps apart of the one record of an id. */
async function keptApart(id: string): Promise<unknown> {
  const [row] = await service.services.database.asSystem((transaction) =>
    transaction.query('select short_attributes, long_fields from records where external_id = $1', [id]),
  );
  return row;
}

const store = (record: object) => workspace.must('POST', '/collections/books/records', { records: [record] });

describe('the short values of a large record', () => {
  it('are kept apart as long as it is large', async () => {
    await store({ id: 'growing', name: 'Atlas', shelf: 'open' });
    expect(await keptApart('growing')).toEqual({ short_attributes: null, long_fields: null });
    await store({ id: 'growing', name: 'Atlas', shelf: 'open', text: longText });
    expect(await keptApart('growing')).toEqual({
      short_attributes: { id: 'growing', name: 'Atlas', shelf: 'open' },
      long_fields: ['text'],
    });
    await store({ id: 'growing', name: 'Atlas', shelf: 'open' });
    expect(await keptApart('growing')).toEqual({ short_attributes: null, long_fields: null });
  });

  it('decide what is inside a slice, and follow every change', async () => {
    const path = '/collections/books/records/moving';
    for (const [shelf, status] of [
      ['open', 200],
      ['locked', 404],
      ['open', 200],
    ] as const) {
      await store({ id: 'moving', name: 'Folio', shelf, text: longText });
      expect(await service.call('GET', path, caller)).toMatchObject({ status });
    }
    await store({ id: 'moving', name: 'Folio', text: longText });
    expect(await service.call('GET', path, caller)).toMatchObject({ status: 404 });
  });

  it('leave its long ones to be filtered by', async () => {
    await store({ id: 'long', name: 'Scroll', shelf: 'locked', text: `${longText} end` });
    const found = await workspace.must('POST', '/collections/books/query', { filters: { text: `${longText} end` } });
    expect(found.results.map(({ external_id }: { external_id: string }) => external_id)).toEqual(['long']);
  });
});
