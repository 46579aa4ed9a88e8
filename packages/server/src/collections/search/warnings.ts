import type { QueryAnswer } from '@tessera/contract';
import { type Comparison, ExactNumber, parseFilter } from '@tessera/resolver';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionView, readScope } from '../access/view.js';
import { readFilter } from '../filters/read.js';
import { findUnheldFields } from './queries.js';
import { mayAsk } from './visible.js';

/**
 * What of a caller's filters may not do what was meant: a field that no record has, and a number that is compared with an
 * undeclared field's text. A field that is hidden from the caller is one that no record has.
 */
export async function warningsOf(
  transaction: Transaction,
  view: CollectionView,
  filters: unknown,
): Promise<QueryAnswer['warnings']> {
  // Refuses a filter that cannot be used, in the words of the answer.
  readFilter(filters, view.config.field_types, 'filters');
  const conditions = parseFilter(filters);
  const fields = conditions.map(({ field }) => field);
  const visible = fields.filter((field) => mayAsk(field, view));
  const unheld = new Set([
    ...fields.filter((field) => !visible.includes(field)),
    ...(visible.length === 0 ? [] : await findUnheldFields(transaction, readScope(view), visible)),
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
