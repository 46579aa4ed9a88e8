import { type CompiledFilter, compileSlice, type JsonObject, ownValue, parseFilter } from '@tessera/resolver';
import type { CollectionConfig } from '../domain/index.js';

/** What a slice is made of: a grant's filter, and the declared types of its fields, by which it compares. */
export interface SliceDefinition {
  readonly filter: JsonObject;
  readonly field_types: JsonObject;
}

/** The slice of a filter under a configuration. The filter must have been accepted before. */
export function definitionOf(
  filter: JsonObject,
  { field_types }: Pick<CollectionConfig, 'field_types'>,
): SliceDefinition {
  const fields = parseFilter(filter).map((condition) => condition.field);
  const declared = [...field_types].filter(([field]) => fields.includes(field));
  return { filter, field_types: Object.fromEntries(declared) };
}

/** What a record must match to be inside; matched by none if the types no longer suit the filter. */
export function compileDefinition({ filter, field_types }: SliceDefinition): CompiledFilter[] {
  const types = Object.keys(field_types).map((field) => [field, ownValue(field_types, field)] as const);
  return compileSlice([filter], new Map(types) as CollectionConfig['field_types']);
}
