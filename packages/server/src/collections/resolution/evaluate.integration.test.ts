import { describe, expect, it, vi } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'la', 'me', 'ni', 'po', 'ru'];
/** A word that no other number has. */
const word = (at: number) =>
  `${syllables[at % 10]}${syllables[Math.floor(at / 10) % 10]}${syllables[(at * 7 + 3) % 10]}nter`;
const nameOf = (at: number) => `${word(3 * at)} ${word(3 * at + 1)} ${word(3 * at + 2)}`;
const weakOf = (at: number) => `${word(3 * at)} ${word(3 * at + 1)}`;

let next = 1;
/** Creates a collection of 33 records with distinct names. */
async function collection() {
  const name = `measured${next++}`;
  const at = `/collections/${name}`;
  await workspace.must('POST', '/collections', { name });
  const records = Array.from({ length: 33 }, (_, at) => ({ id: `r${at}`, name: nameOf(at) }));
  await workspace.must('POST', `${at}/import`, { records });
  return {
    at,
    evaluate: (cases: object[], keep = false) => workspace.must('POST', `${at}/evaluate`, { cases, keep }),
    describe: () => workspace.must('GET', `${at}/describe`),
    query: (query: string) => workspace.must('POST', `${at}/query`, { query }),
  };
}

const titles = Array.from({ length: 33 }, (_, at) => ({ query: nameOf(at), external_id: `r${at}` }));
const wrongs = Array.from({ length: 10 }, (_, at) => ({ query: weakOf(at), external_id: `r${at + 1}` }));

describe('collections.evaluate', () => {
  it('counts right and wrong answers by verdict, lists wrong ones, and writes nothing', async () => {
    const { at, evaluate, describe: described } = await collection();
    const cases = [
      titles[0] as object,
      { query: 'r1', external_id: 'r1' },
      { query: weakOf(2), external_id: 'r3' },
      { query: 'periscope', external_id: null },
      { record: { name: nameOf(4) }, external_id: 'r4' },
    ];
    const answer = await evaluate(cases);
    expect(answer).toMatchObject({
      high: { given: 4, right: 3, wrong: 1, upper_bound: expect.closeTo(0.7514, 4) },
      low: { given: 0, first_right: 0, listed: 0 },
      none: { given: 1, right: 1 },
      wrong: [{ index: 2, expected: 'r3', got: 'r2', reasons: [expect.any(String)] }],
    });
    expect((await described()).measured).toBeNull();
    expect((await workspace.must('GET', `${at}/queries`)).queries).toEqual([]);
  });

  it('names the case that is invalid', async () => {
    const { at } = await collection();
    const body = { cases: [titles[0], { query: 'x', external_id: null, filters: { name: { like: 'x' } } }] };
    expect(await service.call('POST', `${at}/evaluate`, { ...workspace.admin, body })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', details: [{ path: 'cases.1' }] } },
    });
  });
});

describe('high_errors_max', () => {
  it('uses the strictness that the labels allow, and the usual rules with too few or without it', async () => {
    const { at, evaluate, describe: described, query } = await collection();
    const set = (value: number | null) => workspace.must('PATCH', at, { high_errors_max: value });
    await evaluate([...titles, ...wrongs], true);
    expect((await described()).measured).toMatchObject({ labels: 43, wrong: 10, strictness: 0 });
    expect((await query(weakOf(20))).confidence).toBe('high');
    const { measured } = await set(0.1);
    expect(measured).toMatchObject({ labels: 43, wrong: 0, upper_bound: expect.closeTo(0.0868, 3) });
    expect(measured.strictness).toBeGreaterThan(0);
    expect(await query(weakOf(20))).toMatchObject({
      confidence: 'low',
      reasons: [expect.stringContaining('high_errors_max'), expect.any(String)],
    });
    expect((await query(nameOf(20))).confidence).toBe('high');
    // The labels are of the usual rules, so a stricter verdict does not change them.
    expect((await evaluate(wrongs, true)).high.given).toBe(0);
    expect((await described()).measured).toEqual(measured);
    expect((await set(0.01)).measured).toBeNull();
    expect((await query(weakOf(20))).confidence).toBe('high');
  });
});

describe('collections.label_query', () => {
  it('labels logged queries, as corrections do', async () => {
    const { at, describe: described, query } = await collection();
    await query(nameOf(1));
    await query(weakOf(2));
    const logged = await vi.waitFor(async () => {
      const { queries } = await workspace.must('GET', `${at}/queries`);
      expect(queries).toHaveLength(2);
      return queries;
    }, 30_000);
    const title = logged.find((each: { query: string }) => each.query === nameOf(1));
    expect(title.right).toBeNull();
    expect(await workspace.must('POST', `${at}/queries/${title.id}`, { right: true })).toMatchObject({ right: true });
    expect((await described()).measured).toMatchObject({ labels: 1, wrong: 0 });
    await workspace.must('POST', `${at}/corrections`, { query: weakOf(2), external_id: 'r9' });
    expect((await described()).measured).toMatchObject({ labels: 2, wrong: 1 });
    const { queries } = await workspace.must('GET', `${at}/queries`);
    expect(queries.find(({ id }: { id: string }) => id === title.id).right).toBe(true);
    const unknown = `${at}/queries/00000000-0000-4000-8000-000000000000`;
    expect(await service.call('POST', unknown, { ...workspace.admin, body: { right: true } })).toMatchObject({
      status: 404,
      body: { error: { code: 'query_not_found' } },
    });
  });
});
