import { compileSlice, matchesSlice } from '@tessera/resolver';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { attributes, fieldTypes, filters } from '../../../../resolver/src/filter/testing/arbitraries.js';
import { compileDefinition, definitionOf } from './definition.js';

it('a stored definition means what the filter means under the configuration', () => {
  fc.assert(
    fc.property(filters, attributes, (filter, values) => {
      const compiled = compileSlice([filter], fieldTypes);
      fc.pre(compiled.length > 0);
      const stored = definitionOf(filter, { field_types: fieldTypes });
      expect(matchesSlice(compileDefinition(stored), values)).toBe(matchesSlice(compiled, values));
    }),
  );
});
