import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CollectionIndex } from './collection-index.js';
import { hasCheckDigit } from './text/barcodes.js';

interface Item {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

/** An index of names and codes, which are declared as identifiers or values like others. */
function indexOf(items: readonly Item[], isDeclared: boolean, phoneCountry?: string): CollectionIndex {
  const index = new CollectionIndex({ embedderId: 'none', phoneCountry });
  for (const { id, name, code } of items) {
    const text = isDeclared ? name : `${name}\n${code}`;
    index.upsert({ externalId: id, text, identifiers: isDeclared ? [id, code] : [id], vector: null });
  }
  return index;
}

function resolve(index: CollectionIndex, text: string) {
  const { hits, verdict, reasons } = index.search({ text, vector: null, limit: 5 });
  return { ids: hits.map(({ externalId }) => externalId), verdict, reasons };
}

const rug: Item = { id: 'other', name: 'Woven rug', code: 'RG-7700' };

describe('a barcode', () => {
  const digits = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{9,11}$/))
    .map(([first, rest]) => [...'0123456789'].map((last) => `${first}${rest}${last}`).find(hasCheckDigit) as string);
  const padded = (text: string) =>
    fc.constantFrom(...[11, 12, 13, 14].filter((length) => length >= text.length)).map((n) => text.padStart(n, '0'));

  test('finds its record with any zeros in front', () => {
    const spelled = digits.chain((text) => fc.tuple(padded(text), padded(text)));
    fc.assert(
      fc.property(
        spelled,
        fc.boolean(),
        fc.constantFrom('', 'EAN ', 'gtin: '),
        ([stored, asked], isDeclared, label) => {
          const index = indexOf([{ id: 'lamp', name: 'Brass lamp', code: stored }, rug], isDeclared);
          expect(resolve(index, label + asked)).toMatchObject({ ids: ['lamp', 'other'], verdict: 'high' });
        },
      ),
    );
  });

  test('is another number with zeros in front where its check digit does not hold', () => {
    const wrong = digits.map((text) => text.slice(0, -1) + ((Number(text.at(-1)) + 1) % 10));
    fc.assert(
      fc.property(wrong, fc.boolean(), (stored, isDeclared) => {
        const index = indexOf([{ id: 'lamp', name: 'Brass lamp', code: stored }, rug], isDeclared);
        expect(resolve(index, `0${stored}`).verdict).not.toBe('high');
      }),
    );
  });

  test('finds the record with just these zeros first', () => {
    const items = ['012345678905', '12345678905'].map((code, i) => ({ id: `lamp-${i}`, name: `Lamp ${i}`, code }));
    expect(resolve(indexOf(items, true), 'upc 012345678905')).toMatchObject({ verdict: 'high' });
    expect(resolve(indexOf(items, true), '0012345678905').verdict).toBe('low');
  });
});

describe('a telephone number', () => {
  const item = (code: string): Item => ({ id: 'ada', name: 'Ada Byron', code });

  test.each([
    ['+49 (0711) 1234567', '+497111234567'],
    ['tel:+49-711-1234567', '0049 711 1234567'],
    ['+49 711 1234567 ext. 12', '+49 711 1234567'],
    ['+49 711 1234567 ext. 12', '+49 711 1234567 x12'],
    ['+49 711 1234567 / +49 171 7654321', '+491717654321'],
    ['0711 1234567, 0171 7654321', 'phone 0171/7654321'],
    ['0711 1234567', 'tel: (0711) 1234567'],
    ['+49 711 1234567', '0711 1234567'],
  ])('of "%s" finds its record as "%s"', (stored, asked) => {
    for (const isDeclared of [true, false]) {
      expect(resolve(indexOf([item(stored), rug], isDeclared), asked).verdict).toBe('high');
    }
  });

  test.each(['+33 1 23 45 67 89', '+43 123456789', '+44 123 456 789', '+49 123 456789', '0049 123 456789'])(
    'of an unknown country is not "%s"',
    (asked) => {
      for (const stored of ['0123 456789', '123-456-789', '(0123) 456789']) {
        for (const isDeclared of [true, false]) {
          expect(resolve(indexOf([item(stored), rug], isDeclared), asked).verdict).toBe('none');
        }
      }
    },
  );

  test.each([
    ['0123 456789', '+49 123 456789', 'high'],
    ['+49 123 456789', '0123/456789', 'high'],
    ['0123 456789', '+44 123 456789', 'none'],
    ['+44 123 456789', '0123 456789', 'none'],
  ])('of a known country: "%s" asked as "%s" is %s', (stored, asked, verdict) => {
    for (const isDeclared of [true, false]) {
      expect(resolve(indexOf([item(stored), rug], isDeclared, 'DE'), asked).verdict).toBe(verdict);
    }
  });

  test('whose digits some record has without its plus is low', () => {
    expect(resolve(indexOf([item('6591234567'), rug], true), '+65 9123 4567').verdict).toBe('low');
  });

  test('with another extension is low', () => {
    expect(resolve(indexOf([item('+49 711 1234567'), rug], true), '+49 711 1234567 ext. 4').verdict).toBe('low');
  });
});
