import type { NamedStatement } from './database.js';

/** Distinct statements that are prepared; each costs some memory on every connection. */
const maxPrepared = 500;
const names = new Map<string, NamedStatement>();

/**
 * A statement whose text was put together from parts, prepared like one that is written out: the same text has the same
 * name. Texts never hold values, so there are few; should there be many, the rest are sent unprepared.
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
 * SQL that is true of what equals an element of an array parameter such as `$3::text[]`. The planner expects the same of
 * every array that comes out of a subselect, so it keeps its first plan; of the parameter itself it plans for each call anew.
 */
export function equalsAny(parameter: string): string {
  return `= any(array(select unnest(${parameter})))`;
}
