/**
 * Catalogues of products, the same on every run. Each has `records` with the fields `id` and `sku`, and the functions
 * `question` and `code`: the query in words and the exact code that ask for the record at a position.
 */
import { readJson } from '../relevance/data.mjs';
import { makeQuestion, makeRecord } from '../speed/records.mjs';

/** Makes a shop's catalogue larger than its data, as shops sell a product in several variants. */
const variants = ['Black', 'White', 'Silver', 'Red', 'Blue', 'Green', 'Gold', 'Grey', 'Pink', 'Refurbished'];

/** Short records of made-up words with natural frequencies. */
export function syntheticCatalogue(size) {
  return {
    records: Array.from({ length: size }, (_, at) => makeRecord(at + 1)),
    question: (at) => makeQuestion(at + 1),
    code: (at) => makeRecord(at + 1).sku,
  };
}

/** Products of Best Buy in TEST_DATA_DIR, with their descriptions, in as many variants as `size` requires. */
export function shopCatalogue(size) {
  const products = readJson('bestbuy/products.json');
  const sku = (at) => `BB-${at * 31 + 7}`;
  const record = (at) => {
    const { image, ...product } = products[at % products.length];
    const variant = variants[Math.floor(at / products.length) % variants.length];
    return { id: at + 1, sku: sku(at), ...product, name: `${product.name} ${variant}` };
  };
  const records = Array.from({ length: size }, (_, at) => record(at));
  const question = (at) => {
    const words = records[at].name.match(/[\p{L}\p{N}]{2,}/gu);
    return [words.at(-1), words[0], words[2]].join(' ');
  };
  return { records, question, code: sku };
}
