import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../testing/database.js';
import { observedDatabase } from '../../testing/observed-database.js';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { newCollection } from '../testing/collection.js';

const statements: string[] = [];
const testDatabase = await openTestDatabase();
const database = observedDatabase(testDatabase.database, (text) => statements.push(text));
const service = await startSuiteService({}, { testDatabase: { ...testDatabase, database } });
const workspace = await callersWorkspace(service);

const nouns = ['lamp', 'desk', 'sofa', 'chair', 'shelf', 'table'];
const colours = ['green', 'oak', 'black', 'white', 'red'];
const records = Array.from({ length: 60 }, (_, at) => ({
  id: `r${at}`,
  name: `${colours[at % 5]} ${nouns[at % 6]} ${at % 3 === 0 ? 'large' : 'small'} ${at % 7}`,
  sku: `SK-${1000 + at}`,
  ean: `40${12345000 + at * 7}`,
  phone: `0170 55${100 + at}`,
}));
const texts = [
  ...nouns.flatMap((noun) => [noun, `green ${noun}`, `couch ${noun}`, `big ${noun} 3`]),
  ...['couch', 'settee', 'big black couch', 'SK-1007', '4012345035', '0170 55103', '+49 170 55104', 'r5', 'periscope'],
  ...records.slice(0, 12).map(({ name }) => name),
];

type Answer = { readonly confidence: string; readonly external_id: string | null };
interface Change {
  readonly query: string;
  readonly before: Answer;
  readonly after: Answer;
}

let next = 0;
/** Creates a collection whose log has every text. */
async function queried() {
  const name = `forecast${next++}`;
  const { at, import: send } = await newCollection(workspace, name);
  await send(records);
  const answers = async () => {
    const { results } = await workspace.must('POST', `${at}/resolve`, { queries: texts.map((query) => ({ query })) });
    return new Map<string, Answer>(
      results.map(
        ({ confidence, result }: { confidence: string; result: { external_id: string } | null }, n: number) => [
          texts[n],
          { confidence, external_id: result?.external_id ?? null },
        ],
      ),
    );
  };
  await answers();
  await vi.waitFor(async () => {
    const { queries } = await workspace.must('GET', `${at}/queries?limit=200`);
    expect(queries.length).toBeGreaterThanOrEqual(texts.length);
  }, 30_000);
  return { at, answers };
}

const phrase = fc.constantFrom('couch', 'settee', 'sofa', 'big', 'large', 'lamp', 'desk', 'green', 'periscope');
const id = fc.option(fc.integer({ min: 0, max: 59 }).map((n) => `r${n}`));
const configuration = fc.oneof(
  fc.record({ synonyms: fc.array(fc.uniqueArray(phrase, { minLength: 2, maxLength: 3 }), { maxLength: 3 }) }),
  fc.record({ id_match_fields: fc.subarray(['sku', 'ean', 'phone']) }),
  fc.record({ phone_country: fc.constantFrom('DE', 'FR', null) }),
  fc.record({ expected_every: fc.constantFrom('PT1S', 'P1D', null), overdue: fc.constantFrom('say', 'low') }),
  fc.record({
    field_types: fc.constantFrom({ sku: 'string' }, { ean: 'number' }),
    embed_fields: fc.constant(['name']),
  }),
);
const change = fc.oneof(
  { weight: 3, arbitrary: configuration.map((body) => ['PATCH', '', body] as const) },
  {
    weight: 2,
    arbitrary: fc
      .record({ query: fc.constantFrom(...texts), external_id: id })
      .map((body) => ['POST', '/corrections', body] as const),
  },
  { weight: 1, arbitrary: fc.constant(['DELETE', '/corrections/', {}] as const) },
);

describe('dry_run of a configuration or correction', () => {
  it('forecasts exactly what the change does to logged queries, and stores nothing', async () => {
    const { at, answers } = await queried();
    let before = await answers();
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(change, async ([method, path, body]) => {
        const first = (await workspace.must('GET', `${at}/corrections`)).corrections[0];
        if (method === 'DELETE' && first === undefined) {
          return;
        }
        const target = method === 'DELETE' ? `${at}${path}${first.id}` : `${at}${path}`;
        const dry =
          method === 'DELETE'
            ? await workspace.must(method, `${target}?dry_run=true`)
            : await workspace.must(method, target, { ...body, dry_run: true });
        expect(dry).toMatchObject({ dry_run: true, replayed: new Set(texts).size });
        expect(await answers()).toEqual(before);
        await workspace.must(method, target, method === 'DELETE' ? undefined : body);
        const after = await answers();
        const outcome = texts
          .map((query) => ({ query, before: before.get(query), after: after.get(query) }))
          .filter((each) => JSON.stringify(each.before) !== JSON.stringify(each.after));
        const sorted = (changes: readonly object[]) => new Map(changes.map((each) => [(each as Change).query, each]));
        expect(sorted(dry.changes)).toEqual(sorted(outcome));
        const { better, worse, other } = dry.counts;
        expect(better + worse + other).toBe(dry.changes.length);
        changed += dry.changes.length;
        before = after;
      }),
      { numRuns: 50, endOnFailure: true, seed: 7 },
    );
    expect(changed).toBeGreaterThan(20);
  });

  it('locks out writes only for a change of all records', async () => {
    const { at } = await queried();
    const locks = async (method: string, path: string, body: object) => {
      statements.length = 0;
      await workspace.must(method, `${at}${path}`, { ...body, dry_run: true });
      return statements.some((text) => /update collection_states|for update/.test(text));
    };
    expect(await locks('PATCH', '', { synonyms: [['couch', 'sofa']] })).toBe(false);
    expect(await locks('POST', '/corrections', { query: 'couch', external_id: 'r2' })).toBe(false);
    expect(await locks('PATCH', '', { id_match_fields: ['sku'] })).toBe(true);
  });

  it('requires `manage`, also of a correction', async () => {
    const { at } = await queried();
    const group = await workspace.group();
    await workspace.must('PUT', `${at}/grants/${group}`, { permission: 'write' });
    const writer = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
    const body = { query: 'couch', external_id: 'r2' };
    expect(
      await service.call('POST', `${at}/corrections`, { ...writer, body: { ...body, dry_run: true } }),
    ).toMatchObject({ status: 403, body: { error: { code: 'operation_not_allowed' } } });
    expect((await service.call('POST', `${at}/corrections`, { ...writer, body })).status).toBe(200);
  });
});
