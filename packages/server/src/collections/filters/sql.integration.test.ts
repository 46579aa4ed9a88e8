import { type JsonObject, stringifyJson } from '@tessera/json';
import {
  type CompiledFilter,
  compileFilter,
  compileSlice,
  FilterError,
  matchesFilter,
  matchesSlice,
  parseFilter,
} from '@tessera/search-engine';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { propertyRuns } from '../../../../../acceptance/full-size.mjs';
import { attributes, fieldTypes, filters } from '../../../../search-engine/src/filter/testing/arbitraries.js';
import { openTestDatabase } from '../../testing/database.js';
import { type FilterSql, filterSql, sliceSql } from './sql.js';

const testDatabase = await openTestDatabase();
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

/** Evaluates each expression for each record. A result of null fails the test, because it is neither true nor false. */
async function answers(expressions: readonly FilterSql[], rows: readonly JsonObject[]): Promise<(boolean | null)[][]> {
  const columns = `array[${expressions.map(({ text }) => text).join(', ')}]::boolean[]`;
  const statement = `select ${columns} as matches from jsonb_array_elements($1::jsonb) with ordinality as rows (attributes, ordinal) order by ordinal`;
  const values = [stringifyJson(rows), ...expressions.flatMap((expression) => expression.values)];
  const answered = await testDatabase.database.withoutWorkspace((transaction) =>
    transaction.query<{ matches: (boolean | null)[] }>(statement, values),
  );
  return answered.map(({ matches }) => matches);
}

/** Numbers the parameters of several expressions consecutively, starting after `$1`. */
function numbered<Source>(
  sources: readonly Source[],
  toSql: (source: Source, first: number) => FilterSql,
): FilterSql[] {
  let next = 2;
  return sources.map((source) => {
    const sql = toSql(source, next);
    next += sql.values.length;
    return sql;
  });
}

test('filterSql > matches the same records as matchesFilter', async () => {
  await fc.assert(
    fc.asyncProperty(records, fc.array(usableFilter, { minLength: 1, maxLength: 30 }), async (rows, several) => {
      const expected = rows.map((row) => several.map((filter) => matchesFilter(filter, row)));
      expect(await answers(numbered(several, filterSql), rows)).toEqual(expected);
    }),
    { numRuns: propertyRuns(500) },
  );
});

test('sliceSql > matches the union of the filters of a slice', async () => {
  const slice = fc.array(filters, { maxLength: 3 }).map((several) => compileSlice(several, fieldTypes));
  const slices = fc.array(slice, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(records, slices, async (rows, several) => {
      const expected = rows.map((row) => several.map((slice) => matchesSlice(slice, row)));
      expect(await answers(numbered(several, sliceSql), rows)).toEqual(expected);
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('filterSql > never includes field names or values in the statement text', () => {
  const field = `x') or true --`;
  const filter = compileFilter(parseFilter({ [field]: `'; drop table records; --` }), new Map());
  const sql = filterSql(filter, 7);
  expect(sql.text).not.toContain('or true');
  expect(sql.text).not.toContain('drop');
  expect(sql.text).toContain('$7');
  expect(sql.values).toEqual([field, [`'; drop table records; --`]]);
});
