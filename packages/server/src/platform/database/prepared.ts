import type { NamedStatement } from './database.js';

/** Distinct statements that are prepared; each costs some memory on every connection. */
const maxPrepared = 500;
const names = new Map<string, NamedStatement>();

/**
 * A prepared statement for text that was assembled from parts: the same text has the same name. The text contains no
 * values, so there are few statements. Beyond the limit, statements are sent unprepared.
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
 * SQL for equality with any element of an array parameter such as `$3::text[]`. The array comes from a subselect, for which
 * the planner assumes a fixed size and keeps one plan; with the parameter itself it would plan each call anew.
 */
export function equalsAny(parameter: string): string {
  return `= any(array(select unnest(${parameter})))`;
}
