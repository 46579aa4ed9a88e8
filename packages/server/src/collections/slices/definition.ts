import {
  type CompiledFilter,
  compileSlice,
  FilterError,
  type JsonObject,
  ownValue,
  parseFilter,
} from '@tessera/resolver';
import type { CollectionConfig } from '../domain/index.js';

/** What a slice is made of: a grant's filter, and which of its fields are declared as number or date. All others are text. */
export interface SliceDefinition {
  readonly filter: JsonObject;
  readonly field_types: JsonObject;
}

/** What of a configuration decides what a filter means. */
export type FieldTypes = Pick<CollectionConfig, 'field_types'>;

/** The slice of a filter under a configuration. */
export function definitionOf(filter: JsonObject, { field_types }: FieldTypes): SliceDefinition {
  const fields = fieldsOf(filter);
  const compared = [...field_types].filter(
    ([field, type]) => fields.has(field) && (type === 'number' || type === 'date'),
  );
  return { filter, field_types: Object.fromEntries(compared) };
}

/** None of a filter that cannot be read any more, which gives access to nothing. */
function fieldsOf(filter: JsonObject): ReadonlySet<string> {
  try {
    return new Set(parseFilter(filter).map((condition) => condition.field));
  } catch (error) {
    if (error instanceof FilterError) {
      return new Set();
    }
    throw error;
  }
}

/** What a record must match to be inside; matched by none if the types no longer suit the filter. */
export function compileDefinition({ filter, field_types }: SliceDefinition): CompiledFilter[] {
  const types = Object.keys(field_types).map((field) => [field, ownValue(field_types, field)] as const);
  return compileSlice([filter], new Map(types) as FieldTypes['field_types']);
}
