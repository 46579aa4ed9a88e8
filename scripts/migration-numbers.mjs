/**
 * Numbers of more than one migration. Their order would depend on their names, and on which of them an installation had
 * already run.
 * @param {readonly string[]} names File names, such as `0001_schema.sql`.
 * @returns {string[]}
 */
export function repeatedNumbers(names) {
  const numbers = names.filter((name) => name.endsWith('.sql')).map((name) => name.split('_')[0] ?? name);
  return [...new Set(numbers.filter((number, index) => numbers.indexOf(number) !== index))];
}
