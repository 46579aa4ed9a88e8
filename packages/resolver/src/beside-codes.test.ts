import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Item, indexOf, resolve } from './testing/coded-items.js';

const isDeclared = fc.boolean();
const rest: readonly Item[] = [
  ['2', 'Woven rug', 'RG-7700'],
  ['40', 'Iron hook', 'VS-1200'],
  ['lamp', 'Brass lamp', '4006381333931'],
];
const letters = (length: number) => fc.stringMatching(new RegExp(`^[B-DF-HJ-KQRW-Z]{${length}}$`));
const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9]\\d{${length - 2}}[1-9]$`));
/** Codes in several parts, each with spaces between some of them. */
const spaced = fc.oneof(
  fc.tuple(digits(3), digits(3), digits(3)).map((parts) => `0 ${parts.join(' ')}`),
  fc.tuple(letters(4), digits(4)).map((parts) => parts.join(' ')),
  fc.tuple(digits(5), digits(2), digits(3)).map((parts) => parts.join(' ')),
  fc.tuple(letters(2), digits(4), letters(1), digits(3)).map(([a, b, c, d]) => `${a} ${b} ${c}${d}`),
);

describe('search: a code written with spaces', () => {
  test('is found with a small number before or after it', () => {
    const around = fc.constantFrom('Pos. 3 #', 'je 3 #', '3 #', '# 3', '1) #', '#, 3', '3 x #', '# pcs 12');
    fc.assert(
      fc.property(spaced, around, isDeclared, (code, around, isDeclared) => {
        const index = indexOf([['part', 'Wiper blade', code], ...rest], isDeclared);
        const found = resolve(index, around.replace('#', code));
        expect([found.text, found.first, found.verdict]).toEqual([
          found.text,
          'part',
          expect.stringMatching('low|high'),
        ]);
      }),
    );
  });

  test('is low and first with another one, whatever separates them', () => {
    const signs = fc.constantFrom(' / ', ' + ', ' | ', ' or ', ', ', ' & ');
    fc.assert(
      fc.property(spaced, spaced, signs, (code, other, sign) => {
        fc.pre(code !== other);
        const index = indexOf([['part', 'Wiper blade', code], ['seal', 'Rubber seal', other], ...rest], true);
        const { text, verdict, ids } = resolve(index, `${code}${sign}${other}`);
        expect([text, verdict, ids.slice(0, 2).sort()]).toEqual([text, 'low', ['part', 'seal']]);
      }),
    );
  });

  test('is not a telephone number with an extension because of its letters', () => {
    const items: readonly Item[] = [
      ['part', 'Wiper blade', '0 101 101 102'],
      ['seal', 'Rubber seal', 'DW 1001 F101'],
    ];
    const { verdict, ids } = resolve(indexOf([...items, ...rest], true), '0 101 101 102, DW 1001 F101');
    expect([verdict, ids.slice(0, 2).sort()]).toEqual(['low', ['part', 'seal']]);
    for (const text of ['0 101 101 103, DW 1001 F101', '101 101 103, DW 1001 F101']) {
      expect(resolve(indexOf([...items, ...rest], true), text)).toMatchObject({ text, verdict: 'low', first: 'seal' });
    }
  });

  test('is another code with one more, one less or another character', () => {
    const alter = fc.constantFrom(
      (code: string, at: number) => code.slice(0, at) + code.slice(at + 1),
      (code: string, at: number) => code.slice(0, at) + (/\d/.test(code.charAt(at)) ? '7' : 'P') + code.slice(at + 1),
      (code: string) => `${code}7`,
      (code: string) => `${code}P`,
    );
    const inBody = fc.nat(20);
    fc.assert(
      fc.property(spaced, alter, inBody, isDeclared, (code, alter, at, isDeclared) => {
        const other = alter(code, 1 + (at % (code.length - 1)));
        const squeezed = (text: string) => text.replaceAll(' ', '');
        fc.pre(squeezed(other) !== squeezed(code));
        const index = indexOf([['part', 'Wiper blade', code], ...rest], isDeclared);
        expect(resolve(index, other)).not.toMatchObject({ text: other, verdict: 'high' });
      }),
    );
  });
});

describe('search: a part of an identifier', () => {
  test('in the form of a telephone number is not one', () => {
    const items: readonly Item[] = [['valve', 'Valve with coil', 'DE 10 2015 741 588'], ...rest];
    for (const isDeclared of [true, false]) {
      const index = indexOf(items, isDeclared);
      expect(resolve(index, 'DE 10 2015 741 588')).toMatchObject({ verdict: 'high', first: 'valve' });
      for (const text of ['DK 10 2015 741 588', '10 2015 741 588', 'E 10 2015 741 588']) {
        expect(resolve(index, text)).not.toMatchObject({ text, verdict: 'high' });
      }
    }
  });

  test('is not the id of another record', () => {
    const items: readonly Item[] = [['7', 'openssl-3.0.2', 'X-1'], ['3', 'Oak desk', 'X-2'], ...rest];
    const index = indexOf(items, true);
    for (const text of ['openssl-3.0.2-7', 'oak desk 3']) {
      expect(resolve(index, text)).toMatchObject({ text, verdict: 'low' });
    }
  });

  test('is not a quantity if it starts like one', () => {
    const index = indexOf([['part', 'Wiper blade', 'PKG-2936'], ['2936', 'Oak desk', 'X-2'], ...rest], true);
    for (const text of ['PKG-2936', 'pkg-2936 x 3', 'pkg-2936/2']) {
      expect(resolve(index, text).first).toBe('part');
    }
  });
});

describe('search: labels', () => {
  test('of several words lead to the code behind them', () => {
    const kind = fc.constantFrom('part', 'article', 'model', 'serial', 'Artikel-', 'Bestell-', 'ref.', 'order', 'PN');
    const number = fc.constantFrom(' no.', ' number', ' Nr.', ' no', '');
    const items: readonly Item[] = [
      ['valve', 'Valve housing', 'V50-16'],
      ['pump', 'Pump', 'P60-20'],
    ];
    const index = indexOf(items, true);
    fc.assert(
      fc.property(kind, number, (kind, number) => {
        expect(resolve(index, `${kind}${number} V50-16`)).toMatchObject({ verdict: 'high', first: 'valve' });
        expect(resolve(index, `${kind}${number} V50-17`).verdict).not.toBe('high');
      }),
    );
  });

  test('joined to a known code are low, because they can be a part of another code', () => {
    const label = fc.constantFrom('VAT', 'SKU', 'REF', 'EAN', 'PO');
    const code = fc.constantFrom(['BP1044', 'valve'], ['15799', 'shelf'], ['4006381333931', 'lamp']);
    const items: readonly Item[] = [['valve', 'Bypass valve', 'BP1044'], ['shelf', 'Oak shelf', '15799'], ...rest];
    const index = indexOf(items, true);
    fc.assert(
      fc.property(label, code, (label, [code, id]) => {
        const text = label + code;
        expect(resolve(index, text)).toMatchObject({ text, verdict: 'low', first: id });
        expect(resolve(index, `${text.slice(0, -1)}0`)).toMatchObject({ verdict: 'none' });
      }),
    );
  });

  test('that start the code of another record are low, and both are first', () => {
    const items: readonly Item[] = [['1001', 'Miller', 'RE-2024-0012'], ['1002', 'Becker', '2024/0012'], ...rest];
    for (const text of ['Re: 2024/0012', 'RE: 2024-0012', 're# 2024/0012']) {
      const { verdict, ids } = resolve(indexOf(items, true), text);
      expect([text, verdict, ids.slice(0, 2).sort()]).toEqual([text, 'low', ['1001', '1002']]);
    }
  });
});

describe('search: undeclared codes', () => {
  test('of two records are low, and both are first', () => {
    const join = fc.constantFrom(' or ', ', ', ' ', '/', '\n');
    const code = fc.oneof(
      digits(7),
      digits(8),
      fc.tuple(digits(3), letters(2)).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(code, code, join, (code, other, join) => {
        fc.pre(code !== other);
        const items: readonly Item[] = [['part', 'Wiper blade', code], ['seal', 'Rubber seal', other], ...rest];
        const { text, verdict, ids } = resolve(indexOf(items, false), code + join + other);
        expect([text, verdict, ids.slice(0, 2).sort()]).toEqual([text, 'low', ['part', 'seal']]);
      }),
    );
  });

  test('beside the identifier of another record are low', () => {
    const items: readonly Item[] = [['case', 'Miller v. Becker', '5 Ca 345/22'], ...rest];
    for (const text of ['RG-7700 or 5 Ca 345/22', '5 Ca 345/22, RG-7700']) {
      expect(resolve(indexOf(items, false), text)).toMatchObject({ text, verdict: 'low' });
    }
  });

  test('in a pasted row are found, with their title or a price', () => {
    const code = fc.constantFrom('RS6', 'K9Z', 'B52', 'AB-12-C', 'P4-B06');
    const row = fc.constantFrom(
      '#\t2\t14.90',
      '#;2;14,90 EUR',
      '1\t#\tRubber seal\t2\t9.99',
      '# 12.50',
      'Pos. 1;#;2 Stk',
    );
    fc.assert(
      fc.property(code, row, isDeclared, (code, row, isDeclared) => {
        const index = indexOf([['part', 'Rubber seal', code], ...rest], isDeclared);
        const { text, verdict, first } = resolve(index, row.replace('#', code));
        expect([text, first, verdict]).toEqual([text, 'part', expect.stringMatching('low|high')]);
      }),
    );
  });
});

describe('search: addresses', () => {
  test('with another letter are not high', () => {
    const items: readonly Item[] = [['1', 'status17.mill.example'], ['3', 'mail4.berg.example'], ...rest];
    const index = indexOf(items, false);
    for (const text of [
      'status17.mill.exanple',
      'status17.nill.example',
      'mail4.berk.example',
      '"mail4.berg.examplo"',
    ]) {
      expect(resolve(index, text)).not.toMatchObject({ text, verdict: 'high' });
    }
  });

  test.each(['10.1.6.193', '10.20.30.41'])('of a host are not telephone numbers: "%s"', (address) => {
    const index = indexOf([['host', 'Web server', address], ...rest], true);
    expect(resolve(index, address)).toMatchObject({ verdict: 'high', first: 'host' });
    expect(resolve(index, `0${address}`)).not.toMatchObject({ verdict: 'high' });
  });
});

describe('search: a time of day', () => {
  const hour = fc.integer({ min: 10, max: 23 });
  const time = fc.tuple(hour, fc.integer({ min: 10, max: 59 })).map((parts) => parts.join(':'));

  test('is high only for a record that has it, wherever else its numbers are', () => {
    const range = fc.tuple(time, time).filter(([from, to]) => from !== to);
    fc.assert(
      fc.property(range, ([from, to]) => {
        const index = indexOf([['visit', `Guided visit ${from}-${to}`], ...rest], false);
        const numbers = `${from}:${to}`.split(':');
        const others = numbers
          .flatMap((a) => numbers.map((b) => `${a}:${b}`))
          .filter((pair) => ![from, to].includes(pair));
        expect(resolve(index, `visit ${from}`).verdict).toBe('high');
        for (const other of others) {
          expect([other, resolve(index, `visit ${other}`).verdict]).toEqual([other, expect.stringMatching('low|none')]);
        }
      }),
    );
  });
});
