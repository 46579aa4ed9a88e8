import { type CompiledFilter, fixedValues, matchesFilter, type Test } from '@tessera/resolver';
import { isControlField } from '../domain/index.js';
import type { CollectionView } from '../view.js';

const never: Test = { kind: 'equals', operands: [], matchesFalse: false, matchesNull: false, negated: false };

/**
 * A caller's filter as far as the caller may ask. Without `manage` a field that is hidden from the caller is one that no
 * record has: else its values could be found out by trying. The filters of slices are never narrowed.
 */
export function visibleFilter(filter: CompiledFilter, view: CollectionView): CompiledFilter {
  if (view.level === 'manage' || view.config.exposed_fields === null) {
    return filter;
  }
  const conditions = filter.conditions.flatMap((condition) => {
    if (mayAsk(condition.field, view)) {
      return [condition];
    }
    return matchesFilter({ conditions: [condition] }, {}) ? [] : [{ ...condition, tests: [never] }];
  });
  return { conditions };
}

/** Whether the owner shows a field, declares it for filters or look-ups, or shares by its value. */
function mayAsk(field: string, { config, readSlice }: CollectionView): boolean {
  return (
    isControlField(field, config) ||
    config.exposed_fields?.includes(field) === true ||
    config.field_types.has(field) ||
    config.id_match_fields.includes(field) ||
    readSlice?.filters.some((filter) => fixedValues(filter).has(field)) === true
  );
}
