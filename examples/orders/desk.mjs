/** From the text of an order to a receipt, with questions about whatever is not certain. */
import { readOrder } from './lines.mjs';

/** The collections of the example. */
export const collections = { customers: 'order_customers', products: 'order_products' };

/**
 * @typedef {{ external_id: string, attributes: Record<string, unknown> }} Found
 * @typedef {{ confidence: string, results: Found[], disambiguate_by?: { field: string, values: { value: string | null, external_ids: string[] }[] } }} Answer
 * @typedef {{ confidence: string, result: Found | null }} Outcome
 * @typedef {{
 *   resolve: (collection: string, texts: string[]) => Promise<Outcome[]>,
 *   query: (collection: string, text: string) => Promise<Answer>,
 * }} Service
 * @typedef {(question: string, choices: string[]) => Promise<string>} Ask
 */

/**
 * The lines of a receipt. Undefined if the customer or a product remains unknown.
 * @param {Service} service @param {string} text @param {Ask} ask
 * @returns {Promise<string[] | undefined>}
 */
export async function takeOrder(service, text, ask) {
  const { customer, lines } = readOrder(text);
  const who = customer ?? (await ask('Which customer is it for?', []));
  const texts = lines.map((line) => line.text);
  const [buyer] = await settled(service, { collection: collections.customers, texts: [who] }, ask);
  const products = await settled(service, { collection: collections.products, texts }, ask);
  if (buyer === undefined || products.includes(undefined)) return undefined;
  return [
    `Receipt for ${named(buyer)}`,
    ...products.map((product, at) => `${lines[at]?.quantity} x ${product && named(product)}`),
  ];
}

/**
 * The record of each text: that of `high`, or the one that a person chooses for `low`.
 * @param {Service} service @param {{ collection: string, texts: string[] }} wanted @param {Ask} ask
 */
async function settled(service, { collection, texts }, ask) {
  const found = [];
  for (const [at, { confidence, result }] of (await service.resolve(collection, texts)).entries()) {
    const text = String(texts[at]);
    const isCertain = confidence === 'high' && result !== null;
    found.push(
      isCertain ? result : confidence === 'low' ? await chosen(service, { collection, text }, ask) : undefined,
    );
    if (confidence === 'none') console.log(`There is nothing like "${text}".`);
  }
  return found;
}

/** @param {Service} service @param {{ collection: string, text: string }} wanted @param {Ask} ask */
async function chosen(service, { collection, text }, ask) {
  const { results, disambiguate_by: by } = await service.query(collection, text);
  let left = results;
  if (by !== undefined) {
    const values = by.values.map(({ value, external_ids: ids }) => ({ value: value ?? 'none', ids }));
    const shown = values.map(({ value }) => value);
    const answer = await ask(`"${text}" could be several. Which ${by.field}?`, shown);
    const ids = values.find(({ value }) => value === answer)?.ids ?? [];
    left = results.filter(({ external_id: id }) => ids.includes(id));
  }
  if (left.length < 2) return left[0];
  const answer = await ask(`Which one is "${text}"?`, left.map(named));
  return left.find((each) => named(each) === answer);
}

/** @param {Found} found */
function named({ external_id: id, attributes }) {
  return `${attributes.name} (${id})`;
}
