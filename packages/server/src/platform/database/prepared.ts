import type { NamedStatement } from './database.js';

/** Maximum number of prepared statements; each uses memory on every connection. */
const maxPrepared = 500;
const names = new Map<string, NamedStatement>();

/**
 * Prepares a statement assembled from parts, named by its text. The text contains no values, so there are few. Beyond
 * the limit, statements are sent unprepared.
 */
export function prepareStatement(text: string): string | NamedStatement {
  const known = names.get(text);
  if (known !== undefined) {
    return known;
  }
  if (names.size >= maxPrepared) {
    return text;
  }
  const statement = { name: `prepared_${names.size + 1}`, text };
  names.set(text, statement);
  return statement;
}

/**
 * SQL for equality with any element of an array parameter such as `$3::text[]`. The array is in a subquery, for which
 * the planner assumes a fixed size and caches the plan. With the parameter itself it would plan each call again.
 */
export function equalsAny(parameter: string): string {
  return `= any(array(select unnest(${parameter})))`;
}
