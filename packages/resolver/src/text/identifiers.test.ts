import fc from 'fast-check';
import { getCountries, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import { phoneSpellings, writtenIdentifiers, writtenPhones } from './identifiers.js';

/** Whether a query with a telephone number finds a record with the field value `stored`. */
function isFound(stored: string, asked: string, country?: string): boolean {
  const known = new Set(
    writtenPhones(stored.toLowerCase(), country).flatMap(({ phone }) => phoneSpellings(phone).stored),
  );
  const [first] = writtenPhones(asked.toLowerCase(), country);
  return first !== undefined && phoneSpellings(first.phone).queried.some((spelling) => known.has(spelling));
}

/** An example number of every country that has one. */
const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
const anyNumber = fc.constantFrom(...numbers);
type Spell = (number: (typeof numbers)[number]) => string;
const spell: Record<string, Spell> = {
  plain: ({ number }) => number,
  spaced: (number) => number.formatInternational(),
  dialled: (number) => number.formatInternational().replace('+', '00'),
  bracketed: ({ countryCallingCode, nationalNumber }) => `(+${countryCallingCode}) ${nationalNumber}`,
  address: (number) => number.format('RFC3966'),
  labelled: (number) => `tel: ${number.formatInternational()}`,
};
const anySpelling = fc.constantFrom(...Object.values(spell));

describe('telephone numbers', () => {
  test('with a country code are found in every spelling', () => {
    fc.assert(
      fc.property(anyNumber, anySpelling, anySpelling, (number, one, other) => {
        expect(isFound(one(number), other(number))).toBe(true);
      }),
    );
  });

  test('with a country code never match a national number of an unknown country', () => {
    const codes = [...new Set(numbers.map(({ countryCallingCode }) => countryCallingCode))];
    fc.assert(
      fc.property(anyNumber, fc.constantFrom(...codes), (number, code) => {
        const national = number.formatNational();
        expect(isFound(national, `+${code} ${national.replace(/^0/, '')}`)).toBe(false);
        expect(isFound(national, `+${code}${number.nationalNumber}`)).toBe(false);
      }),
    );
  });

  test('of a known country are found with and without its country code, but not with another code', () => {
    fc.assert(
      fc.property(anyNumber, fc.constantFrom(...numbers), (number, { countryCallingCode }) => {
        const national = number.formatNational();
        fc.pre(writtenPhones(national).length === 1);
        expect(isFound(national, number.number, number.country)).toBe(true);
        expect(isFound(number.number, national, number.country)).toBe(true);
        if (countryCallingCode !== number.countryCallingCode) {
          const other = `+${countryCallingCode} ${number.nationalNumber}`;
          expect(isFound(national, other, number.country)).toBe(false);
        }
      }),
    );
  });

  test('are found in a field that contains several numbers', () => {
    const between = fc.constantFrom(' / ', '/', ', ', '; ', ' | ', '\n', ' or ', ' oder ', ' - ', '  ');
    fc.assert(
      fc.property(anyNumber, anyNumber, anySpelling, between, (one, other, spelled, parting) => {
        const field = `${spelled(one)}${parting}${spelled(other)}`;
        expect(isFound(field, one.number)).toBe(true);
        expect(isFound(field, other.number)).toBe(true);
      }),
    );
  });

  test('are found with their extension, and not with another one', () => {
    const mark = fc.constantFrom(' ext. ', ' ext ', ' x', 'x', ';ext=', ' extension ', ' Durchwahl ', ' #', ', poste ');
    fc.assert(
      fc.property(anyNumber, mark, mark, fc.integer({ min: 1, max: 9_999 }), (number, one, other, extension) => {
        const stored = `${number.formatInternational()}${one}${extension}`;
        expect(isFound(stored, number.number)).toBe(true);
        expect(isFound(stored, `${number.formatInternational()}${other}${extension}`)).toBe(true);
        expect(isFound(stored, `${number.formatInternational()}${other}${extension + 1}`)).toBe(false);
      }),
    );
  });

  test.each([
    ['+49 (0711) 1234567', '+497111234567'],
    ['+49 (0)711 1234567', '0049 711 1234567'],
    ['+39 06 698 12345', '+39 (0)6 69812345'],
    ['0711 123456 0711 654321', '0711/654321'],
    ['00262 639 01 23 45 / 0027 71 123 4567', '+27711234567'],
    ['0711/123456-0', '0711 1234560'],
    ['555-47-29', '(555) 4729'],
  ])('"%s" is found as "%s"', (stored, asked) => {
    expect(isFound(stored, asked)).toBe(true);
  });

  test.each(['2024-03-01', '12.03.2024', '1,299.50', '15799 x 3', '10 20', '4006381333931', 'ab0711123456'])(
    'are not found in "%s"',
    (text) => {
      expect(writtenPhones(text)).toEqual([]);
    },
  );
});

describe('writtenIdentifiers', () => {
  test('finds the same with a line after the text that passes all cheap checks', () => {
    const parts = [
      'a',
      'de12',
      '3456',
      ' ',
      '.',
      'com',
      '/',
      '://',
      'https',
      'www',
      '@',
      '-',
      'de89370400440532013000',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 10 }), (all) => {
        const text = `. ${all.join('')}`;
        expect(writtenIdentifiers(text)).toEqual(writtenIdentifiers(`${text}\n@ ab12 ://.a`));
      }),
    );
  });
});
