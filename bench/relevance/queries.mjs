// Ways in which people write the name or code of a known record.
import { randomSource } from './random.mjs';

const sentences = [
  (text) => `do we have ${text} in stock?`,
  (text) => `Show me ${text}, please`,
  (text) => `what is the price of ${text}`,
  (text) => `I am looking for ${text}`,
];

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** One typo in the longest word: a letter dropped, doubled, swapped or replaced. */
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

/** Some of the words in their order, at least two. */
export function shorten(text, random) {
  const words = text.split(/\s+/);
  if (words.length < 4) {
    return text;
  }
  const kept = words.filter(() => random() < 0.6);
  return kept.length < 2 ? words.slice(0, 2).join(' ') : kept.join(' ');
}

/** The same words in another order. */
export function reorder(text, random) {
  const words = text.split(/\s+/);
  for (let last = words.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [words[last], words[other]] = [words[other], words[last]];
  }
  return words.join(' ');
}

/** Drops one of at least three words. */
export function dropWord(text, random) {
  const words = text.split(/\s+/);
  return words.length < 3 ? text : words.toSpliced(Math.floor(random() * words.length), 1).join(' ');
}

const extras = [
  'please',
  'urgent',
  'new',
  'best',
  'original',
  'asap',
  'from last week',
  'again',
  'the one with',
  'online',
];

/** Adds words that are unrelated to the record. */
export function extend(text, random) {
  const extra = () => extras[Math.floor(random() * extras.length)];
  return random() < 0.5 ? `${extra()} ${text}` : `${text} ${extra()}`;
}

const longCode = /[A-Za-z]*\d[\w-]{2,}/g;

/**
 * Another product variant: replaces one word by a word of another name. A name with a code still identifies its record.
 */
export function swapWord(text, random, others) {
  if (text.search(longCode) >= 0) {
    return text;
  }
  const words = text.split(/\s+/);
  const positions = words.flatMap((word, i) => (/^\W*\p{L}{3,}\W*$/u.test(word) ? [i] : []));
  const donors = others[Math.floor(random() * others.length)].name.match(/\p{L}{4,}/gu) ?? [];
  const donor = donors[Math.floor(random() * donors.length)];
  const at = positions[Math.floor(random() * positions.length)];
  if (donor === undefined || at === undefined || text.toLowerCase().includes(donor.toLowerCase())) {
    return text;
  }
  return words.with(at, words[at].replace(/\p{L}+/u, donor)).join(' ');
}

/** Another product of the same series: changes one digit of every code. */
export function recode(text, random) {
  return text.replace(longCode, (code) => {
    const digits = [...code.matchAll(/\d/g)].map(({ index }) => index);
    const at = digits[Math.floor(random() * digits.length)];
    return code.slice(0, at) + ((Number(code[at]) + 1 + Math.floor(random() * 8)) % 10) + code.slice(at + 1);
  });
}

/** One to three words of random letters, for which no record is correct. */
export function gibberish(random) {
  const word = () =>
    Array.from({ length: 4 + Math.floor(random() * 6) }, () => letters[Math.floor(random() * 26)]).join('');
  return Array.from({ length: 1 + Math.floor(random() * 3) }, word).join(' ');
}

/** The text in a sentence that a person could have written. */
export function inSentence(text, random) {
  return sentences[Math.floor(random() * sentences.length)](text);
}

/** Spellings of a code, all of which must find its record first. */
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

/** A name reduced to letters and digits, for comparison. */
export const squeezed = (name) => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** Two or three words of the name, and one of the record's other text. */
function keywords({ name, text }, random) {
  const pick = (words) => words[Math.floor(random() * words.length)];
  const rest = text.slice(name.length).match(/\p{L}{4,}/gu) ?? [];
  const named = reorder(name, random)
    .split(' ')
    .slice(0, 2 + Math.floor(random() * 2));
  return [...named, ...(rest.length > 0 ? [pick(rest)] : [])].join(' ');
}

/** Queries for known records of a corpus: `{text, answer}`; `answer` null means that no record is correct. */
export function knownItemQueries(records, seed, count) {
  const random = randomSource(seed);
  const named = records.filter(({ name }) => /[\p{L}\p{N}]{2}/u.test(name));
  const idByName = new Map(named.map(({ id, name }) => [squeezed(name), id]));
  const idOf = (record, text) => (squeezed(text) === squeezed(record.name) ? record.id : idByName.get(squeezed(text)));
  const finding = [
    (text) => text,
    (text) => text.toLowerCase(),
    misspell,
    shorten,
    inSentence,
    reorder,
    dropWord,
    extend,
  ];
  const changing = [recode, swapWord];
  const forms = [...finding, ...changing];
  return Array.from({ length: count }, (_, i) => {
    const record = named[Math.floor(random() * named.length)];
    const form = forms[i % (forms.length + 1)];
    if (form === undefined) {
      return { text: keywords(record, random), answer: record.id };
    }
    const text = form(record.name, random, named);
    const isChanged = changing.includes(form) && text !== record.name;
    // The shortened name may be the whole name of another record.
    return { text, answer: idOf(record, text) ?? (isChanged ? null : record.id) };
  });
}

/** Queries for records by their codes, and for unknown codes. */
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
