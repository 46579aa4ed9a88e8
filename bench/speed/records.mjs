/**
 * Synthetic products, the same on every run: words with natural frequencies, a unique code, a price and a category
 * each.
 */

const syllables = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'ha',
  'ki',
  'lo',
  'mu',
  'ne',
  'pa',
  'qui',
  'ro',
  'sa',
  'te',
  'vi',
  'wo',
  'xa',
  'ye',
  'zu',
];
const vocabularySize = 30_000;
const categories = Array.from({ length: 40 }, (_, index) => `Category ${index}`);

/** A small deterministic generator (mulberry32) of numbers in [0, 1). */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function word(rank) {
  const parts = [];
  for (let rest = rank + 400; rest > 0; rest = Math.floor(rest / syllables.length))
    parts.push(syllables[rest % syllables.length]);
  return parts.join('');
}

/** Word ranks follow Zipf's law: a few words are common, and most are rare. */
function zipfRank(random) {
  return Math.min(vocabularySize - 1, Math.floor(vocabularySize ** random()) - 1);
}

/** The record with this number. */
export function makeRecord(number) {
  const random = generator(number * 7_919 + 17);
  const words = (count) => Array.from({ length: count }, () => word(zipfRank(random))).join(' ');
  return {
    id: number,
    name: words(5),
    sku: `SK-${(number * 31 + 7).toString(36).toUpperCase()}-${number % 97}`,
    categ_id: [number % categories.length, categories[number % categories.length]],
    price: Math.round(random() * 100_000) / 100,
    description: words(12),
    write_date: new Date(1_700_000_000_000 + number * 1_000).toISOString(),
  };
}

/** A query for one record: three of its five words. */
export function makeQuestion(number) {
  const [first, , third, , fifth] = makeRecord(number).name.split(' ');
  return `${fifth} ${first} ${third}`;
}

/** A query of 17 words for one record: its whole name and description. */
export function makeLongQuestion(number) {
  const { name, description } = makeRecord(number);
  return `${name} ${description}`;
}
