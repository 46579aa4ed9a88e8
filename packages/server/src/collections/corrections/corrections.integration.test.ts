import { limits, type QueryAnswer } from '@tessera/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';
import { createDesks } from '../testing/desks.js';

const desks = [
  { id: 'd1', name: 'Standing desk oak', sku: 'DK-100', room: 'office', code: 'a-1' },
  { id: 'd2', name: 'Standing desk walnut', sku: 'DK-200', room: 'office', code: 'a-2' },
  { id: 'd3', name: 'Kitchen table beech', sku: 'TB-300', room: 'kitchen', code: 'a-3' },
  { id: 'd4', name: 'Kitchen stool beech', sku: 'TB-300', room: 'kitchen', code: 'a-4' },
];

let office: Caller;
let name: string;

const service = await startSuiteService();
// A second process on the same database.
const other = await startSuiteService({}, { testDatabase: { ...service.testDatabase, close: async () => undefined } });
const workspace = await callersWorkspace(service);
beforeEach(async () => {
  ({ name, office } = await createDesks(workspace, desks));
});

const at = () => `/collections/${name}`;
const correct = (query: string, external_id: string | null, caller: Caller = workspace.admin) =>
  workspace.must('POST', `${at()}/corrections`, { query, external_id }, caller);
const list = (caller: Caller = workspace.admin) => workspace.must('GET', `${at()}/corrections`, undefined, caller);
const ask = (query: string, caller: Caller = workspace.admin, more: object = {}): Promise<QueryAnswer> =>
  workspace.must('POST', `${at()}/query`, { query, ...more }, caller);
const verdictOf = ({ confidence, results }: QueryAnswer) => [confidence, results[0]?.external_id];

describe('collections.correct_resolution', () => {
  it('returns the chosen record first, with verdict high and the reason, for the next query with the same words', async () => {
    expect((await ask('the one at the window')).confidence).not.toBe('high');
    const { id, ...made } = await correct('the one at the window', 'd3');
    expect(made).toMatchObject({ query: 'the one at the window', external_id: 'd3', workspace: { id: workspace.id } });
    const answer = await ask('the one at the window', workspace.admin, { top_k: 2, explain: true });
    expect(verdictOf(answer)).toEqual(['high', 'd3']);
    expect(answer.results).toHaveLength(2);
    expect(answer.reasons).toEqual(['A person chose this record for these words.']);
    expect(answer.explanation?.reasons).toEqual(answer.reasons);
    expect(answer).not.toHaveProperty('disambiguate_by');
    expect((await list()).corrections).toMatchObject([{ id, external_id: 'd3', by: made.by, at: made.at }]);
  });

  it('applies to the next query of every process', async () => {
    const elsewhere = async () =>
      (await other.call('POST', `${at()}/query`, { ...workspace.admin, body: { query: 'window desk' } })).body;
    expect(verdictOf(await elsewhere())).not.toEqual(['high', 'd2']);
    const { id } = await correct('window desk', 'd2');
    expect(verdictOf(await elsewhere())).toEqual(['high', 'd2']);
    await workspace.must('DELETE', `${at()}/corrections/${id}`);
    expect(verdictOf(await elsewhere())).not.toEqual(['high', 'd2']);
  });

  it('ignores case, spaces, punctuation and word order', async () => {
    await correct('Desk, by the WINDOW', 'd2');
    for (const query of ['desk by the window', ' window... the by; desk!', 'The window\tdesk - by']) {
      expect(verdictOf(await ask(query))).toEqual(['high', 'd2']);
    }
    expect(verdictOf(await ask('desk by a window'))).not.toEqual(['high', 'd2']);
  });

  it('with no record gives the verdict none', async () => {
    expect(verdictOf(await ask('standing desk walnut'))).toEqual(['high', 'd2']);
    await correct('walnut standing desk', null);
    const answer = await ask('standing desk walnut');
    expect(verdictOf(answer)).toEqual(['none', 'd2']);
    expect(answer.reasons).toEqual(['A person chose none of the records for these words.']);
    await correct('submarine', null);
    expect((await ask('submarine')).confidence).toBe('none');
  });

  it('takes precedence over an id or identifier of the same text', async () => {
    await correct('d1', 'd2');
    expect(verdictOf(await ask('d1'))).toEqual(['high', 'd2']);
    expect((await ask('d1')).results[1]?.external_id).toBe('d1');
    expect(await ask('TB-300')).toMatchObject({ confidence: 'low', match_type: 'exact_id' });
    await correct(' tb-300 ', 'd4');
    expect(verdictOf(await ask('TB-300'))).toEqual(['high', 'd4']);
    await correct('dk-100', null);
    expect(verdictOf(await ask('DK-100'))).toEqual(['none', 'd1']);
  });

  it('for another text with the words of an id or identifier leaves the exact match first', async () => {
    for (const wrong of ['d3', null]) {
      await correct('100 DK', wrong);
      await correct('100 - dk', wrong);
      for (const query of ['DK-100', 'dk-100', 'DK 100', 'sku DK-100']) {
        expect([query, ...verdictOf(await ask(query))]).toEqual([query, 'high', 'd1']);
        const { results } = await workspace.must('POST', `${at()}/resolve`, { queries: [{ query }] });
        expect(results).toMatchObject([{ confidence: 'high', external_id: 'd1' }]);
      }
    }
    expect(verdictOf(await ask('100 dk'))).toEqual(['none', 'd1']);
    await correct('dk-100', 'd2');
    expect(verdictOf(await ask(' DK-100 '))).toEqual(['high', 'd2']);
  });

  it('applies to a filtered query if its record matches the filter', async () => {
    await correct('window', 'd2');
    expect(verdictOf(await ask('window', workspace.admin, { filters: { room: 'office' } }))).toEqual(['high', 'd2']);
    const elsewhere = await ask('window', workspace.admin, { filters: { room: 'kitchen' } });
    expect(elsewhere.results.map(({ external_id }) => external_id)).not.toContain('d2');
    expect(elsewhere.confidence).not.toBe('high');
  });

  it('replaces an earlier correction, which applies again when the new one is deleted', async () => {
    await correct('window', 'd1');
    const { id } = await correct('window', 'd2');
    expect(verdictOf(await ask('window'))).toEqual(['high', 'd2']);
    await correct('Window!', 'd1');
    expect((await list()).count).toBe(2);
    expect(verdictOf(await ask('window'))).toEqual(['high', 'd1']);
    const [latest] = (await list()).corrections;
    await workspace.must('DELETE', `${at()}/corrections/${latest.id}`);
    expect(verdictOf(await ask('window'))).toEqual(['high', 'd2']);
    await workspace.must('DELETE', `${at()}/corrections/${id}`);
    expect(await list()).toEqual({ corrections: [], count: 0, next_cursor: null });
  });

  it('applies to each query of a batch in the same way as to a single query', async () => {
    const queries = ['window', 'd1', 'TB-300', 'standing desk walnut', 'beech'].map((query) => ({ query }));
    await correct('window', 'd3');
    await correct('d1', 'd2');
    await correct('TB-300', 'd4');
    await correct('standing desk walnut', null);
    const { results } = await workspace.must('POST', `${at()}/resolve`, { queries });
    for (const [position, { query }] of queries.entries()) {
      const alone = await ask(query, workspace.admin, { top_k: 4 });
      expect({ query, ...results[position] }).toMatchObject({
        query,
        confidence: alone.confidence,
        match_type: alone.match_type,
        external_id: alone.confidence === 'high' ? alone.results[0]?.external_id : null,
        result: alone.confidence === 'none' ? null : alone.results[0],
        alternatives: alone.confidence === 'low' ? alone.results.slice(1) : [],
      });
    }
  });
});

describe('collections.correct_resolution > of a record', () => {
  const resolve = async (record: object, caller: Caller = workspace.admin) =>
    (await workspace.must('POST', `${at()}/resolve`, { queries: [{ record }] }, caller)).results[0];
  const correctRecord = (record: object, external_id: string | null, caller: Caller = workspace.admin) =>
    workspace.must('POST', `${at()}/corrections`, { record, external_id }, caller);
  const mention = { name: 'Desk for standing', sku: 'X-9', room: 'office' };

  it('applies to entries with the same identifiers and title, whatever their other fields', async () => {
    expect((await resolve(mention)).external_id).toBeNull();
    const made = await correctRecord(mention, 'd2');
    expect(made).toMatchObject({
      ...{ query: 'Desk for standing, X-9', record: { name: 'Desk for standing', sku: 'X-9' }, external_id: 'd2' },
    });
    for (const same of [mention, { room: 'kitchen', sku: 'x 9', name: 'standing: desk, FOR' }]) {
      expect(await resolve(same)).toMatchObject({
        ...{ confidence: 'high', external_id: 'd2', result: { external_id: 'd2' }, alternatives: [] },
        reasons: ['A person chose this record for these words.'],
        fields: Object.keys(same).map((field) => expect.objectContaining({ field })),
      });
    }
    for (const other of [{ name: 'Desk for standing' }, { ...mention, sku: 'X-8' }, { ...mention, name: 'Desk' }]) {
      expect((await resolve(other)).external_id).toBeNull();
    }
    expect(verdictOf(await ask('Desk for standing, X-9'))).not.toEqual(['high', 'd2']);
    expect((await list()).corrections).toMatchObject([{ id: made.id, record: made.record }]);
    await workspace.must('DELETE', `${at()}/corrections/${made.id}`);
    expect((await resolve(mention)).external_id).toBeNull();
  });

  it('takes precedence over an identifier, and with none gives the verdict none', async () => {
    const known = { sku: 'DK-100' };
    expect((await resolve(known)).external_id).toBe('d1');
    await correctRecord(known, 'd2');
    expect(await resolve(known)).toMatchObject({ confidence: 'high', external_id: 'd2' });
    await correctRecord(known, null);
    expect(await resolve(known)).toMatchObject({ confidence: 'none', external_id: null, result: null, fields: [] });
  });

  it('applies only for callers who see the record', async () => {
    await correctRecord(mention, 'd3');
    expect((await resolve(mention)).external_id).toBe('d3');
    expect((await resolve(mention, office)).external_id).toBeNull();
  });

  it.each([
    ['beside a query', { query: 'desk', record: mention }, 'record'],
    ['without a field', { record: {} }, 'record'],
    ['without title and identifier', { record: { room: 'office' } }, 'record'],
    [
      'with a title too long to be kept',
      { record: { name: 'x'.repeat(300), sku: Array(20).fill('y'.repeat(300)) } },
      'record',
    ],
    ['nor a query', {}, 'query'],
  ])('rejects a record %s', async (_title, body, path) => {
    const sent = { ...body, external_id: 'd1' };
    const answer = await service.call('POST', `${at()}/corrections`, { ...workspace.admin, body: sent });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request', details: [{ path }] } } });
  });
});

describe('collections.correct_resolution > visibility', () => {
  it('applies only for callers who see the record', async () => {
    await correct('the best one', 'd3');
    expect(verdictOf(await ask('the best one'))).toEqual(['high', 'd3']);
    const { confidence, results } = await ask('the best one', office);
    expect(confidence).not.toBe('high');
    expect(results.map(({ external_id }) => external_id)).not.toContain('d3');
    const { id } = await correct('the best one', 'd1', office);
    await correct('the best one', 'd4');
    expect(verdictOf(await ask('the best one', office))).toEqual(['high', 'd1']);
    expect(verdictOf(await ask('the best one'))).toEqual(['high', 'd4']);
    expect(await list(office)).toMatchObject({ corrections: [{ id }], count: 1 });
    expect((await list()).count).toBe(3);
  });

  it('can be created and deleted only by callers who see the record', async () => {
    const { id } = await correct('the best one', 'd3');
    const body = { query: 'beech', external_id: 'd3' };
    const refused = await service.call('POST', `${at()}/corrections`, { ...office, body });
    expect(refused).toMatchObject({ status: 404, body: { error: { code: 'record_not_found' } } });
    for (const unknown of [id, 'x', '6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a16']) {
      const answer = await service.call('DELETE', `${at()}/corrections/${unknown}`, office);
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'correction_not_found' } } });
    }
    expect((await list()).count).toBe(1);
  });

  it('with no record applies only to callers who see no more records than its author', async () => {
    await correct('kitchen table beech', null, office);
    expect(verdictOf(await ask('kitchen table beech'))).toEqual(['high', 'd3']);
    await correct('standing desk walnut', null);
    expect((await ask('standing desk walnut', office)).confidence).toBe('none');
    expect((await list(office)).corrections).toMatchObject([{ query: 'kitchen table beech' }]);
    expect((await list()).count).toBe(2);
  });
});

describe('collections.correct_resolution > changed records', () => {
  it('is deleted with its record', async () => {
    const { id } = await correct('window', 'd2');
    await workspace.must('DELETE', `${at()}/records/d2`);
    expect((await ask('window')).results.map(({ external_id }) => external_id)).not.toContain('d2');
    expect((await ask('window')).confidence).not.toBe('high');
    expect((await list()).count).toBe(0);
    expect((await service.call('DELETE', `${at()}/corrections/${id}`, workspace.admin)).status).toBe(404);
  });

  it('keeps its record when ids change, even if another record gets the earlier id', async () => {
    const swapped = [
      { id: 's1', other: 's2', name: 'Round mirror' },
      { id: 's2', other: 's1', name: 'Tall mirror' },
    ];
    await workspace.must('POST', `${at()}/import`, { records: swapped });
    const records = desks.map((desk) => ({ ...desk, other: desk.code }));
    await workspace.must('POST', `${at()}/import`, { records });
    await correct('the mirror of the hall', 's1');
    await correct('oak', 'd1');
    await workspace.must('PATCH', at(), { id_field: 'other' });
    expect(verdictOf(await ask('the mirror of the hall'))).toEqual(['high', 's2']);
    const { results } = await ask('the mirror of the hall');
    expect(results[0]?.attributes).toMatchObject({ name: 'Round mirror' });
    expect(verdictOf(await ask('oak'))).toEqual(['high', 'a-1']);
  });

  it('is deleted with its collection', async () => {
    await correct('window', 'd2');
    await workspace.must('DELETE', at());
    await workspace.must('POST', '/collections', { name });
    await workspace.must('POST', `${at()}/import`, { records: desks });
    expect((await list()).count).toBe(0);
    expect(verdictOf(await ask('window'))).not.toEqual(['high', 'd2']);
  });
});

describe('collections.correct_resolution > storage limit', () => {
  const fill = (id: string) =>
    service.services.database.inWorkspace(workspace.id, (transaction) =>
      transaction.query(
        `insert into corrections (workspace_id, collection_id, id, words_hash, query, external_id, created_by, created_at)
         select $1, c.id, gen_random_uuid(), n::text, n::text, $3, 'Ada', now()
         from collections c, generate_series(1, $4) as n where c.workspace_id = $1 and c.name = $2`,
        [transaction.workspaceId, name, id, limits.correctionsPerCollection],
      ),
    );

  it('at the limit replaces only corrections of deleted records', async () => {
    await fill('d2');
    const body = { query: 'window', external_id: 'd1' };
    const refused = await service.call('POST', `${at()}/corrections`, { ...workspace.admin, body });
    expect(refused).toMatchObject({ status: 413, body: { error: { code: 'storage_full' } } });
    expect((await list()).count).toBe(limits.correctionsPerCollection);
    await workspace.must('DELETE', `${at()}/records/d2`);
    await correct('window', 'd1');
    expect((await list()).count).toBe(1);
  });
});

describe('collections.list_corrections', () => {
  it('lists in pages, newest first, and changes are audited', async () => {
    for (const word of ['one', 'two', 'three']) {
      await correct(word, 'd1');
    }
    const first = await workspace.must('GET', `${at()}/corrections?limit=2`);
    expect(first).toMatchObject({ corrections: [{ query: 'three' }, { query: 'two' }], count: 3 });
    const rest = await workspace.must('GET', `${at()}/corrections?limit=2&cursor=${first.next_cursor}`);
    expect(rest).toMatchObject({ corrections: [{ query: 'one' }], count: 3, next_cursor: null });
    const { id } = rest.corrections[0];
    await workspace.must('DELETE', `${at()}/corrections/${id}`);
    const detail = { id, query: 'one', external_id: 'd1' };
    const { events } = await workspace.must('GET', '/audit?limit=4');
    expect(events[0]).toMatchObject({ action: 'collection.correction_deleted', target: name, detail });
    expect(events[3]).toMatchObject({ action: 'collection.resolution_corrected', target: name, detail });
  });

  it.each([
    ['without words', { query: '?!', external_id: 'd1' }, 'query'],
    ['without a query', { query: ' ', external_id: null }, 'query'],
    ['without a choice', { query: 'desk' }, 'external_id'],
  ])('rejects a correction %s', async (_title, body, path) => {
    const answer = await service.call('POST', `${at()}/corrections`, { ...workspace.admin, body });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request', details: [{ path }] } } });
  });
});
