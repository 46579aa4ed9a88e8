const ascii = /^[\x20-\x7e\s]*$/;
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;
const combiningMarks = /[\u0300-\u036f]/g;
const dashes = /[\u2010-\u2015\u2212]/g;
/** Soft hyphens, zero-width characters and marks of direction. */
const invisible = /\p{Cf}/gu;
/** Signs that NFKC replaces by letters, which would join the word before or after. */
const signs = { before: /[™℠]/g, after: /[№℡℻º](?=\S)/g } as const;
const otherLetters = /[ßæœøłđðþıŋħŧ]/g;
const replacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ŋ: 'n',
  ħ: 'h',
  ŧ: 't',
};
const foreignDigit = /(?!\d)\p{Nd}/gu;
// The code points of the digit zero in each script. In Unicode, the ten digits of a script are consecutive.
const zeros = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20];

/** Whether text contains only printable ASCII and white space. Such text is faster to fold. */
export function isAscii(text: string): boolean {
  return ascii.test(text);
}

/** Folds text: NFKC, lower case, without diacritics and invisible characters, dashes as hyphens, digits as 0 to 9. */
export function fold(text: string): string {
  if (isAscii(text)) {
    return text.toLowerCase();
  }
  return withFewMarks(text)
    .replace(signs.before, ' ')
    .replace(signs.after, '$& ')
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(dashes, '-')
    .toLowerCase()
    .normalize('NFD')
    .replace(combiningMarks, '')
    .normalize('NFC')
    .replace(otherLetters, (letter) => replacements[letter] ?? letter)
    .replace(foreignDigit, asciiDigit);
}

/** Limits the combining marks on one letter. Normalising n of them takes n² steps, and no script needs many. */
export function withFewMarks(text: string): string {
  return text.replace(tooManyMarks, '$1');
}

function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) as number;
  const zero = zeros.find((start) => point >= start && point < start + 10);
  return zero === undefined ? digit : String(point - zero);
}

/** Keeps only the letters and digits of a folded text. Codes are compared in this form. */
export function squeeze(text: string): string {
  return fold(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

const latinWord = /^[a-z]+$/;
// Matches plurals of two-letter words, such as "TVs" and "CDs".
const shortPlural = /^[b-df-hj-np-tv-z]{2}s$/;

/**
 * Maps the singular and plural of a folded word to the same stem, without a dictionary. Drops a plural `s`, then a
 * silent `e`, and writes a final `y` as `i`: "batteries" and "battery" become "batteri", "boxes" and "box" become
 * "box". Words of up to three letters are kept, except those like "TVs", and so are words of other scripts.
 */
export function stem(word: string): string {
  if (word.length < 4 || !latinWord.test(word)) {
    return shortPlural.test(word) ? word.slice(0, 2) : word;
  }
  let root = word;
  // Checked first, because the expressions look at every position of the word.
  if (root.endsWith('s')) {
    if (/(?:[sxz]|ch|sh)es$/.test(root) && root.length > 4) {
      root = root.slice(0, -2);
    } else if (/[^siu]s$/.test(root)) {
      root = root.slice(0, -1);
    }
  }
  if (root.length > 4 && root.endsWith('e')) {
    root = root.slice(0, -1);
  }
  return root.length > 3 && root.endsWith('y') ? `${root.slice(0, -1)}i` : root;
}

/** Matches a run of letters and digits. Punctuation between two digits is part of it, as in "2.5" and "12-34". */
const words = /[\p{L}\p{M}\p{N}]+(?:(?<=\p{N})[^\p{L}\p{M}\p{N}\s]+(?=\p{N})[\p{L}\p{M}\p{N}]+)*/gu;
const apostrophe = /['’ʼ]/g;
const between = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * The words of text in alphabetical order. Equal for strings that differ only in case, diacritics, spaces,
 * punctuation or order of words. Between two digits, any punctuation counts as the same, but is not ignored. Empty for
 * text without words.
 */
export function sortedWords(text: string): string {
  const found = fold(text).replace(apostrophe, '').match(words) ?? [];
  return found
    .map((word) => word.replace(between, '.'))
    .sort()
    .join(' ');
}

const spelledOut: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' },
  ...{ ø: 'oe', Ø: 'Oe', å: 'aa', Å: 'Aa' },
};
const special = /[äöüÄÖÜøØåÅ]/g;
const letters = 'abcdefghijklmnopqrstuvwxyz';
const mistypedCharacters = { min: 2, max: 24 } as const;

/** Spells out letters that some keyboards lack: "Müller" becomes "Mueller". Undefined if there are none. */
export function spellOut(text: string): string | undefined {
  if (isAscii(text)) {
    return undefined;
  }
  const composed = withFewMarks(text).normalize('NFC');
  const written = composed.replace(special, (letter) => spelledOut[letter] ?? letter);
  return written === composed ? undefined : written;
}

/**
 * All words with one letter dropped, added, changed or swapped with the next one. For a folded word of 2 to 24 letters.
 */
export function* mistyped(word: string): Generator<string> {
  const { min, max } = mistypedCharacters;
  if (word.length < min || word.length > max || !/^[a-z]+$/.test(word)) {
    return;
  }
  for (let at = 0; at <= word.length; at++) {
    const before = word.slice(0, at);
    const after = word.slice(at);
    const rest = after.slice(1);
    if (after !== '') {
      yield before + rest;
    }
    if (rest !== '' && rest[0] !== after[0]) {
      yield before + rest[0] + after[0] + rest.slice(1);
    }
    for (const letter of letters) {
      yield before + letter + after;
      if (after !== '' && letter !== after[0]) {
        yield before + letter + rest;
      }
    }
  }
}
