import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunksOf } from './chunks.js';
import { hashText, lowerHashAfter } from './hash.js';
import { Synonyms } from './synonyms.js';
import { recordTerms } from './terms.js';
import { fold, squeeze, stem } from './words.js';

const chunkTexts = (text: string) => chunksOf(text).map((chunk) => chunk.text);
const termsOf = (text: string) => new Set(recordTerms(text, []).keys);
const shared = (a: string, b: string) => [...termsOf(a)].filter((term) => termsOf(b).has(term)).length;

describe('fold', () => {
  test.each([
    ['Suprêmes Délices', 'supremes delices'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['Łódź', 'lodz'],
    ['Smørrebrød', 'smorrebrod'],
    ['ﬁle ＡＢＣ１２', 'file abc12'],
    ['٤٢', '42'],
    ['Ω', 'ω'],
  ])('converts %s to %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('gives the same result for composed and decomposed characters, and if applied twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

describe('stem', () => {
  test.each([
    ['batteries', 'battery'],
    ['boxes', 'box'],
    ['watches', 'watch'],
    ['chairs', 'chair'],
    ['houses', 'house'],
    ['toys', 'toy'],
    ['movies', 'movie'],
    ['glasses', 'glass'],
    ['bonuses', 'bonus'],
    ['tvs', 'tv'],
    ['dvds', 'dvd'],
  ])('maps %s and %s to the same stem', (plural, singular) => {
    expect(stem(plural)).toBe(stem(singular));
  });

  test.each([
    ['car', 'care'],
    ['pan', 'pane'],
    ['desk', 'disk'],
  ])('maps %s and %s to different stems', (a, b) => {
    expect(stem(a)).not.toBe(stem(b));
  });
});

describe('chunksOf', () => {
  test('keeps a number with separators as one chunk, in one spelling', () => {
    expect(chunkTexts('1,299.00 and 2.5 or 10/100')).toEqual(['1299', 'and', '2.5', 'or', '10', '100']);
  });

  test('keeps the last zero of a version', () => {
    expect(chunkTexts('15.10 and 15.1')).toEqual(['15.10', 'and', '15.1']);
  });

  test('starts a new chunk where a script without spaces starts', () => {
    expect(chunkTexts('iPhone手机64GB')).toEqual(['iphone', '手机', '64gb']);
  });

  test('reads an inch mark after a number as its unit', () => {
    expect(chunkTexts('15" screen')).toEqual(['15', 'in', 'screen']);
  });

  test('never fails for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(chunksOf(text).every((chunk) => chunk.text.length > 0)).toBe(true);
        expect(recordTerms(text, [text]).length).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('recordTerms', () => {
  test('contain a code without its separators, however it is written', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z]{2,5}$/),
        fc.stringMatching(/^\d{2,6}$/),
        fc.constantFrom('', ' ', '-', '_', '/', '.'),
        (letters, digits, separator) => {
          expect(shared(`x ${letters}${separator}${digits} y`, `${letters}${digits}`)).toBeGreaterThan(0);
        },
      ),
    );
  });

  test.each([
    ['16 GB', '16GB'],
    ['16-gigabyte', '16gb'],
    ['15"', '15 inches'],
    ['2.5 litres', '2.5 l'],
    ['1,500 watt', '1500W'],
  ])('contain the same measure for %s and %s', (a, b) => {
    expect(shared(a, b)).toBeGreaterThan(0);
  });

  test('do not depend on records that were read before', () => {
    const text = 'desk\nThe Walnut\nthe walnut\n0151 2345678\nlamp 16 GB';
    const sorted = (phoneCountry: string, lines = text) =>
      [...recordTerms(lines, [], { synonyms: new Synonyms(), phoneCountry }).keys].sort();
    const first = { DE: sorted('DE'), US: sorted('US') };
    expect(first.DE).not.toEqual(first.US);
    for (const again of [0, 1]) {
      sorted('DE', `lamp ${again}\n${text}`);
      expect({ DE: sorted('DE'), US: sorted('US') }).toEqual(first);
    }
  });

  test('contain adjacent characters of scripts without spaces', () => {
    expect(shared('無線マウス', 'マウス')).toBeGreaterThan(0);
    expect(shared('無線', '有線')).toBe(0);
  });
});

describe('hashText', () => {
  test('returns the same on every machine', () => {
    expect(hashText('Tessera', 1)).toBe(hashText('Tessera', 1));
    expect(hashText('', 0)).toBe(1428916607266574);
    expect(hashText('Tessera', 1)).toBe(5731830274451166);
  });

  test('is a safe integer, and depends on seed and text', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(1000), (text, seed) => {
        expect(Number.isSafeInteger(hashText(text, seed))).toBe(true);
        expect(hashText(text, seed)).not.toBe(hashText(text, seed + 1));
        expect(hashText(text, seed)).not.toBe(hashText(`${text}a`, seed));
      }),
    );
  });

  test('has the same lower half as lowerHashAfter of a prefix and the rest', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(20), fc.nat(20), (prefix, text, seed, start) => {
        const whole = hashText(prefix + text.slice(start), seed);
        expect(lowerHashAfter(prefix, seed)(text, Math.min(start, text.length)) >>> 0).toBe(whole % 2 ** 32);
      }),
    );
  });
});

describe('squeeze', () => {
  test('keeps only letters and digits', () => {
    expect(squeeze('MT/122/11112222')).toBe('mt12211112222');
    expect(squeeze('azure.Interior24@example.com')).toBe('azureinterior24examplecom');
  });
});
