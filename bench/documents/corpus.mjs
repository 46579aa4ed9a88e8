/** Text for measurements of documents: about 6 kB each, with natural word frequencies. */
import { randomSource } from '../relevance/random.mjs';

const words = vocabulary(8_000);
const shares = cumulativeShares(words.length);

/** The path of the n-th document inside its repo: a hundred folders. */
export const pathOf = (n) => `folder-${n % 100}/document-${n}.md`;

/** The n-th text: a title, two sections and about 800 words. */
export function textOf(n) {
  const random = randomSource(n + 1);
  const line = () => Array.from({ length: 9 }, () => word(random)).join(' ');
  const lines = (count) => Array.from({ length: count }, line).join('\n');
  return `# ${line()}\n\n${lines(30)}\n\n## ${line()}\n\n${lines(60)}\n`;
}

/** The n-th query: two words, neither the most frequent nor the rarest. */
export function questionOf(n) {
  const random = randomSource(1_000_000 + n);
  return [0, 1].map(() => words[20 + Math.floor(random() * 2_000)]).join(' ');
}

function word(random) {
  if (random() < 1 / 30) return String(Math.floor(random() * 10_000));
  const at = random() * shares[shares.length - 1];
  let [low, high] = [0, shares.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (shares[middle] < at) low = middle + 1;
    else high = middle;
  }
  return words[low];
}

/** Distinct words of two or three syllables; frequent ones are shorter. */
function vocabulary(count) {
  const syllables = [...'bdfgklmnprstvz'].flatMap((one) => [...'aeiou'].map((other) => one + other));
  return Array.from({ length: count }, (_, n) => {
    const rest = Math.floor(n / syllables.length);
    const third = Math.floor(rest / syllables.length);
    const parts = [n, rest, third].map((index) => syllables[index % syllables.length]);
    return third === 0 ? parts[0] + parts[1] : parts.join('');
  });
}

/** Zipf's law: the n-th word is about n times rarer than the first. */
function cumulativeShares(count) {
  let sum = 0;
  return Float64Array.from({ length: count }, (_, n) => {
    sum += 1 / (n + 2.7);
    return sum;
  });
}
