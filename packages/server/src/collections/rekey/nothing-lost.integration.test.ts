import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.js';
import { startTestService, type TestAnswer, type TestService, type TestWorkspace } from '../../testing/service.js';

let service: TestService;
let workspace: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  workspace = await service.createWorkspace();
});
afterAll(() => service.close());

function call(method: string, path: string, body?: unknown): Promise<TestAnswer> {
  const sent = body === undefined ? {} : { body };
  return service.call(method, `/collections${path}`, { token: workspace.token, ...sent });
}

async function must(method: string, path: string, body?: unknown): Promise<TestAnswer['body']> {
  const answer = await call(method, path, body);
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
}

/** Every live record by id: what is in it besides the two control fields, `label` telling which one it is. */
async function held(name: string): Promise<Map<string, string>> {
  const { records } = await must('GET', `/${name}/records?limit=500`);
  return new Map(
    records.map((row: { external_id: string; attributes: { label: string } }) => [
      row.external_id,
      row.attributes.label,
    ]),
  );
}

/** Checks that each record is found whole under its id, by GET, by exact query and by its identifier. */
async function expectFound(name: string, records: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, label] of records) {
    const found = { external_id: id, attributes: { label, more: { of: label } } };
    expect(await must('GET', `/${name}/records/${id}`)).toMatchObject(found);
    for (const query of [id, label]) {
      expect(await must('POST', `/${name}/query`, { query })).toMatchObject({
        match_type: 'exact_id',
        confidence: 'high',
        results: [found],
      });
    }
  }
}

async function lastChange(
  name: string,
): Promise<{ id_field: string; renamed: number; kept: number; kept_ids: string[] }> {
  const { body } = await service.call('GET', '/audit?action=collection.ids_changed', { token: workspace.token });
  return body.events.find((event: { target: string }) => event.target === name).detail;
}

async function fill(name: string, records: readonly object[]): Promise<void> {
  await must('POST', '', { name });
  await must('PATCH', `/${name}`, { id_match_fields: ['label'] });
  for (let start = 0; start < records.length; start += 500) {
    expect(await must('POST', `/${name}/import`, { records: records.slice(start, start + 500) })).toMatchObject({
      failed: 0,
    });
  }
}

function record(id: number | string, other: unknown, day = 1): Record<string, unknown> {
  const label = `L${id}`;
  const write_date = `2026-01-${String(day).padStart(2, '0')}`;
  return {
    id,
    label,
    note: `${label} noted`,
    more: { of: label },
    write_date,
    ...(other === undefined ? {} : { other }),
  };
}

describe('a change of the id field', () => {
  it('gives the later of two records the id that both ask for, and leaves the earlier one whole under its own', async () => {
    await fill('shared', [
      record(1, 'A', 1),
      record(2, 'A', 2),
      record(3, 'B'),
      record(4, undefined),
      record(5, false),
    ]);
    await must('PATCH', '/shared', { id_field: 'other' });
    const changed = new Map(Object.entries({ 1: 'L1', A: 'L2', B: 'L3', 4: 'L4', 5: 'L5' }));
    expect(await held('shared')).toEqual(changed);
    await expectFound('shared', changed);
    expect((await call('GET', '/shared/records/2')).status).toBe(404);
    expect(await lastChange('shared')).toEqual({ id_field: 'other', records: 5, renamed: 2, kept: 1, kept_ids: ['1'] });
    await must('PATCH', '/shared', { id_field: null });
    const before = new Map([1, 2, 3, 4, 5].map((id) => [String(id), `L${id}`]));
    expect(await held('shared')).toEqual(before);
    await expectFound('shared', before);
    expect(await lastChange('shared')).toEqual({ id_field: 'id', records: 5, renamed: 2, kept: 0, kept_ids: [] });
  });

  it('says so when it renamed nothing, and nothing where there is nothing to rename', async () => {
    await must('POST', '', { name: 'bare' });
    await must('PATCH', '/bare', { id_field: 'other' });
    await expect(lastChange('bare')).rejects.toThrow('undefined');
    await fill('mistaken', [record(1, 'A'), record(2, 'B')]);
    await must('PATCH', '/mistaken', { id_field: 'otter' });
    expect(await lastChange('mistaken')).toMatchObject({ records: 2, renamed: 0, kept: 0 });
    expect(await held('mistaken')).toEqual(new Map(Object.entries({ 1: 'L1', 2: 'L2' })));
  });

  it('leaves a record under its own id until its source overwrites it, deletes it or no longer names it', async () => {
    await fill('kept', [record(1, 'A', 1), record(2, 'A', 2), record(3, 'A', 3), record(4, 'A', 4)]);
    await must('PATCH', '/kept', { id_field: 'other' });
    expect(await held('kept')).toEqual(new Map(Object.entries({ 1: 'L1', 2: 'L2', 3: 'L3', A: 'L4' })));
    const written = await must('POST', '/kept/records', { records: [record(9, 2, 9)] });
    expect(written.results).toMatchObject([{ external_id: '2', status: 'updated' }]);
    await must('DELETE', '/kept/records/3');
    expect(await must('POST', '/kept/reconcile', { live_ids: ['A', '2'] })).toMatchObject({ tombstoned: 1, live: 2 });
    expect(await held('kept')).toEqual(new Map(Object.entries({ 2: 'L9', A: 'L4' })));
  });

  it('keeps apart two records of which one asks for the id that the other has to keep', async () => {
    await fill('chain', [
      record(1, 2, 9),
      record(2, 3, 5),
      record(3, 3, 1),
      record(4, 5, 2),
      record(5, 4, 1),
      record(6, 7),
      record(7, undefined),
    ]);
    await must('PATCH', '/chain', { id_field: 'other' });
    const expected = new Map(Object.entries({ 1: 'L1', 2: 'L2', 3: 'L3', 4: 'L5', 5: 'L4', 6: 'L6', 7: 'L7' }));
    expect(await held('chain')).toEqual(expected);
    await expectFound('chain', expected);
    expect(await lastChange('chain')).toMatchObject({ renamed: 2, kept: 3, kept_ids: ['1', '2', '6'] });
  });

  it('lets no tombstone keep a live record from its id, and forgets none', async () => {
    await fill('deleted', [record(1, 5, 1), record(5, undefined, 8), record(6, 5, 9), record(7, 8, 9)]);
    for (const id of [5, 6, 7]) {
      await must('DELETE', `/deleted/records/${id}`);
    }
    await must('PATCH', '/deleted', { id_field: 'other' });
    expect(await held('deleted')).toEqual(new Map([['5', 'L1']]));
    const stale = await must('POST', '/deleted/records', { records: [record(7, 8, 8)] });
    expect(stale.results).toMatchObject([{ external_id: '8', status: 'stale' }]);
    await must('PATCH', '/deleted', { id_field: null });
    expect(await held('deleted')).toEqual(new Map([['1', 'L1']]));
    for (const id of [5, 6, 7]) {
      expect((await call('GET', `/deleted/records/${id}`)).status).toBe(404);
      expect(await must('DELETE', `/deleted/records/${id}`)).toMatchObject({ status: 'tombstoned' });
    }
    const again = await must('POST', '/deleted/records', { records: [record(5, 1, 7), record(6, 1, 9)] });
    expect(again.results).toMatchObject([{ status: 'stale' }, { status: 'revived' }]);
  });

  it('loses no content, and back to the first field restores every id, whatever the fields hold', async () => {
    const ids = fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8');
    const other = fc.option(fc.oneof(ids, fc.constantFrom(3, 4, '5.0', ' 6 ', 2.5, true, false, null, '')), {
      nil: undefined,
    });
    const records = fc.uniqueArray(
      fc.record({ id: ids, other, next: other, day: fc.integer({ min: 1, max: 3 }), deleted: fc.boolean() }),
      { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
    );
    const fields = fc.array(fc.constantFrom('other', 'next', 'absent', 'note'), { minLength: 1, maxLength: 3 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(records, fields, async (sent, changes) => {
        run += 1;
        const name = `few-${run}`;
        await fill(
          name,
          sent.map(({ id, other: field, next, day }) => ({
            ...record(id, field, day),
            ...(next === undefined ? {} : { next }),
          })),
        );
        for (const { id } of sent.filter(({ deleted }) => deleted)) {
          await must('DELETE', `/${name}/records/${id}`);
        }
        const before = await held(name);
        for (const id_field of changes) {
          await must('PATCH', `/${name}`, { id_field });
          const now = await held(name);
          expect([...now.values()].sort()).toEqual([...before.values()].sort());
          await expectFound(name, now);
        }
        await must('PATCH', `/${name}`, { id_field: null });
        expect(await held(name)).toEqual(before);
        await expectFound(name, before);
      }),
      { numRuns: 15 },
    );
  });
});

/** More than a request renames before it answers. */
const many = 5_200;

describe('a change of the id field that is interrupted', () => {
  const isSettled = () =>
    service.services.database.asSystem(async (transaction) => {
      const rows = await transaction.query('select from collections where name = $1 and rekey_from is null', ['many']);
      return rows.length === 1;
    });

  /** Lets whatever runs in the background of a new process finish what the old one has left. */
  const finishInAnotherProcess = async () => {
    const successor = buildApp(service.services);
    await expect.poll(() => isSettled(), { timeout: 50_000, interval: 50 }).toBe(true);
    await successor.close();
  };

  /** Checks that no id is shown for two records, and that each leads to the very record it is shown for. */
  const expectShownAsFound = async (name: string, has: (n: number) => number) => {
    type Shown = { external_id: string; attributes: { label: string } };
    const shown = new Map<string, string>();
    const note = (records: readonly Shown[]) => {
      for (const { external_id, attributes } of records) {
        expect(external_id).toBe(String(has(Number(attributes.label.slice(1)))));
        expect(shown.get(external_id) ?? attributes.label).toBe(attributes.label);
        shown.set(external_id, attributes.label);
      }
    };
    for (let cursor = ''; cursor !== 'end'; ) {
      const page = await must('GET', `/${name}/records?limit=500${cursor}`);
      note(page.records);
      cursor = page.next_cursor === null ? 'end' : `&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
    expect(shown.size).toBe(many);
    for (const n of [10, 12, 999, 4_990, 5_190]) {
      const { match_type, results } = await must('POST', `/${name}/query`, { query: `what L${n} noted`, top_k: 10 });
      expect(match_type).toBe('semantic');
      note(results);
      for (const { external_id, attributes } of results.slice(0, 2)) {
        expect(await must('GET', `/${name}/records/${external_id}`)).toMatchObject({ external_id, attributes });
      }
    }
    note((await must('POST', `/${name}/query`, { filters: { other: asked(5_190) } })).results);
  };

  // Every tenth asks for the id of the next one, which asks for it, too; the rest swap with their neighbours.
  const asked = (n: number) => (n % 10 === 0 ? n + 1 : n % 10 === 1 ? n : n % 2 === 0 ? n + 1 : n - 1);

  it('answers everything by id meanwhile, takes writes, and ends as if it had not been', async () => {
    // As in a process that is killed right after its answers: its background work never runs.
    await service.app.close();
    await fill(
      'many',
      Array.from({ length: many }, (_, at) => record(at + 1, asked(at + 1), 1 + (at % 28))),
    );
    const has = (n: number) => (n % 10 === 0 && n < many ? n : asked(n));
    const sample = [10, 11, 12, 13, 998, 999, 1_000, 1_001, 4_990, 4_991, 4_992, 5_190, 5_191, 5_199];
    const expected = new Map(sample.map((n) => [String(has(n)), `L${n}`]));
    await must('PATCH', '/many', { id_field: 'other' });
    expect(await isSettled()).toBe(false);
    await expectFound('many', expected);
    await expectShownAsFound('many', has);
    const sent = { ...record(10, asked(10), 28), label: 'changed' };
    const written = await must('POST', '/many/records', { records: [sent] });
    expect(written.results).toMatchObject([{ external_id: '11', status: 'updated' }]);
    await must('PATCH', '/many', { id_field: null });
    expect(await isSettled()).toBe(false);
    await must('PATCH', '/many', { id_field: 'other' });
    await finishInAnotherProcess();
    const after = new Map([...expected].filter(([id]) => id !== '11' && id !== '10'));
    await expectFound('many', after);
    expect((await must('GET', '/many/records?limit=1')).count).toBe(many);
    // The last one asks for an id beyond the end, which nobody has.
    expect((await lastChange('many')).kept).toBe(many / 10 - 1);
  });
});
