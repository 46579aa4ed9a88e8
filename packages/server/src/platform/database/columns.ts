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
