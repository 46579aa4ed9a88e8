import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../acceptance/full-size.mjs';
import { CollectionIndex } from './collection-index.js';
import { hasCheckDigit } from './text/codes.js';

interface Item {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

/** Creates an index of names and codes. The codes are declared identifiers, or else ordinary values. */
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
  const ids = hits.map(({ externalId }) => externalId);
  return { ids, first: ids[0], verdict, reasons };
}

const rug: Item = { id: 'other', name: 'Woven rug', code: 'RG-7700' };

describe('search: barcodes', () => {
  const digits = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{9,11}$/))
    .map(([first, rest]) => [...'0123456789'].map((last) => `${first}${rest}${last}`).find(hasCheckDigit) as string);
  const padded = (text: string) =>
    fc.constantFrom(...[11, 12, 13, 14].filter((length) => length >= text.length)).map((n) => text.padStart(n, '0'));

  test('finds a record with any number of leading zeros', () => {
    const spelled = digits.chain((text) => fc.tuple(padded(text), padded(text)));
    fc.assert(
      fc.property(
        spelled,
        fc.boolean(),
        fc.constantFrom('', 'EAN ', 'gtin: ', 'EAN13: ', 'EAN-13 ', 'GTIN14 ', 'UPC-A '),
        ([stored, asked], isDeclared, label) => {
          const index = indexOf([{ id: 'lamp', name: 'Brass lamp', code: stored }, rug], isDeclared);
          expect(resolve(index, label + asked)).toMatchObject({ ids: ['lamp', 'other'], verdict: 'high' });
        },
      ),
    );
  });

  test('reads a number with a wrong check digit and other leading zeros as another number', () => {
    const wrong = digits.map((text) => text.slice(0, -1) + ((Number(text.at(-1)) + 1) % 10));
    fc.assert(
      fc.property(
        wrong.chain((text) => fc.tuple(padded(text), padded(text)).filter(([stored, asked]) => stored !== asked)),
        fc.boolean(),
        ([stored, asked], isDeclared) => {
          const index = indexOf([{ id: 'lamp', name: 'Brass lamp', code: stored }, rug], isDeclared);
          expect(resolve(index, asked).verdict, asked).not.toBe('high');
        },
      ),
    );
  });

  test('ranks the record with exactly these leading zeros first', () => {
    const items = ['012345678905', '12345678905'].map((code, i) => ({ id: `lamp-${i}`, name: `Lamp ${i}`, code }));
    expect(resolve(indexOf(items, true), 'upc 012345678905')).toMatchObject({ verdict: 'high' });
    expect(resolve(indexOf(items, true), '0012345678905').verdict).toBe('low');
  });
});

describe('search: a quantity joined to a code', () => {
  const sign = fc.constantFrom('x', 'X', 'pcs', 'Stk', '×');
  const count = fc.integer({ min: 1, max: 999 });
  const glued = (code: fc.Arbitrary<string>) =>
    fc.tuple(code, sign, count, fc.boolean()).map(([code, sign, count, isBefore]) => ({
      code,
      text: isBefore ? `${count}${sign}${code}` : `${code}${sign}${count}`,
      count: String(count),
      sign,
    }));
  /** Searches for a code with a quantity. One record has the code, and another one has the quantity as its id. */
  const search = (code: string, count: string, text: string) =>
    resolve(
      indexOf([{ id: 'lamp', name: 'Brass lamp', code }, { id: count, name: 'Oak desk', code: 'OD-8800' }, rug], true),
      text,
    );

  test('finds the code if it is a number', () => {
    fc.assert(
      fc.property(glued(fc.stringMatching(/^[1-9]\d{3,4}[1-9]$/)), ({ code, count, text }) => {
        expect(search(code, count, text), text).toMatchObject({ first: 'lamp', verdict: 'high' });
      }),
    );
  });

  test('finds the code, but is not high for letters and digits, because they may be a longer code', () => {
    fc.assert(
      fc.property(glued(fc.stringMatching(/^[ABFGH][JKMNQ]-?[1-9]\d{2,3}$/)), ({ code, count, text, sign }) => {
        expect(search(code, count, text), text).toMatchObject({
          first: 'lamp',
          verdict: sign === '×' ? 'high' : 'low',
        });
      }),
    );
  });

  test.each(['120x60', '1200x600', 'M8x20', '40x60cm'])('leaves the size %s unchanged', (text) => {
    const sizes = ['120', '1200', '60', '600'].map((id) => ({ id, name: `Panel ${id}`, code: `P-${id}00` }));
    expect(resolve(indexOf(sizes, true), text).verdict).not.toBe('high');
  });

  test('does not find a code that contains the quantity', () => {
    const items = ['P17', 'P1712'].map((id) => ({ id, name: `Panel ${id}`, code: `X-${id}` }));
    expect(resolve(indexOf(items, true), 'p17×12')).toMatchObject({ ids: ['P17', 'P1712'], verdict: 'high' });
  });
});

describe('search: telephone numbers', () => {
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
  ])('"%s" finds its record as "%s"', (stored, asked) => {
    for (const isDeclared of [true, false]) {
      expect(resolve(indexOf([item(stored), rug], isDeclared), asked).verdict).toBe('high');
    }
  });

  test.each(['+33 1 23 45 67 89', '+43 123456789', '+44 123 456 789', '+49 123 456789', '0049 123 456789'])(
    'of an unknown country, "%s" does not match',
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
  ])('of a known country: "%s" searched as "%s" is %s', (stored, asked, verdict) => {
    for (const isDeclared of [true, false]) {
      expect(resolve(indexOf([item(stored), rug], isDeclared, 'DE'), asked).verdict).toBe(verdict);
    }
  });

  test('is low if a record has the same digits without the plus sign', () => {
    expect(resolve(indexOf([item('6591234567'), rug], true), '+65 9123 4567').verdict).toBe('low');
  });

  test('is none for another area code', () => {
    for (const isDeclared of [true, false]) {
      const index = indexOf([item('(5) 555-4729'), { id: 'eve', name: 'Eve Moss', code: '555-4729' }, rug], isDeclared);
      expect(resolve(index, '(6) 555-4729').verdict).toBe('none');
    }
  });

  test('is low for another extension', () => {
    expect(resolve(indexOf([item('+49 711 1234567'), rug], true), '+49 711 1234567 ext. 4').verdict).toBe('low');
  });
});

const shop: readonly Item[] = [
  { id: '1', name: 'Oak shelf', code: '15799' },
  { id: '2', name: 'Elm bench', code: 'HN-220-L' },
  { id: '3', name: 'Brass lamp', code: '20771' },
  { id: '7', name: 'Pine chair', code: 'HN-220-R' },
  { id: '12', name: 'Iron hook', code: 'VS12' },
  { id: '4711', name: 'Wall clock', code: '4006381333931' },
  { id: '250', name: 'Tin bucket', code: '4006381333948' },
];
/** Ids, and values in the form of codes, each with its record. */
const coded = fc.constantFrom(...shop.map(({ id, code }) => [code, id] as const), ['4711', '4711'] as const);
const words = ['x', '×', '*', 'pcs', 'pieces', 'Stück', 'mal', 'pièces', 'piezas', 'uds', 'pezzi', 'stuks', 'peças'];
const before = ['qty', 'quantity:', 'Menge', 'Anzahl', 'quantité', 'cantidad', 'quantità', 'aantal', 'quantidade'];
const number = fc.constantFrom('2', '3', '5', '12', '40');
const counted = fc.oneof(
  fc.tuple(number, fc.constantFrom(...words)).map(([n, word]) => ({ after: `${word} ${n}`, before: `${n} ${word}` })),
  fc.tuple(number, fc.constantFrom(...before)).map(([n, word]) => ({ after: `${word} ${n}`, before: `${word} ${n}` })),
  fc.tuple(number, fc.constantFrom('pcs', 'Stück', 'units')).map(([n, word]) => ({
    after: `, ${n} ${word}`,
    before: `${n} ${word} of`,
  })),
);
const around = fc.constantFrom(
  (text: string) => text,
  (text: string) => `I need ${text} please`,
  (text: string) => `order ${text}`,
);

describe('search: quantities', () => {
  test('before or after a code are not read as identifiers', () => {
    fc.assert(
      fc.property(coded, counted, around, fc.boolean(), ([code, id], quantity, say, isBefore) => {
        const text = say(isBefore ? `${quantity.before} ${code}` : `${code} ${quantity.after}`);
        expect([text, resolve(indexOf(shop, true), text)]).toMatchObject([text, { verdict: 'high' }]);
        expect(resolve(indexOf(shop, true), text).ids[0]).toBe(id);
        const { ids, verdict } = resolve(indexOf(shop, false), text);
        expect([text, verdict, ids[0]]).toEqual([text, verdict, verdict === 'high' ? id : ids[0]]);
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  test('with a word such as "of" before the number are not read as identifiers', () => {
    const words = ['pack of', 'packs of', 'box of', 'Packung mit', 'boîte de', 'caja de', 'scatola da', 'doos van'];
    const code = fc.constantFrom(['15799', '1'], ['HN-220-L', '2'], ['RG-7700', 'other']);
    fc.assert(
      fc.property(code, fc.constantFrom(...words), fc.constantFrom('3', '7', '12', '44'), ([code, id], word, count) => {
        for (const text of [`${code} ${word} ${count}`, `${word} ${count} ${code}`]) {
          const { ids, verdict } = resolve(indexOf([...shop, rug], true), text);
          expect([text, verdict, ids[0]]).toEqual([text, 'high', id]);
        }
      }),
    );
  });

  test.each(['15799, 4', '15799 4', '4 15799', '4 of 15799', 'HN-220-L 4', '15799 x 3, please'])(
    'need no unit: "%s"',
    (text) => {
      expect(resolve(indexOf(shop, true), text)).toMatchObject({ verdict: 'high' });
      expect(resolve(indexOf(shop, true), text).ids[0]).toBe(text.startsWith('HN') ? '2' : '1');
    },
  );

  test.each(['15799 3', 'HN-220-L, 3', '3 7'])('without a unit are low if a record has it as its id: "%s"', (text) => {
    expect(resolve(indexOf(shop, true), text)).toMatchObject({ verdict: 'low' });
  });

  test.each(['3 x 7', '7 x 12', '250 x 7', '12 pcs 250'])(
    'that may be identifiers are low with that reason: "%s"',
    (text) => {
      const { verdict, ids, reasons } = resolve(indexOf(shop, true), text);
      expect(verdict).toBe('low');
      expect(reasons).toEqual(['A part of the query can be a quantity or label as well as an identifier.']);
      expect(new Set(ids.slice(0, 2))).toEqual(new Set(text.match(/\d+/g)));
    },
  );

  test.each(['15798 x 3', '99999 pcs 12', '3 x 77777', 'VS13 x 3'])('of an unknown code are not high: "%s"', (text) => {
    for (const isDeclared of [true, false]) {
      expect(resolve(indexOf(shop, isDeclared), text).verdict).not.toBe('high');
    }
  });
});

test('a quantity among words does not count as a word', () => {
  const index = indexOf([...shop, { id: 'third', name: 'Office lamp 3', code: 'OL-3300' }], true);
  for (const text of ['wall clock x 3', '3 x wall clock', 'Menge 3 wall clock', '3 mal wall clock']) {
    expect([text, resolve(index, text)]).toMatchObject([text, { first: '4711', verdict: 'high' }]);
  }
});

describe('search: quoted identifiers', () => {
  const quotes = ['""', '“”', '„“', '„”', '””', '″″', '«»', "''", '‘’', '‹›'];
  test('finds them in every kind of quotation marks', () => {
    fc.assert(
      fc.property(coded, fc.constantFrom(...quotes), fc.boolean(), ([code, id], [open, close], isLabelled) => {
        const text = `${isLabelled ? 'order ' : ''}${open}${code}${close}`;
        expect([text, resolve(indexOf(shop, true), text)]).toMatchObject([text, { verdict: 'high' }]);
        expect(resolve(indexOf(shop, true), text).ids[0]).toBe(id);
      }),
    );
  });
});

describe('search: several identifiers', () => {
  test('is low, and lists all their records first', () => {
    const between = fc.constantFrom(' or ', ', ', ' / ', ' and ', ' oder ', '; ', ' ');
    fc.assert(
      fc.property(coded, coded, between, fc.constantFrom('', '?'), ([one, id], [other, otherId], join, end) => {
        fc.pre(id !== otherId);
        const text = `${one}${join}${other}${end}`;
        const { ids, verdict, reasons } = resolve(indexOf(shop, true), text);
        expect([text, verdict, new Set(ids.slice(0, 2))]).toEqual([text, 'low', new Set([id, otherId])]);
        expect(reasons).toEqual(['The query names several identifiers, and no record has all of them.']);
      }),
    );
  });

  test('are low and first even without spaces between them, and if the last letter could be a unit', () => {
    const letters = fc.constantFrom('L', 'W', 'V', 'A', 'M', 'G', 'R', 'C');
    const joins = fc.constantFrom('/', '|', '+', ' or ', ', ');
    fc.assert(
      fc.property(letters, letters, joins, fc.boolean(), (one, other, join, isDeclared) => {
        fc.pre(one !== other);
        const items = [one, other].map((letter) => ({
          id: letter,
          name: `Handle ${letter}x`,
          code: `HN-220-${letter}`,
        }));
        const text = items.map(({ code }) => code).join(join);
        const { ids, verdict } = resolve(indexOf([...items, rug], isDeclared), text);
        expect([text, verdict, ids.slice(0, 2).sort()]).toEqual([text, 'low', [one, other].sort()]);
      }),
    );
  });

  test('are low if a record has the numbers joined', () => {
    const items = ['4', '8', '48'].map((id) => ({ id, name: `Panel ${id}x`, code: `PX-77${id}` }));
    const { ids, verdict } = resolve(indexOf(items, true), '4/8');
    expect([verdict, ids.sort()]).toEqual(['low', ['4', '48', '8']]);
  });

  test('are not read from a size such as 120x60', () => {
    const sizes = ['1/2', '3/4', '1/4'].map((size, at) => ({
      id: `${at + 2}`,
      name: `Bolt ${size} inch`,
      code: `BO-7${at}1`,
    }));
    expect(resolve(indexOf(sizes, true), 'bolt 3/4 inch')).toMatchObject({ first: '3', verdict: 'high' });
    expect(resolve(indexOf(sizes, true), '3/4 bolt').first).toBe('3');
  });

  test('are low if one of them is unknown, and the record of the other is first', () => {
    const joins = fc.constantFrom(' or ', ', ', ' / ', ' ');
    const unknown = fc.constantFrom('HN-220-X', '4006381333955', '99998', 'VS13');
    fc.assert(
      fc.property(coded, unknown, joins, fc.boolean(), ([code, id], other, join, isFirst) => {
        const text = isFirst ? `${code}${join}${other}` : `${other}${join}${code}`;
        const { ids, verdict } = resolve(indexOf(shop, true), text);
        expect([text, verdict, ids[0]]).toEqual([text, 'low', id]);
      }),
    );
  });

  test('is high if all belong to one record', () => {
    const both = [{ id: 'a', name: 'Oak shelf', code: '4006381333931' }, rug];
    const index = indexOf(both, false);
    expect(resolve(index, '4006381333931 RG-7700').verdict).toBe('low');
    index.upsert({ externalId: 'a', text: 'Oak shelf\nSH-100', identifiers: ['a', '4006381333931'], vector: null });
    expect(resolve(index, 'SH-100 4006381333931')).toMatchObject({ verdict: 'high' });
  });
});

describe('search: numbers with units, pack words and common words', () => {
  const titles = ['Antivirus suite 5pack', 'Office suite users-5 edition', 'Blank media dvds2', 'Mail server 1pk cal'];
  const items = titles.map((name, i) => ({ id: `s${i}`, name, code: `SW-90${i}1` }));

  test.each([
    'mail scanner 5 pack',
    'firewall users-5 pack',
    'firewall users 5',
    'concert dvds 2',
    'firewall 1pk',
    '5 pack',
  ])('does not read "%s" as an identifier', (text) => {
    for (const isDeclared of [true, false]) {
      expect(resolve(indexOf(items, isDeclared), text).verdict).not.toBe('high');
    }
  });
});

test('a number before a unit belongs to the unit, even after a name', () => {
  const items = ['27', '24'].map((size) => ({ id: size, name: `Monitor Lyra ${size}" curved`, code: `MO-90${size}` }));
  for (const text of ['monitor lyra 27 inch', 'lyra 27 inches curved', 'lyra 27" monitor']) {
    expect([text, resolve(indexOf(items, true), text)]).toMatchObject([text, { first: '27', verdict: 'high' }]);
  }
});

test('numbers and separators in any order have a verdict', () => {
  const items = [{ id: '5', name: 'Garden hose 10 kg', code: '0711 1234567' }];
  const part = fc.constantFrom(
    '1,299.00.10',
    '1,299',
    '0711',
    '+49',
    '123456',
    '.5',
    '10 kg',
    'id',
    'x3',
    '2024-05-01',
  );
  const text = fc.array(fc.tuple(part, fc.constantFrom(' ', '.', ',', '-', '/', '', ' x ', '(')), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(text, fc.constantFrom(undefined, 'DE'), (parts, phoneCountry) => {
      const index = indexOf(items, true, phoneCountry);
      expect(['none', 'low', 'high']).toContain(resolve(index, parts.flat().join('')).verdict);
    }),
  );
  expect(resolve(indexOf(items, true), 'id 1,299.00.10 kg').verdict).not.toBe('high');
});
