import {
  compileFilter,
  compileSlice,
  FilterError,
  matchesFilter,
  matchesSlice,
  parseFilter,
} from '@tessera/search-engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../../acceptance/full-size.mjs';
import { compareMeasures } from '../../../../../search-engine/src/filter/scalars.js';
import { attributes, fieldTypes, filters } from '../../../../../search-engine/src/filter/testing/arbitraries.js';
import { cellsOf, type EngineQuery, filterQuery, sliceQuery, sortableNumber } from './cells.js';

type Parts = Readonly<Record<string, EngineQuery[]>>;
type Bounds = Readonly<Record<'lt' | 'lte' | 'gt' | 'gte', string | undefined>>;

/** Whether a record with these keywords matches a query in the engine. */
function matches(query: EngineQuery, keywords: readonly string[]): boolean {
  const [[kind, value] = ['', undefined]] = Object.entries(query);
  switch (kind) {
    case 'match_all':
      return true;
    case 'match_none':
      return false;
    case 'terms':
      return (value as { cells: string[] }).cells.some((each) => keywords.includes(each));
    case 'range':
      return keywords.some((each) => isWithin(each, (value as { cells: Bounds }).cells));
    case 'bool': {
      const { filter = [], should, must_not = [] } = value as Parts;
      return (
        filter.every((each) => matches(each, keywords)) &&
        (should?.some((each) => matches(each, keywords)) ?? true) &&
        !must_not.some((each) => matches(each, keywords))
      );
    }
    default:
      throw new Error(`unknown query ${kind}`);
  }
}

/** The engine compares keywords by their bytes in UTF-8. */
function isWithin(keyword: string, { lt, lte, gt, gte }: Bounds): boolean {
  const to = (other: string) => Buffer.compare(Buffer.from(keyword), Buffer.from(other));
  const isBelow = (lt === undefined || to(lt) < 0) && (lte === undefined || to(lte) <= 0);
  return isBelow && (gt === undefined || to(gt) > 0) && (gte === undefined || to(gte) >= 0);
}

describe('filterQuery', () => {
  it('matches the records that the filter matches', () => {
    fc.assert(
      fc.property(attributes, filters, (values, drawn) => {
        try {
          const filter = compileFilter(parseFilter(drawn), fieldTypes);
          expect(matches(filterQuery(filter), cellsOf(values))).toBe(matchesFilter(filter, values));
        } catch (error) {
          expect(error).toBeInstanceOf(FilterError);
        }
      }),
      { numRuns: propertyRuns(4_000) },
    );
  });

  it('compares relational values of a slice by id only', () => {
    fc.assert(
      fc.property(attributes, fc.array(filters, { maxLength: 3 }), (values, drawn) => {
        const slice = compileSlice(drawn, fieldTypes);
        expect(matches(sliceQuery(slice), cellsOf(values))).toBe(matchesSlice(slice, values));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});

describe('sortableNumber', () => {
  const digits = fc.stringMatching(/^-?[1-9][0-9]{17,20}(\.[0-9]{0,3}[1-9])?$/);
  it('orders numbers of any length', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.double({ noNaN: true }), fc.integer()),
        fc.oneof(fc.double({ noNaN: true }), fc.integer()),
        (a, b) => {
          const order = Buffer.compare(Buffer.from(sortableNumber(a)), Buffer.from(sortableNumber(b)));
          expect(Math.sign(order)).toBe(Math.sign(compareMeasures(a, b)));
        },
      ),
    );
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        const order = Buffer.compare(Buffer.from(sortableNumber(a)), Buffer.from(sortableNumber(b)));
        expect(Math.sign(order)).toBe(Math.sign(compareMeasures(a, b)));
      }),
    );
  });

  it('orders numbers beyond the largest double and below the smallest', () => {
    const sign = fc.constantFrom('', '-');
    const large = fc.tuple(sign, fc.integer({ min: 309, max: 2_000 }), fc.integer({ min: 1, max: 99 }));
    const beyond = fc.oneof(
      large.map(([minus, length, start]) => `${minus}${String(start).padEnd(length, '0')}`),
      large.map(([minus, length, start]) => `${minus}0.${'0'.repeat(length + 20)}${start * 10 + 1}`),
      fc.constantFrom(0, 1, -1, Infinity, -Infinity, Number.MIN_VALUE, -Number.MIN_VALUE, Number.MAX_VALUE),
    );
    fc.assert(
      fc.property(beyond, beyond, (a, b) => {
        const order = Buffer.compare(Buffer.from(sortableNumber(a)), Buffer.from(sortableNumber(b)));
        expect(Math.sign(order)).toBe(Math.sign(compareMeasures(a, b)));
      }),
      { numRuns: propertyRuns(4_000) },
    );
  });

  it('stays shorter than the longest keyword of an engine', () => {
    const longest = `-${'9'.repeat(140_000)}`;
    expect(Buffer.byteLength(sortableNumber(longest))).toBeLessThan(32_766);
    expect(sortableNumber(longest) < sortableNumber(longest.slice(0, -1))).toBe(true);
  });
});
