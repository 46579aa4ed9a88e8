import { type NamedStatement, prepared } from './database.js';
import { tables } from './tables.js';

type Values = Readonly<Record<string, unknown>>;

const given = (values: Values) => Object.entries(values).filter(([, value]) => value !== undefined);

/**
 * The statement that inserts a row, given by column, and its values. Undefined ones have their defaults. `ending`
 * follows, such as `returning id`.
 */
export function insertSql(table: string, row: Values, ending = ''): [text: string, values: unknown[]] {
  const columns = given(row).map(([column]) => column);
  const placeholders = columns.map((_, index) => `$${index + 1}`);
  return [
    `insert into ${table} (${columns.join(', ')}) values (${placeholders.join(', ')}) ${ending}`,
    given(row).map(([, value]) => value),
  ];
}

/** The statement that updates the rows of a key, and its values. Undefined ones are left as they are. */
export function updateSql(table: string, key: Values, change: Values, ending = ''): [text: string, values: unknown[]] {
  const found = Object.keys(key).map((column, index) => `${column} = $${index + 1}`);
  const set = given(change).map(([column], index) => `${column} = $${found.length + index + 1}`);
  return [
    // Without a change, the key is assigned to itself.
    `update ${table} set ${(set.length === 0 ? found : set).join(', ')} where ${found.join(' and ')} ${ending}`,
    [...Object.values(key), ...given(change).map(([, value]) => value)],
  ];
}

/** The statement that deletes the rows of a key, and its values. */
export function deleteSql(table: string, key: Values, ending = ''): [text: string, values: unknown[]] {
  const found = Object.keys(key).map((column, index) => `${column} = $${index + 1}`);
  return [`delete from ${table} where ${found.join(' and ')} ${ending}`, Object.values(key)];
}

/**
 * The statement that inserts rows of the same columns, and its values. All rows have the values of `shared`. `ending`
 * follows, such as `on conflict do nothing`. Without rows, the statement does nothing.
 */
export function insertRowsSql(
  table: string,
  shared: Values,
  rows: readonly object[],
  ending = '',
): [statement: NamedStatement, values: unknown[]] {
  if (rows.length === 0) {
    return [prepared('select where false'), []];
  }
  const columns = Object.keys(rows[0] ?? {}).map((column) => `"${column}"`);
  const parameters = Object.keys(shared).map((_, index) => `$${index + 1}`);
  const text = `insert into ${table} (${[...Object.keys(shared), ...columns].join(', ')})
    select ${[...parameters, ...columns].join(', ')}
    from json_populate_recordset(null::${table}, $${parameters.length + 1}) ${ending}`;
  return [prepared(text), [...Object.values(shared), jsonOf(rows)]];
}

/**
 * As `insertRowsSql`, in the order of a unique key, by default the primary one. Replaces the rows that have the same key,
 * except their `created_at`. `returning` is a clause.
 */
export function replaceRowsSql(
  table: string,
  shared: Values,
  rows: readonly object[],
  { key: named = tables[table]?.key ?? '', returning = '' } = {},
): [statement: NamedStatement, values: unknown[]] {
  const key = named.split(' ');
  const columns = Object.keys(rows[0] ?? {});
  const replaced = [...Object.keys(shared), ...columns].filter((each) => !key.includes(each) && each !== 'created_at');
  const ending = `order by ${columns.filter((column) => key.includes(column)).join(', ')}
    on conflict (${key.join(', ')}) do update set ${replaced.map((each) => `${each} = excluded.${each}`).join(', ')} ${returning}`;
  return insertRowsSql(table, shared, rows, ending);
}

function jsonOf(rows: readonly object[]): string {
  const inJson = (value: unknown) => (value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value);
  const text = JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, inJson(value)]))),
  );
  // Text that was cut can end in half a character, which JSON of the database refuses.
  return text.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\\ufffd');
}
