import {
  type CompiledFilter,
  compileFilter,
  FilterError,
  type JsonObject,
  matchesFilter,
  matchesSlice,
  parseFilter,
  stringifyJson,
} from '@tessera/resolver';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attributes, fieldTypes, filters } from '../../../../resolver/src/filter/testing/arbitraries.js';
import { openTestDatabase, type TestDatabase } from '../../testing/database.js';
import { type FilterSql, filterSql, sliceSql } from './sql.js';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await openTestDatabase();
});

afterAll(() => testDatabase.close());

function compiled(raw: JsonObject): CompiledFilter | undefined {
  try {
    return compileFilter(parseFilter(raw), fieldTypes);
  } catch (error) {
    if (error instanceof FilterError) {
      return undefined;
    }
    throw error;
  }
}

const usableFilter = filters.map(compiled).filter((filter) => filter !== undefined);
const records = fc.array(attributes, { minLength: 1, maxLength: 20 });

/** Which of the records an expression is true for; null, which is neither, fails the comparison. */
async function answers(sql: FilterSql, rows: readonly JsonObject[]): Promise<(boolean | null)[]> {
  const statement = `select ${sql.text} as matches from jsonb_array_elements($1::jsonb) with ordinality as rows (attributes, place) order by place`;
  const answered = await testDatabase.database.withoutWorkspace((transaction) =>
    transaction.query<{ matches: boolean | null }>(statement, [stringifyJson(rows), ...sql.values]),
  );
  return answered.map(({ matches }) => matches);
}

test('the database answers a filter as the reference does, for every record', async () => {
  await fc.assert(
    fc.asyncProperty(records, usableFilter, async (rows, filter) => {
      expect(await answers(filterSql(filter, 2), rows)).toEqual(rows.map((row) => matchesFilter(filter, row)));
    }),
    { numRuns: 1_500 },
  );
});

test('the database answers a slice as the union of its filters', async () => {
  await fc.assert(
    fc.asyncProperty(records, fc.array(usableFilter, { maxLength: 3 }), async (rows, slice) => {
      expect(await answers(sliceSql(slice, 2), rows)).toEqual(rows.map((row) => matchesSlice(slice, row)));
    }),
    { numRuns: 200 },
  );
});

test('field names and values never become part of the statement', () => {
  const field = `x') or true --`;
  const filter = compileFilter(parseFilter({ [field]: `'; drop table records; --` }), new Map());
  const sql = filterSql(filter, 7);
  expect(sql.text).not.toContain('or true');
  expect(sql.text).not.toContain('drop');
  expect(sql.text).toContain('$7');
  expect(sql.values).toEqual([field, [`'; drop table records; --`]]);
});
