import { type CompiledFilter, fixedValues, matchesFilter, type Test } from '@tessera/search-engine';
import type { CollectionView } from '../access/view.js';
import { isControlField } from '../model/config.js';

const never: Test = { kind: 'equals', operands: [], days: [], matchesFalse: false, matchesNull: false, negated: false };

/**
 * A caller's filter as far as the caller may ask. Without `manage` a field that is hidden from the caller is one that no
 * record has: else its values could be found out by trying. The filters of slices are never narrowed.
 */
export function visibleFilter(filter: CompiledFilter, view: CollectionView): CompiledFilter {
  const conditions = filter.conditions.flatMap((condition) => {
    if (mayAsk(condition.field, view)) {
      return [condition];
    }
    return matchesFilter({ conditions: [condition] }, {}) ? [] : [{ ...condition, tests: [never] }];
  });
  return { conditions };
}

/** Whether a caller may filter by a field: the owner shows it, declares it for filters or look-ups, or shares by its value. */
export function mayAsk(field: string, { level, config, readSlice }: CollectionView): boolean {
  return (
    level === 'manage' ||
    config.exposed_fields === null ||
    isControlField(field, config) ||
    config.exposed_fields.includes(field) ||
    config.field_types.has(field) ||
    config.id_match_fields.includes(field) ||
    readSlice?.filters.some((filter) => fixedValues(filter).has(field)) === true
  );
}
