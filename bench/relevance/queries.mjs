// Ways in which people write the name or code of a record they know.
import { randomSource } from './random.mjs';

const sentences = [
  (text) => `do we have ${text} in stock?`,
  (text) => `Show me ${text}, please`,
  (text) => `what is the price of ${text}`,
  (text) => `I am looking for ${text}`,
];

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** One mistake in the longest word: a letter dropped, doubled, swapped or replaced. */
export function misspell(text, random) {
  const words = text.split(' ');
  const longest = words.reduce((best, word, i) => (word.length > words[best].length ? i : best), 0);
  const word = words[longest];
  if (word.length < 5 || /\d/.test(word)) {
    return text;
  }
  const at = 1 + Math.floor(random() * (word.length - 2));
  const other = letters[Math.floor(random() * letters.length)];
  const mistakes = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at] + word.slice(at),
    word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    word.slice(0, at) + other + word.slice(at + 1),
  ];
  words[longest] = mistakes[Math.floor(random() * mistakes.length)];
  return words.join(' ');
}

/** Some of the words, in order, at least two. */
export function shorten(text, random) {
  const words = text.split(/\s+/);
  if (words.length < 4) {
    return text;
  }
  const kept = words.filter(() => random() < 0.6);
  return kept.length < 2 ? words.slice(0, 2).join(' ') : kept.join(' ');
}

/** Another product of the same line: one digit of every code is changed. */
export function recode(text, random) {
  return text.replace(/[A-Za-z]*\d[\w-]{2,}/g, (code) => {
    const digits = [...code.matchAll(/\d/g)].map(({ index }) => index);
    const at = digits[Math.floor(random() * digits.length)];
    return code.slice(0, at) + ((Number(code[at]) + 1 + Math.floor(random() * 8)) % 10) + code.slice(at + 1);
  });
}

/** One to three words of random letters, which nothing answers. */
export function gibberish(random) {
  const word = () =>
    Array.from({ length: 4 + Math.floor(random() * 6) }, () => letters[Math.floor(random() * 26)]).join('');
  return Array.from({ length: 1 + Math.floor(random() * 3) }, word).join(' ');
}

/** The text inside a sentence that a person could have written. */
export function inSentence(text, random) {
  return sentences[Math.floor(random() * sentences.length)](text);
}

/** Spellings that must all find the code first. */
export function codeSpellings(code) {
  const pieces = code.split(/[^A-Za-z0-9@]+/).filter(Boolean);
  const apart = code.replace(/([A-Za-z])(?=\d)/g, '$1 ');
  return [
    ...new Set([
      code.toLowerCase(),
      code.toUpperCase(),
      pieces.join(' ').toLowerCase(),
      pieces.join('-').toLowerCase(),
      pieces.join('').toLowerCase(),
      apart.toLowerCase(),
      apart.replaceAll(' ', '-'),
      ...sentences.map((sentence) => sentence(code)),
      ...sentences.map((sentence) => sentence(pieces.join(' ').toLowerCase())),
    ]),
  ];
}

/** Queries for known records of a corpus: `{text, answer}`; `answer` null means that there is none. */
export function knownItemQueries(records, seed, count) {
  const random = randomSource(seed);
  const named = records.filter(({ name }) => /\w{3}/.test(name));
  const forms = [(text) => text, (text) => text.toLowerCase(), misspell, shorten, inSentence, recode];
  return Array.from({ length: count }, (_, i) => {
    const record = named[Math.floor(random() * named.length)];
    const text = forms[i % forms.length](record.name, random);
    const changed = forms[i % forms.length] === recode && text !== record.name;
    return { text, answer: changed ? null : record.id };
  });
}

/** Questions for records by a code they hold, and for codes that none holds. */
export function codeQueries(records, codesOf, seed) {
  const random = randomSource(seed);
  const chosen = records.filter(() => random() < 300 / records.length);
  return chosen.flatMap((record) =>
    codesOf(record).flatMap((code) => {
      const spellings = codeSpellings(code);
      const text = spellings[Math.floor(random() * spellings.length)];
      const other = recode(code, random);
      const absent = records.some((candidate) => codesOf(candidate).includes(other)) ? [] : [inSentence(other, random)];
      return [{ text, answer: record.id }, ...absent.map((sentence) => ({ text: sentence, answer: null }))];
    }),
  );
}
