import { limits } from '@tessera/contract';
import {
  type CompiledFilter,
  compileFilter,
  type FieldTypes,
  type Filter,
  FilterError,
  parseFilter,
} from '@tessera/search-engine';
import { errors } from '../../platform/errors.js';

/**
 * Reads a filter of a query or a grant according to a collection's declared types. Throws `invalid_request` with paths
 * that start with `parentPath`.
 */
export function readFilter(sent: unknown, fieldTypes: FieldTypes, parentPath: 'filters' | 'filter'): CompiledFilter {
  try {
    const filter = parseFilter(sent);
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
