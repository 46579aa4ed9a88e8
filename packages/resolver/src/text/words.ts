const ascii = /^[\x20-\x7e\s]*$/;
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;
const combiningMarks = /[\u0300-\u036f]/g;
const dashes = /[\u2010-\u2015\u2212]/g;
/** Soft hyphens, zero-width characters and marks of direction. */
const invisible = /\p{Cf}/gu;
/** Signs that NFKC replaces by letters, which would join the word before or after. */
const signs = { before: /[™℠]/g, after: /[№℡℻º](?=\S)/g } as const;
/** Vowel points of Hebrew and Arabic, hamza and the Arabic line that only stretches a word. */
const points =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0640]/g;
const otherLetters = /[ßæœøłđðþıŋħŧىیةہکٱ]/g;
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
  ...{ ى: 'ي', ی: 'ي', ة: 'ه', ہ: 'ه', ک: 'ك', ٱ: 'ا' },
};
/** Letters of codes that look like Latin ones. */
const lookAlikes = new Map(
  [...'авекмнорстухіјѕαβεζηικνορτυχ'].map((letter, at) => [letter, 'abekmhopctyxijsabezhiknoptyx'.charAt(at)]),
);
const codeLike = /[\p{L}\p{N}][\p{L}\p{N}_/.-]*/gu;
const otherScript = /[^\P{L}a-z]/gu;
const foreign = /[\u0370-\u04ff]/;
/** A size of three numbers or more. Between two, the sign can be that of a quantity. */
const times = /(?<=\d)\s?[×✕✖]\s?(?=\d)/g;
const sizes = /\d(?:\s?[×✕✖]\s?\d+(?:[.,]\d+)?){2,}/g;
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
  const folded = withFewMarks(text)
    .replace(signs.before, ' ')
    .replace(signs.after, '$& ')
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(dashes, '-')
    .toLowerCase()
    .normalize('NFD')
    .replace(combiningMarks, '')
    .replace(points, '')
    .normalize('NFC')
    .replace(otherLetters, (letter) => replacements[letter] ?? letter)
    .replace(foreignDigit, asciiDigit)
    .replace(sizes, (size) => size.replace(times, 'x'));
  return foreign.test(folded) ? folded.replace(codeLike, latinCode) : folded;
}

/** A code in which all letters of other scripts look like Latin ones, in Latin letters: "С278А". Other text as it is. */
function latinCode(text: string): string {
  const others = text.match(otherScript) ?? [];
  const isCode = others.length > 0 && /[a-z0-9]/.test(text) && others.every((letter) => lookAlikes.has(letter));
  return isCode ? text.replace(otherScript, (letter) => lookAlikes.get(letter) ?? letter) : text;
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

/** Short for "straße", also at the end of a name. */
const street = /^(?:[a-z]{3,})?str$/;

/**
 * Maps the singular and plural of a folded word to the same stem, without a dictionary. Drops a plural `s`, then a
 * silent `e`, and writes a final `y` as `i`: "batteries" and "battery" become "batteri", "boxes" and "box" become
 * "box". Words of up to three letters are kept, except those like "TVs", and so are words of other scripts.
 */
export function stem(word: string): string {
  if (street.test(word)) {
    return `${word}ass`;
  }
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
