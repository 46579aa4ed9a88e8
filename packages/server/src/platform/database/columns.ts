/** `$4, $5`: a parameter for each column, counted from `first`. */
export function placeholders(columns: readonly string[], first: number): string {
  return columns.map((_, index) => `$${first + index}`).join(', ');
}

/** `name = $4, paths = $5`: assigns a parameter to each column, counted from `first`. */
export function assignments(columns: readonly string[], first: number): string {
  return columns.map((column, index) => `${column} = $${first + index}`).join(', ');
}
