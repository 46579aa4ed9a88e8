/** What the Python client is generated from. */
import { createHash } from 'node:crypto';

/**
 * The API's description as the generator reads it: without the version, and without examples, which no client contains.
 * @param {(baseUrl: string) => Record<string, unknown>} openApiDocument
 * @returns {string}
 */
export function describedApi(openApiDocument) {
  const document = openApiDocument('http://127.0.0.1:8080');
  const info = { .../** @type {object} */ (document.info), version: '' };
  return JSON.stringify(readable({ ...document, info }), null, 1);
}

/** @param {unknown} value @param {boolean} [namesFields] whether its keys are names of fields @returns {unknown} */
function readable(value, namesFields = false) {
  if (Array.isArray(value)) return value.map((each) => readable(each));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, each]) => namesFields || !isLeftOut(key, each));
  return Object.fromEntries(kept.map(([key, each]) => [key, readable(each, key === 'properties')]));
}

/**
 * What the generator reads wrongly: `items: false` closes a tuple, and a UUID would be an object that it cannot send.
 * @param {string} key @param {unknown} value
 */
function isLeftOut(key, value) {
  return key === 'example' || (key === 'items' && value === false) || (key === 'format' && value === 'uuid');
}

/**
 * The digest that is stored beside a client that was generated from this description.
 * @param {string} description
 * @returns {string}
 */
export function digestOf(description) {
  return createHash('sha256').update(description).digest('hex');
}
