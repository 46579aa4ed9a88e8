import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexOf, resolve } from './testing/coded-items.js';
import { hasCheckDigit } from './text/codes.js';

const others = ['Garden hose', 'Wall clock', 'Copper kettle', 'Linen curtain'].map(
  (title, at) => [`o-${at}`, title] as const,
);
const gtin = fc
  .stringMatching(/^[1-9]\d{11}$/)
  .map((digits) => [...'0123456789'].map((check) => digits + check).find(hasCheckDigit) as string);

/** What scanners and printed labels say for a trade item number of 13 digits. */
const scans: readonly ((number: string) => string)[] = [
  (number) => `]E0${number}`,
  (number) => `(01)0${number}`,
  (number) => `(01)0${number}(17)291130(10)LOT7`,
  (number) => `010${number}`,
  (number) => `]C1010${number}17291130`,
  (number) => `]d2010${number}\u001d10LOT7`,
  (number) => `https://id.gs1.org/01/0${number}`,
  (number) => `https://shop.example/de/01/0${number}/10/LOT7?17=291130`,
];

describe('search: a code as a scanner or a keyboard writes it', () => {
  test('is that of the trade item, and another one is none', () => {
    fc.assert(
      fc.property(gtin, fc.constantFrom(...scans), fc.integer({ min: 1, max: 9 }), (number, scan, more) => {
        const index = indexOf([['it', 'Oat flakes', number], ...others], true);
        expect(resolve(index, scan(number))).toMatchObject({ verdict: 'high', first: 'it' });
        const wrong = `${number.slice(0, -1)}${(Number(number.at(-1)) + more) % 10}`;
        expect([wrong, resolve(index, scan(wrong)).verdict]).not.toEqual([wrong, 'high']);
      }),
    );
  });

  test('is an ISBN in both lengths', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{8}$/), fc.boolean(), (digits, isLong) => {
        const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (10 - at), 0);
        const check = (11 - (sum % 11)) % 11;
        const short = `${digits}${check === 10 ? 'X' : check}`;
        const long = [...'0123456789'].map((last) => `978${digits}${last}`).find(hasCheckDigit) as string;
        const index = indexOf([['it', 'Atlas of birds', isLong ? long : short], ...others], true);
        expect(resolve(index, isLong ? short : long)).toMatchObject({ verdict: 'high', first: 'it' });
      }),
    );
  });

  test('finds the one record whose code looks alike, without being sure', () => {
    const cases = fc.tuple(
      fc.stringMatching(/^[A-HJKMNP-Z]{2}[2-9]{3}$/),
      fc.constantFrom('0O', 'O0', '1I', 'I1', '1L'),
    );
    fc.assert(
      fc.property(cases, ([start, [right, typed]]) => {
        const index = indexOf([['it', 'Oil filter', `${start}${right}7`], ...others], true);
        expect(resolve(index, `${start}${typed}7`)).toMatchObject({ verdict: 'low', first: 'it' });
      }),
    );
  });

  test.each(['HP-С278А', 'нр-c278a', 'ΗΡ-C278Α'])('is the same in letters of other scripts: %s', (typed) => {
    const index = indexOf([['it', 'Toner', 'HP-C278A'], ...others], true);
    expect(resolve(index, typed)).toMatchObject({ verdict: 'high', first: 'it' });
  });

  test.each(['LM317T/NOPB', 'LM317T#PBF', 'LM317T/TR'])('without its packaging leads to the record: %s', (typed) => {
    const index = indexOf([['it', 'Voltage regulator', 'LM317T'], ...others], true);
    expect(resolve(index, typed)).toMatchObject({ verdict: 'low', first: 'it' });
  });

  test('begins behind the label in front of it, and ends before the one behind', () => {
    const around = fc.constantFrom(
      '型号#',
      '型号:#',
      '型号：#',
      '订单#号',
      '商品#',
      'Artikel:#',
      'Артикул:#',
      'Артикул: #',
    );
    fc.assert(
      fc.property(around, fc.constantFrom('15799', 'GC-15799X', 'KX4411B'), (around, code) => {
        const index = indexOf([['it', 'Relay board', code], ...others], true);
        const typed = around.replace('#', code);
        expect([typed, resolve(index, typed)]).toMatchObject([typed, { verdict: 'high', first: 'it' }]);
      }),
    );
  });

  test.each(['Artikel15799', 'номер15799', 'order15799'])(
    'leads to the record with its label glued to it: %s',
    (typed) => {
      const index = indexOf([['it', 'Relay board', '15799'], ...others], true);
      expect(resolve(index, typed)).toMatchObject({ verdict: 'low', first: 'it' });
    },
  );

  test('is a size with any sign', () => {
    const items = [['it', 'Screw M8x1.25x40 zinc'], ['other', 'Screw M8x1.25x50 zinc'], ...others] as const;
    for (const typed of ['M8×1.25×40', 'M8 × 1.25 × 40', 'M8x1.25x40', 'm8 x 1,25 x 40']) {
      expect(resolve(indexOf(items, true), typed)).toMatchObject({ verdict: 'high', first: 'it' });
    }
    expect(resolve(indexOf(items, true), 'M8×1.25×60').verdict).not.toBe('high');
  });
});

describe('search: words in another spelling', () => {
  const named = [
    ['محمد الأحمد', ['مُحَمَّد الأَحْمَد', 'محمد الاحمد', 'محـمد الأحمد']],
    ['فاطمة علی', ['فاطمه علي', 'فَاطِمَة عَلِي']],
    ['שלום כהן', ['שָׁלוֹם כֹּהֵן']],
    ['Kopfstraße 60', ['Kopfstr. 60', 'Kopfstr 60', 'kopfstrasse 60']],
    ['Lange Straße 5', ['Lange Str. 5', 'lange strasse 5']],
  ] as const;

  test.each(named)('is %s', (title, spellings) => {
    const index = indexOf([['it', title], ...others], true);
    for (const typed of spellings) {
      expect(resolve(index, typed)).toMatchObject({ verdict: 'high', first: 'it' });
    }
  });
});
