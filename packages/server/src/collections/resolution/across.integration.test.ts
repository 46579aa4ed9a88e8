import { limits, type QueryAcrossAnswer } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
await fill('products', [
  { id: 'p1', name: 'Standing desk oak', sku: 'DK-100' },
  { id: 'p2', name: 'Kitchen table beech', sku: 'TB-300' },
  { id: 'shared', name: 'Coat rack', sku: 'CR-1' },
]);
await fill('suppliers', [
  { id: 's1', name: 'Northern Timber', sku: 'NT-1' },
  { id: 'shared', name: 'Oak and Sons', sku: 'OS-1' },
]);
await fill('empty', []);

async function fill(name: string, records: readonly object[], of: CallersWorkspace = workspace): Promise<void> {
  await of.must('POST', '/collections', { name });
  await of.must('PATCH', `/collections/${name}`, { id_match_fields: ['sku'], embed_fields: ['name'] });
  if (records.length > 0) {
    await of.must('POST', `/collections/${name}/import`, { records });
  }
}

const resolve = (body: object, caller?: Caller): Promise<QueryAcrossAnswer> =>
  workspace.must('POST', '/resolve', body, caller);
const found = ({ results }: QueryAcrossAnswer) =>
  results.map(({ collection, external_id }) => [collection, external_id]);

describe('collections.find', () => {
  it('has verdict high for the record of one collection, and names the collection', async () => {
    const exact = await resolve({ query: 'TB-300' });
    expect(exact).toMatchObject({ confidence: 'high', match_type: 'exact_id' });
    expect(found(exact)[0]).toEqual(['products', 'p2']);
    const words = await resolve({ query: 'northern timber' });
    expect(found(words)[0]).toEqual(['suppliers', 's1']);
  });

  it('has verdict low if two collections contain the id, and suggests asking which one is meant', async () => {
    const answer = await resolve({ query: 'shared' });
    expect(answer.confidence).toBe('low');
    expect(found(answer).slice(0, 2).sort()).toEqual([
      ['products', 'shared'],
      ['suppliers', 'shared'],
    ]);
    expect(answer.disambiguate_by).toEqual({
      field: 'collection',
      values: expect.arrayContaining([
        { value: 'products', external_ids: ['shared'] },
        { value: 'suppliers', external_ids: ['shared'] },
      ]),
    });
    expect(answer.reasons[0]).toContain('another collection');
    expect(await resolve({ query: 'shared', collections: ['suppliers'] })).toMatchObject({ confidence: 'high' });
  });

  it('queries only the named collections, and returns at most top_k results', async () => {
    const answer = await resolve({ query: 'oak', collections: ['products'], top_k: 1 });
    expect(found(answer)).toEqual([['products', 'p1']]);
    expect(
      await service.call('POST', '/resolve', { ...workspace.admin, body: { query: 'oak', collections: ['none'] } }),
    ).toMatchObject({ status: 404, body: { error: { code: 'collection_not_found' } } });
  });

  it('queries only collections and slices that the caller can see', async () => {
    const confined = await workspace.sliceOf('parts', { room: 'office' });
    await workspace.must('POST', '/collections/parts/import', {
      records: [
        { id: 'DK-100', name: 'Leg of a desk', room: 'office' },
        { id: 'TB-300', name: 'Leg of a table', room: 'kitchen' },
      ],
    });
    expect(found(await resolve({ query: 'DK-100' }, confined))).toEqual([['parts', 'DK-100']]);
    expect((await resolve({ query: 'TB-300' }, confined)).confidence).not.toBe('high');
    const other = await callersWorkspace(service);
    expect(await other.must('POST', '/resolve', { query: 'DK-100' })).toMatchObject({
      results: [],
      confidence: 'none',
    });
  });

  it('never has verdict high if a visible collection could not be queried', async () => {
    const wide = await callersWorkspace(service);
    for (let number = 0; number <= limits.collectionsPerQuery; number += 1) {
      await wide.must('POST', '/collections', { name: `c${String(number).padStart(2, '0')}` });
    }
    await wide.must('POST', '/collections/c00/import', { records: [{ id: 'x1', name: 'Lamp' }] });
    const answer: QueryAcrossAnswer = await wide.must('POST', '/resolve', { query: 'x1' });
    expect(answer).toMatchObject({ confidence: 'low', results: [{ external_id: 'x1' }] });
    expect(answer.warnings?.[0]?.message).toContain(`${limits.collectionsPerQuery + 1} collections`);
    expect(await wide.must('POST', '/resolve', { query: 'x1', collections: ['c00'] })).toMatchObject({
      confidence: 'high',
    });
  });
});
