import type { QueryAnswer } from '@tessera/contract';
import { ExactNumber } from '@tessera/json';
import { type Comparison, matchesFilter, parseFilter } from '@tessera/search-engine';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionView, readScope } from '../access/view.js';
import { findUnheldFields } from './queries.js';
import { mayAsk, readVisibleFilter } from './visible.js';

/** A caller's filters, and whether a record is known that passes them. */
interface Tried {
  readonly filters: unknown;
  readonly isPassed: boolean;
}

/**
 * What of a caller's filters may not do what was meant: a field that no record has, and a number that is compared with an
 * undeclared field's text. A field that is hidden from the caller is one that no record has.
 */
export async function warningsOf(
  transaction: Transaction,
  view: CollectionView,
  { filters, isPassed }: Tried,
): Promise<QueryAnswer['warnings']> {
  const compiled = readVisibleFilter(filters, view);
  const conditions = parseFilter(filters);
  const hidden = conditions.map(({ field }) => field).filter((field) => !mayAsk(field, view));
  // A record that passes has every field whose absence would not pass.
  const inDoubt = compiled.conditions
    .filter((condition) => !isPassed || matchesFilter({ conditions: [condition] }, {}))
    .map(({ field }) => field)
    .filter((field) => !hidden.includes(field));
  const unheld = new Set([
    ...hidden,
    ...(inDoubt.length === 0 ? [] : await findUnheldFields(transaction, readScope(view), inDoubt)),
  ]);
  const warnings = conditions.flatMap(({ field, comparisons }) => {
    if (unheld.has(field)) {
      return [{ field, message: `No record has the field "${field}": check its name against describe.` }];
    }
    return !view.config.field_types.has(field) && comparisons.some(comparesNumber)
      ? [{ field, message: `"${field}" is not declared as a number, so it compares as text: declare its type.` }]
      : [];
  });
  return warnings.length === 0 ? undefined : warnings;
}

function comparesNumber({ value }: Comparison): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.some((one) => typeof one === 'number' || one instanceof ExactNumber);
}
