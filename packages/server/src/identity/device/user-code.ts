import type { Random } from '../../platform/secrets.js';

// Consonants only (RFC 8628, section 6.1): no digits to mistake for letters, and no words.
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;

/** A new user code as it is shown, `XXXX-XXXX`: 8 of 20 consonants, 34 bits. */
export function newUserCode(random: Random): string {
  let letters = '';
  while (letters.length < length) {
    const byte = random(1).readUInt8();
    // 240 is the last multiple of 20 in a byte. Using larger values would make some letters more likely.
    letters += byte < 240 ? alphabet.charAt(byte % alphabet.length) : '';
  }
  return grouped(letters);
}

/**
 * Normalises a typed code to the form of `newUserCode`: case, spaces and dashes are ignored. Undefined if it cannot be
 * a code.
 */
export function canonicalUserCode(typed: string): string | undefined {
  const letters = typed.replace(/[\s-]/g, '').toUpperCase();
  if (letters.length !== length || [...letters].some((letter) => !alphabet.includes(letter))) {
    return undefined;
  }
  return grouped(letters);
}

function grouped(letters: string): string {
  return `${letters.slice(0, length / 2)}-${letters.slice(length / 2)}`;
}
