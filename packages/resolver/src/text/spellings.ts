import { isAscii, withFewMarks } from './words.js';

const spelledOut: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' },
  ...{ ø: 'oe', Ø: 'Oe', å: 'aa', Å: 'Aa' },
};
const special = /[äöüÄÖÜøØåÅ]/g;
const letters = 'abcdefghijklmnopqrstuvwxyz';
const mistypedCharacters = { min: 2, max: 24 } as const;

/** Spells out letters that some keyboards lack ("Müller" → "Mueller"); `undefined` if there are none. */
export function spellOut(text: string): string | undefined {
  if (isAscii(text)) {
    return undefined;
  }
  const composed = withFewMarks(text).normalize('NFC');
  const written = composed.replace(special, (letter) => spelledOut[letter] ?? letter);
  return written === composed ? undefined : written;
}

/** All words with one letter dropped, added, changed or swapped with the next, for a folded word of 2 to 24 letters. */
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
