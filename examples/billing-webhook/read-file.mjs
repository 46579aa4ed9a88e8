import { readFileSync } from 'node:fs';

/**
 * The text of a required file. Exits with one line if it is missing.
 * @param {string} path
 * @param {string} what
 */
export function readText(path, what) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return fail(`cannot read ${path}, ${what}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Reads the plans from a file, `{"<plan>": {"groups": ["<group id>"]}}`. Exits with one line if they cannot be read.
 * @param {string} path
 * @returns {Record<string, import('./plans.mjs').Purchase>}
 */
export function readPlans(path) {
  const text = readText(path, 'which says what each plan grants (copy plans.example.json)');
  try {
    return JSON.parse(text);
  } catch (error) {
    return fail(`${path} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(`billing-webhook: ${message}`);
  process.exit(2);
}
