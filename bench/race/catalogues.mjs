/**
 * Catalogues of products, the same on every run. Each has `records` with the fields `id` and `sku`, and functions of a
 * record's position: `question` is a query in three words, `longQuestion` one of 5 to 30 words, and `code` its exact code.
 */
import { readJson } from '../relevance/data.mjs';
import { makeQuestion, makeRecord } from '../speed/records.mjs';

/** Makes a shop's catalogue larger than its data, as shops sell a product in several variants. */
const variants = ['Black', 'White', 'Silver', 'Red', 'Blue', 'Green', 'Gold', 'Grey', 'Pink', 'Refurbished'];

/**
 * A query as a shop's title: the name of a product without its last word, which is the variant of a product, then words of
 * its description. Every length from 5 to 30 words is as frequent, unless the name is longer.
 */
function longQuestion({ name, description }, at) {
  const words = name.match(/\S+/g).slice(0, -1);
  const length = Math.max(words.length, 5 + ((at * 7) % 26));
  return [...words, ...((description ?? '').match(/\S+/g) ?? [])].slice(0, length).join(' ');
}

/** Short records of made-up words with natural frequencies. */
export function syntheticCatalogue(size) {
  return {
    records: Array.from({ length: size }, (_, at) => makeRecord(at + 1)),
    question: (at) => makeQuestion(at + 1),
    longQuestion: (at) => longQuestion(makeRecord(at + 1), at),
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
  return { records, question, longQuestion: (at) => longQuestion(records[at], at), code: sku };
}
