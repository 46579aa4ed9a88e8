/** SQL with a parameter for each column, such as `$4, $5`, numbered from `first`. */
export function placeholders(columns: readonly string[], first: number): string {
  return columns.map((_, index) => `$${first + index}`).join(', ');
}

/** The statement that inserts a row, given by column, and its values. `ending` follows, such as `returning id`. */
export function insertSql(
  table: string,
  row: Readonly<Record<string, unknown>>,
  ending = '',
): [text: string, values: unknown[]] {
  const columns = Object.keys(row);
  return [
    `insert into ${table} (${columns.join(', ')}) values (${placeholders(columns, 1)}) ${ending}`,
    Object.values(row),
  ];
}

/** SQL that assigns a parameter to each column, such as `name = $4, paths = $5`, numbered from `first`. */
export function assignments(columns: readonly string[], first: number): string {
  return columns.map((column, index) => `${column} = $${first + index}`).join(', ');
}
