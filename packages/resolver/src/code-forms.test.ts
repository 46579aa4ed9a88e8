import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Item, indexOf, resolve } from './testing/coded-items.js';

const isDeclared = fc.boolean();
const rest: readonly Item[] = [
  ['12', 'Woven rug', 'RG-7700'],
  ['40', 'Iron hook', 'VS-1200'],
  ['lamp', 'Brass lamp', '4006381333931'],
];

describe('search: characters of a code', () => {
  const items: readonly Item[] = [['desk', 'Oak desk', 'OD-220-K7'], ...rest];
  const found = { verdict: 'high', first: 'desk' };

  test('can be separated by invisible characters', () => {
    const invisible = fc.constantFrom('\u00ad', '\u200b', '\u200d', '\u200e', '\u2060', '\ufeff');
    fc.assert(
      fc.property(invisible, fc.nat(8), isDeclared, (character, at, isDeclared) => {
        const text = `OD-220-K7`.slice(0, at) + character + `OD-220-K7`.slice(at);
        expect(resolve(indexOf(items, isDeclared), text)).toMatchObject({ text, ...found });
      }),
    );
  });

  test('can be joined by any dash', () => {
    fc.assert(
      fc.property(fc.constantFrom(...'‐‑‒–—―−－'), isDeclared, (dash, isDeclared) => {
        const text = `OD-220-K7`.replaceAll('-', dash);
        expect(resolve(indexOf(items, isDeclared), text)).toMatchObject({ text, ...found });
        const stored = indexOf([['desk', 'Oak desk', text], ...rest], isDeclared);
        expect(resolve(stored, 'od-220-k7')).toMatchObject(found);
      }),
    );
  });

  test('do not include a sign before or after them', () => {
    const around = fc.constantFrom(['', '™'], ['', '℠'], ['', '®'], ['№', ''], ['№ ', ''], ['nº', ''], ['n°', '']);
    fc.assert(
      fc.property(around, isDeclared, ([before, after], isDeclared) => {
        const text = `${before}OD-220-K7${after}`;
        expect(resolve(indexOf(items, isDeclared), text)).toMatchObject({ text, ...found });
      }),
    );
  });

  test('include the last zero of a version', () => {
    const titles = ['Mail server 15.10', 'Mail server 16.1', 'Mail server 14.20'];
    const index = indexOf(
      titles.map((title, i) => [`s${i}`, title]),
      false,
    );
    expect(resolve(index, 'mail server 15.10')).toMatchObject({ verdict: 'high', first: 's0' });
    expect(resolve(index, 'mail server 15.1').verdict).not.toBe('high');
    expect(resolve(index, 'mail server 14.2').verdict).not.toBe('high');
  });
});

describe('search: short codes', () => {
  test('with a quantity are found, if only by their text', () => {
    const code = fc.constantFrom('RS6', 'OF7', 'B52', 'K9Z');
    const around = fc.constantFrom('# qty 6', 'qty 6 #', '2x #', '# * 12', '#, 12 Stück', '40 pièces #', '# thanks');
    fc.assert(
      fc.property(code, around, (code, around) => {
        const text = around.replace('#', code);
        const items: readonly Item[] = [['part', 'Wiper blade', code], ...rest];
        expect(resolve(indexOf(items, false), text)).toMatchObject({ text, verdict: 'low', first: 'part' });
      }),
    );
  });

  test('that look like a quantity are codes if a record has them', () => {
    const code = fc.constantFrom('ST1', 'PK4', 'X3', 'SET2');
    const around = fc.constantFrom(['# x 5', 'high'], ['5 pcs #', 'high'], ['#, 12', 'low'], ['"#","12"', 'low']);
    fc.assert(
      fc.property(code, around, (code, [around, verdict]) => {
        const text = around.replace('#', code);
        const items: readonly Item[] = [['part', 'Wiper blade', code], ...rest];
        expect(resolve(indexOf(items, true), text)).toMatchObject({
          text,
          verdict,
          ids: expect.arrayContaining(['part']),
        });
      }),
    );
  });
});

describe('search: a code beside another one', () => {
  test('that is unknown is low and first, if they are joined by a sign', () => {
    const codes = fc.tuple(fc.constantFrom('12', '40', 'RG-7700'), fc.constantFrom('QX-3368', 'ZY-11-K4', 'AB9921'));
    fc.assert(
      fc.property(
        codes,
        fc.constantFrom('/', '|', '+', '&'),
        isDeclared,
        fc.boolean(),
        (codes, join, isDeclared, isLast) => {
          const text = (isLast ? [...codes].reverse() : codes).join(join);
          const { verdict, first, reasons } = resolve(indexOf(rest, isDeclared), text);
          expect([text, verdict, first]).toEqual([text, 'low', codes[0] === '40' ? '40' : '12']);
          expect(reasons).toEqual(['The query names several identifiers, and no record has all of them.']);
        },
      ),
    );
  });

  test('of which one is not in the form of an identifier is not high', () => {
    const items: readonly Item[] = [['shoe', 'Running shoe', 'RS-42'], ['half', 'Trail shoe', 'RS-425'], ...rest];
    const between = fc.constantFrom(' or ', ', ', ' & ', '/', '\n', ' ');
    fc.assert(
      fc.property(between, isDeclared, fc.boolean(), (join, isDeclared, isLast) => {
        const text = (isLast ? ['RS-425', 'RS-42'] : ['RS-42', 'RS-425']).join(join);
        const { verdict, ids } = resolve(indexOf(items, isDeclared), text);
        expect([text, verdict, ids.slice(0, 2).sort()]).toEqual([text, 'low', ['half', 'shoe']]);
      }),
    );
  });

  test('is not formed from a code and a quantity after it', () => {
    const items: readonly Item[] = [['shoe', 'Running shoe', 'RS-42'], ['half', 'Trail shoe', 'RS-425'], ...rest];
    const forms = fc.constantFrom(
      ...(['RS-42 - 5 Stück', 'RS-42 x 5', 'RS-42 (5 pcs)', '5 x RS-42', 'RS-42, 5 units'] as const).map(
        (text) => [text, 'high'] as const,
      ),
      ...(['RS-42 5', 'rs 42 5', 'RS-42\t5', 'RS-42 @ 5'] as const).map((text) => [text, 'low'] as const),
    );
    fc.assert(
      fc.property(forms, isDeclared, ([text, verdict], isDeclared) => {
        const found = resolve(indexOf(items, isDeclared), text);
        // Undeclared, it is a value like others.
        const verdicts = isDeclared ? [verdict] : ['low', verdict];
        expect([text, verdicts.includes(found.verdict)]).toEqual([text, true]);
        expect(found.ids.slice(0, verdict === 'high' ? 1 : 2)).toContain('shoe');
      }),
    );
  });
});

describe('search: a part of a longer code', () => {
  const items: readonly Item[] = [
    ['1001', 'Invoice Miller', 'RE-2024-0012', 'DE89 3704 0044 0532 0130 00'],
    ['1002', 'Invoice Becker', '2024/0012', 'DE89 3704 0044 0532 0130 01'],
    ['1003', 'Jean Martin', '+33 1 23 45 67 89', 'FR14 2004 1010 0505 0001 3M02 606'],
    ['1004', 'Anna Schmidt', 'DE123456789', '0-8044-2957-X'],
    ['1005', 'Ida Berg', '530 0589 10', 'VK 3532'],
  ];

  test('is not a labelled identifier', () => {
    const label = fc.constantFrom('NO', 'PO', 'ID', 'SN', 'REF', 'SO');
    fc.assert(
      fc.property(
        fc.constantFrom('XR-', 'AB/', 'WH.', 'Q-'),
        label,
        fc.constantFrom('-', '/', '.'),
        isDeclared,
        (start, label, join, isDeclared) => {
          const text = `${start}${label}${join}1001`;
          expect(resolve(indexOf(items, isDeclared), text)).toMatchObject({ text, verdict: 'none' });
          expect(resolve(indexOf(items, isDeclared), `${label}${join}1001`)).toMatchObject({
            verdict: 'high',
            first: '1001',
          });
        },
      ),
    );
  });

  test('is not the telephone number or code of another record', () => {
    const index = indexOf(items, true);
    for (const [text, first] of [
      ['DE 123 456 789', '1004'],
      ['RE 2024 0012', '1001'],
      ['RE - 2024 - 0012', '1001'],
      ['2024 0012', '1002'],
      ['01 23 45 67 89', '1003'],
    ]) {
      expect(resolve(index, text as string)).toMatchObject({ text, verdict: 'high', first });
    }
  });

  test('is not enough: another character is another code', () => {
    for (const isDeclared of [true, false]) {
      for (const text of ['0-8044-2957-Q', '0-8044-2957-X7', '530 0589 10Q', '530 0589']) {
        expect(resolve(indexOf(items, isDeclared), text)).not.toMatchObject({ text, verdict: 'high' });
      }
    }
  });

  test('is not an account number, in groups or not', () => {
    const numbers = [
      ['DE89 3704 0044 0532 0130 00', '1001'],
      ['FR14 2004 1010 0505 0001 3M02 606', '1003'],
    ] as const;
    const spelled = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.replaceAll(' ', ''),
      (text: string) => text.toLowerCase().replaceAll(' ', '-'),
      (text: string) => `IBAN ${text}`,
      (text: string) => `${text} - 2 Stück`,
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...numbers),
        spelled,
        isDeclared,
        fc.integer({ min: 5, max: 20 }),
        ([number, id], spell, isDeclared, at) => {
          const index = indexOf(items, isDeclared);
          expect(resolve(index, spell(number))).toMatchObject({ verdict: 'high', first: id });
          const other =
            number.slice(0, at) + number.slice(at).replace(/\d/, (digit) => String((Number(digit) + 7) % 10));
          expect([other, resolve(index, spell(other)).verdict]).toEqual([other, 'none']);
        },
      ),
    );
  });
});

test('the start of a code or a value of digits is found beside a quantity', () => {
  const index = indexOf(
    [
      ['phone', 'Corded 2-Line telephone with answering machine', 'MT/122/11112222'],
      ['rug', 'Woven rug', 'RG-7700'],
    ],
    true,
  );
  for (const text of ['2-Line', '3 x 2-Line', '2-Line 5 pcs', '3 x MT/122']) {
    expect(resolve(index, text)).toMatchObject({ text, first: 'phone', verdict: 'low' });
  }
});
