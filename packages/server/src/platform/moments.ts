/** SQL that formats a `timestamptz` column as a moment. */
export function momentSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
