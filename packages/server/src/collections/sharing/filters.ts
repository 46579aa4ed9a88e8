import type { JsonObject } from '@tessera/json';
import type { CollectionConfig } from '@tessera/records';
import { errors, ServiceError } from '../../platform/errors.js';
import type { GrantRow } from '../access/queries.js';
import { readFilter } from '../filters/read.js';

/** The part of a configuration that filters depend on. */
type FieldTypes = Pick<CollectionConfig, 'field_types' | 'id_field'>;

/**
 * Validates the filter of a grant and returns it in the stored form; null for the whole collection. Throws
 * `invalid_request`.
 */
export function checkFilter(filter: unknown, rules: FieldTypes): JsonObject | null {
  if (filter === undefined || filter === null) {
    return null;
  }
  readFilter(filter, rules, 'filter');
  return Object.keys(filter).length === 0 ? null : (filter as JsonObject);
}

/**
 * Throws `invalid_request`, with the group names, if new types would make filters of grants invalid. Such filters would
 * match nothing.
 */
export function keepReadable(grants: readonly GrantRow[], types: FieldTypes): void {
  const details = grants.flatMap(({ group_id, filter }) => {
    const problem = problemOf(filter, types);
    return problem === undefined
      ? []
      : [
          {
            path: 'field_types',
            message: `The grant of group ${group_id} has a filter that would no longer fit. ${problem} Share by another filter, or stop sharing with the group, first.`,
          },
        ];
  });
  if (details.length > 0) {
    throw errors.invalidRequest(details);
  }
}

/** Returns why a filter is invalid with the given types; undefined if it is valid. */
function problemOf(filter: JsonObject | null, types: FieldTypes): string | undefined {
  try {
    checkFilter(filter, types);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) {
      return error.extras.details?.map(({ message }) => message).join(' ') ?? error.message;
    }
    throw error;
  }
}
