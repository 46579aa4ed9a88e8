import type { QueryAnswer } from '@tessera/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { startSuiteService } from '../../testing/service.js';

const service = await startSuiteService();
const workspace = await service.createWorkspace();

describe('collections.query > reasons', () => {
  beforeAll(async () => {
    const { token } = workspace;
    await service.call('POST', '/collections', { token, body: { name: 'lamps' } });
    const roles = { field_types: { price: 'number' }, id_match_fields: ['sku', 'phone'] };
    await service.call('PATCH', '/collections/lamps', { token, body: roles });
    const records = [
      { id: 1, name: 'Brass floor lamp', sku: 'BFL-100', phone: '+32 485 56 23 88', price: 40, stock: 9 },
      { id: 2, name: 'Brass desk lamp', sku: 'BDL-200', price: 30, stock: 11 },
      { id: 3, name: 'Paper lantern', sku: 'PL-300', price: 10, stock: 2 },
    ];
    await service.call('POST', '/collections/lamps/import', { token, body: { records } });
  });

  async function ask(body: object): Promise<QueryAnswer> {
    const { status, body: answer } = await service.call('POST', '/collections/lamps/query', {
      token: workspace.token,
      body,
    });
    expect(status).toBe(200);
    return answer as QueryAnswer;
  }

  test.each([
    ['bfl100', '1'],
    ['500 x BDL-200', '2'],
    ['SKU: pl-300', '3'],
    ['0032485562388', '1'],
    ['0485 56 23 88', '1'],
  ])('finds a declared identifier in another spelling with high: "%s"', async (query, expected) => {
    const { results, confidence, match_type } = await ask({ query });
    expect([results[0]?.external_id, confidence, match_type]).toEqual([expected, 'high', 'semantic']);
  });

  test('explains the verdict in words, and suggests a question if several records are possible', async () => {
    expect(await ask({ query: 'brass lamp' })).toMatchObject({
      confidence: 'low',
      reasons: [expect.stringMatching(/^Other records match the words as well as the first: "[12]"\.$/)],
      disambiguate_by: { field: 'name', values: [{ external_ids: ['1'] }, { external_ids: ['2'] }] },
    });
    expect(await ask({ filters: { price: { lte: 30 } } })).toMatchObject({
      confidence: 'low',
      reasons: ['There is no query; each result passes the filter.'],
      disambiguate_by: { field: 'name' },
    });
    for (const query of ['1', 'brass desk lamp']) {
      const answer = await ask({ query });
      expect(answer).toMatchObject({ confidence: 'high', reasons: [expect.any(String)] });
      expect(answer).not.toHaveProperty('disambiguate_by');
    }
  });

  test('suggests no question about hidden fields', async () => {
    const { token } = workspace;
    await service.call('PATCH', '/collections/lamps', { token, body: { exposed_fields: ['price'] } });
    expect((await ask({ query: 'brass lamp' })).disambiguate_by).toEqual({
      field: 'price',
      values: expect.arrayContaining([{ value: '40', external_ids: ['1'] }]),
    });
    await service.call('PATCH', '/collections/lamps', { token, body: { exposed_fields: null } });
  });

  test('names the unknown words, until a synonym makes them known', async () => {
    const { token } = workspace;
    const unknown = async (query: string) => (await ask({ query, explain: true })).explanation?.unknown_words;
    expect(await unknown('Copper lamp')).toEqual(['copper']);
    expect(await unknown('BFL-100')).toEqual([]);
    await service.call('PATCH', '/collections/lamps', { token, body: { synonyms: [['copper', 'brass']] } });
    expect(await unknown('Copper lamp')).toEqual([]);
    await service.call('PATCH', '/collections/lamps', { token, body: { synonyms: null } });
  });

  test('names the additional word of the first title, if the caller may see the title', async () => {
    const { token } = workspace;
    await service.call('POST', '/collections', { token, body: { name: 'programs' } });
    const records = [
      { id: 'a', name: 'Corvex Studio 3 Academic Mac', price: 40 },
      { id: 'b', name: 'Corvex Studio 3', price: 60 },
      ...Array.from({ length: 8 }, (_, n) => ({ id: `${n}`, name: `Paper lantern ${'ABCDEFGH'[n]}`, price: n })),
    ];
    await service.call('POST', '/collections/programs/import', { token, body: { records } });
    const askPrograms = async () =>
      (await service.call('POST', '/collections/programs/query', { token, body: { query: 'corvex studio 3 mac' } }))
        .body;
    expect(await askPrograms()).toMatchObject({
      confidence: 'low',
      reasons: ['The query lacks `academic` of the first record\'s title, and so does "b".'],
      disambiguate_by: { field: 'name', values: [{ external_ids: ['a'] }, { external_ids: ['b'] }] },
    });
    await service.call('PATCH', '/collections/programs', { token, body: { exposed_fields: ['price'] } });
    expect(await askPrograms()).toMatchObject({
      reasons: ['The query lacks a word of the first record\'s title, and so does "b".'],
      disambiguate_by: { field: 'price' },
    });
  });

  test('returns the figures behind the verdict to callers who manage the collection', async () => {
    expect((await ask({ query: 'BFL-101', explain: true })).explanation?.reasons).toEqual([
      'No record has the identifier that the query names.',
    ]);
    expect((await ask({ query: 'lamp of brass', explain: true })).explanation?.features.length).toBeGreaterThan(0);
    expect((await ask({ query: '1', explain: true })).explanation?.reasons).toHaveLength(1);
    expect(await ask({ query: '1' })).not.toHaveProperty('explanation');
    const made = await service.call('POST', `/operator/workspaces/${workspace.id}/tokens`, {
      token: service.operatorToken,
      body: { name: 'reader', role: 'member', access: 'read_only' },
    });
    const refused = await service.call('POST', '/collections/lamps/query', {
      token: made.body.secret,
      body: { query: 'lamp', explain: true },
    });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'forbidden', required: 'manage' } } });
    expect(refused.body.error.message).toBe(
      '`explain` takes `manage` on this collection, and you have `read`: query without it.',
    );
  });
});
