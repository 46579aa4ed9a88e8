/** SQL with a parameter for each column, such as `$4, $5`, numbered from `first`. */
export function placeholders(columns: readonly string[], first: number): string {
  return columns.map((_, index) => `$${first + index}`).join(', ');
}

/** SQL that assigns a parameter to each column, such as `name = $4, paths = $5`, numbered from `first`. */
export function assignments(columns: readonly string[], first: number): string {
  return columns.map((column, index) => `${column} = $${first + index}`).join(', ');
}
