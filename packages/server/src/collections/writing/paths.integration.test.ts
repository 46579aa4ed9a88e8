import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../acceptance/full-size.mjs';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService({ SVC_DAILY_WRITE_CAP: '100000000' });
const workspace = await callersWorkspace(service);
const agent = await workspace.pinned({ role: 'member', access: 'read_write' });
afterAll(async () => {
  service.setTime(undefined);
});

const fields = ['name', 'sku', 'price', 'color', 'seen', 'owner', 'note'];

const value = fc.oneof(
  fc.constantFrom<unknown>(false, true, null, '', 'red', 'blue', 'AB-1', 'AB-2', 'Red lamp', 12, 12.5, '12', '12.0'),
  fc.constantFrom<unknown>([7, 'Ann'], ['a', 'b'], [], {}, { id: 1, name: 'Bo' }, '2026-01-31', '31.01.2026', 'many'),
);

const id = fc.constantFrom<unknown>(
  1,
  '1',
  '1.0',
  ' 2 ',
  2,
  'c',
  'd',
  '',
  null,
  false,
  true,
  1.5,
  [3],
  'x'.repeat(513),
);

const clock = fc.constantFrom<unknown>(
  '2026-01-01',
  '2026-01-02 10:00:00',
  '2026-01-03T00:00:00Z',
  'soon',
  false,
  1.7e9,
);

/** Generates records that share few ids; some are invalid. */
const record = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(id, fc.option(clock, { nil: undefined }), fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 6 }))
      .map(([own, written, rest]) => ({ ...rest, id: own, ...(written === undefined ? {} : { write_date: written }) })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>({}, { id: 'deep', a: [[[[[[[[1]]]]]]]] }, { id: 'nul', name: 'a\0b' }),
  },
);

const names = fc.uniqueArray(fc.constantFrom(...fields), { maxLength: 4 });
const configuration = fc
  .record(
    {
      embed_fields: names.filter((list) => list.length > 0),
      id_match_fields: names,
      exposed_fields: names,
      required_fields: fc.uniqueArray(fc.constantFrom(...fields), { maxLength: 1 }),
      field_types: fc.dictionary(
        fc.constantFrom(...fields, 'write_date'),
        fc.constantFrom('string', 'number', 'date', 'enum'),
        { maxKeys: 4 },
      ),
      unknown_policy: fc.constantFrom('accept', 'warn', 'reject'),
      append_only: fc.constant(true),
    },
    { requiredKeys: [] },
  )
  .map(({ id_match_fields, embed_fields, ...rest }) => ({
    ...rest,
    ...(embed_fields === undefined ? {} : { embed_fields }),
    ...(id_match_fields === undefined
      ? {}
      : { id_match_fields: id_match_fields.filter((field) => embed_fields?.includes(field) !== true) }),
  }));

/** The result of one record, without fields that exist only in batch results. */
type Result = Record<string, unknown>;

interface Collection {
  readonly name: string;
  readonly ingest: string;
}

/** All ways to write to a collection. Each writes records in order and returns results of the same form. */
const paths: Readonly<Record<string, (to: Collection, records: readonly unknown[]) => Promise<Result[]>>> = {
  ingest: async ({ ingest }, records) => {
    const results: Result[] = [];
    for (const sent of records) {
      const { status, body } = await service.call('POST', ingest, { body: sent });
      results.push(status === 200 ? body : body.error);
    }
    return results;
  },
  batch: async ({ ingest }, records) => (await workspace.must('POST', `${ingest}/batch`, { records }, {})).results,
  import: async ({ name }, records) =>
    (await workspace.must('POST', `/collections/${name}/import`, { records })).results,
  agent: async (to, records) => {
    const foretold = await dryRun(to, records);
    const { results } = await workspace.must('POST', `/collections/${to.name}/records`, { records }, agent);
    expect(foretold).toEqual(results.map(told));
    return results;
  },
};

/** Returns the results of a dry run. Checks that it stored nothing. */
async function dryRun(to: Collection, records: readonly unknown[]): Promise<unknown[]> {
  const before = await stored(to.name);
  const latest = await auditedLast();
  const body = { records, dry_run: true };
  const { results, dry_run } = await workspace.must('POST', `/collections/${to.name}/records`, body, agent);
  expect(dry_run).toBe(true);
  expect(await stored(to.name)).toEqual(before);
  expect(await auditedLast()).toEqual(latest);
  return results.map(told);
}

/** The id of the newest audit entry. */
async function auditedLast(): Promise<string> {
  return (await workspace.must('GET', '/audit?limit=1')).events[0].id;
}

/** A result without the fields that a dry run cannot return. */
function told({ embedded: _embedded, version: _version, ...rest }: Result): unknown {
  return rest;
}

/** What all ways must report: the status or error of each record, and the findings of the call. */
function verdict(results: readonly Result[]): unknown {
  const found = results.flatMap(({ findings }) => (findings ?? []) as { field: string; kind: string }[]);
  return {
    each: results.map(({ status, code, error, field }) =>
      status === undefined ? { error: code ?? error, field } : { status },
    ),
    // A call shows each finding only at the first record that has it.
    found: [...new Set(found.map(({ field, kind }) => `${kind} ${field}`))].sort(),
  };
}

/** Everything that is stored in a collection, without values that differ between any two collections. */
async function stateOf({ name, ingest }: Collection): Promise<unknown> {
  while ((await workspace.must('POST', `${ingest}/embed-pending`, undefined, {})).more) {
    // Batches are embedded later. Afterwards the stored state is the same.
  }
  return stored(name);
}

/** All stored rows of a collection. */
function stored(name: string): Promise<unknown> {
  return service.services.database.asSystem(async (transaction) => {
    const own = '(select id from collections where name = $1)';
    const state: unknown[] = [];
    for (const query of [
      `select to_jsonb(r) - '{workspace_id,collection_id,change_mark,version,updated_at,created_at}'::text[] as row from records r
       where collection_id = ${own} order by external_id`,
      `select key, external_id from record_keys where collection_id = ${own} order by key, external_id`,
      `select field, kind, count, message, example_ids from findings
       where collection_id = ${own} and kind <> 'delivery' order by field, kind`,
    ]) {
      state.push(await transaction.query(query, [name]));
    }
    return state;
  });
}

/** Results of queries by identifier, by words and for a missing record. */
async function answersOf(name: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const query of ['AB-1', 'Red lamp', 'red', 'nothing of the kind']) {
    answers.push(await workspace.must('POST', `/collections/${name}/query`, { query }));
  }
  return answers;
}

it('records > have the same results and stored state in every way of writing, as a dry run reports', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(record, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      configuration,
      fc.nat({ max: 2 }),
      async (calls, config, configuredBefore) => {
        run += 1;
        service.setTime(new Date('2026-06-01T00:00:00Z'));
        const outcomes = new Map<string, unknown>();
        for (const [path, write] of Object.entries(paths)) {
          const name = `${path}-${run}`;
          const { secret } = await workspace.must('POST', '/collections', { name });
          const collection = { name, ingest: `/ingest/${secret}` };
          const verdicts: unknown[] = [];
          for (const [index, records] of calls.entries()) {
            if (index === configuredBefore && Object.keys(config).length > 0) {
              await workspace.must('PATCH', `/collections/${name}`, config);
            }
            verdicts.push(verdict(await write(collection, records)));
          }
          outcomes.set(path, { verdicts, state: await stateOf(collection), answers: await answersOf(name) });
        }
        const expected = outcomes.get('ingest');
        for (const [path, outcome] of outcomes) {
          expect(outcome, path).toEqual(expected);
        }
      },
    ),
    { numRuns: propertyRuns(25) },
  );
});
