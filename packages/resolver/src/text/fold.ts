const ascii = /^[\x20-\x7e\s]*$/;
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;
const combiningMarks = /[\u0300-\u036f]/g;
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
// Code points of the digit zero. In Unicode the ten digits of a script are consecutive.
const zeros = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20];

/** Whether a text is only printable ASCII and white space, which is faster to fold. */
export function isAscii(text: string): boolean {
  return ascii.test(text);
}

/** Folds a text: NFKC, lower case, without diacritics, digits as 0 to 9. */
export function fold(text: string): string {
  if (isAscii(text)) {
    return text.toLowerCase();
  }
  return withFewMarks(text)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(combiningMarks, '')
    .normalize('NFC')
    .replace(otherLetters, (letter) => replacements[letter] ?? letter)
    .replace(foreignDigit, asciiDigit);
}

/** Limits the combining marks on one letter: normalising n of them takes n² steps, and no script needs that many. */
export function withFewMarks(text: string): string {
  return text.replace(tooManyMarks, '$1');
}

function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) as number;
  const zero = zeros.find((start) => point >= start && point < start + 10);
  return zero === undefined ? digit : String(point - zero);
}

/** The letters and digits of a folded text, by which codes are compared. */
export function squeeze(text: string): string {
  return fold(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
