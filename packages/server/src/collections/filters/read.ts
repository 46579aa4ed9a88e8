import { canonicalIdText, limits } from '@tessera/contract';
import {
  type Comparison,
  type CompiledFilter,
  compileFilter,
  type FieldTypes,
  type Filter,
  FilterError,
  parseFilter,
} from '@tessera/search-engine';
import { errors } from '../../platform/errors.js';

/** The rules by which a filter is read. Values of the id field are read in the canonical form of ids. */
export interface FilterRules {
  readonly field_types: FieldTypes;
  readonly id_field: string;
}

/**
 * Reads a filter of a query or a grant according to a collection's rules. Throws `invalid_request` with paths that start
 * with `parentPath`.
 */
export function readFilter(
  sent: unknown,
  { field_types: fieldTypes, id_field }: FilterRules,
  parentPath: 'filters' | 'filter',
): CompiledFilter {
  try {
    const filter = parseFilter(sent).map((condition) =>
      condition.field === id_field
        ? { ...condition, comparisons: condition.comparisons.map(canonicalComparison) }
        : condition,
    );
    assertSize(filter);
    return compileFilter(filter, fieldTypes);
  } catch (error) {
    if (error instanceof FilterError) {
      const path = error.path === '' ? parentPath : `${parentPath}.${error.path}`;
      throw errors.invalidRequest([{ path, message: error.message }]);
    }
    throw error;
  }
}

function canonicalComparison(comparison: Comparison): Comparison {
  const canonical = <Value>(value: Value): Value | string =>
    typeof value === 'string' ? canonicalIdText(value) : value;
  return comparison.operator === 'in'
    ? { ...comparison, value: comparison.value.map(canonical) }
    : ({ ...comparison, value: canonical(comparison.value) } as Comparison);
}

function assertSize(filter: Filter): void {
  if (filter.length > limits.filterFields) {
    throw new FilterError('', `A filter names at most ${limits.filterFields} fields.`);
  }
  for (const { field, comparisons } of filter) {
    if (comparisons.some(({ operator, value }) => operator === 'in' && value.length > limits.filterValues)) {
      throw new FilterError(`${field}.in`, `in takes at most ${limits.filterValues} values.`);
    }
  }
}
