import { type CompiledFilter, matchesFilter, type Test } from '@tessera/search-engine';
import type { CollectionView } from '../access/view.js';
import { readFilter } from '../filters/read.js';
import { type CollectionConfig, isControlField } from '../model/config.js';

const never: Test = { kind: 'equals', operands: [], days: [], matchesFalse: false, matchesNull: false, negated: false };

/**
 * Reads the part of a filter that the caller may use. Without `manage` a hidden field is treated like an unknown one,
 * because its values could be found by trying. Slice filters are not restricted. Throws `invalid_request` for an
 * invalid filter.
 */
export function readVisibleFilter(filters: unknown, view: CollectionView): CompiledFilter {
  const types = new Map([...view.config.field_types].filter(([field]) => mayAsk(field, view)));
  const conditions = readFilter(filters, types, 'filters').conditions.flatMap((condition) => {
    if (mayAsk(condition.field, view)) {
      return [condition];
    }
    return matchesFilter({ conditions: [condition] }, {}) ? [] : [{ ...condition, tests: [never] }];
  });
  return { conditions };
}

/** Whether a caller may filter by a field: it is returned, or the caller manages the collection. */
export function mayAsk(field: string, { level, config }: Pick<CollectionView, 'level' | 'config'>): boolean {
  return level === 'manage' || isReturned(field, config);
}

/** Whether results contain a field: as an attribute, or as id or clock. */
export function isReturned(field: string, config: CollectionConfig): boolean {
  return isControlField(field, config) || (config.exposed_fields?.includes(field) ?? true);
}
