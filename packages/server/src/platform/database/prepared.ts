import type { NamedStatement } from './database.js';

/** Maximum number of prepared statements; each uses memory on every connection. */
const maxPrepared = 500;
const names = new Map<string, NamedStatement>();

/**
 * Names a statement by its text, so that each connection prepares it once. The text is assembled from parts without
 * values, so there are few different ones. Beyond the limit, statements are sent unprepared.
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
 * SQL for equality with any element of an array parameter such as `$3::text[]`. The array is wrapped in a subquery, for
 * which the planner assumes a fixed size, so it caches the plan. With the bare parameter it would plan every call
 * again.
 */
export function equalsAny(parameter: string): string {
  return `= any(array(select unnest(${parameter})))`;
}
