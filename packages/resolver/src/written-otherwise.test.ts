import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Item, indexOf, resolve } from './testing/coded-items.js';
import { hasCheckDigit } from './text/codes.js';

const isDeclared = fc.boolean();
const rest: readonly Item[] = [
  ['2', 'Woven rug', 'RG-7700'],
  ['lamp', 'Brass lamp', '4006381333931'],
];
const number = (least: number, most: number) => fc.integer({ min: least, max: most }).map(String);

/** Digits, and two ways to separate them of which neither contains the other. */
const regrouped = fc
  .tuple(fc.stringMatching(/^[1-9]\d{3,8}$/), fc.array(fc.boolean()), fc.array(fc.boolean()))
  .map(([digits, ...choices]) => {
    const cuts = choices.map((isCut) => [...digits].flatMap((_, at) => (at > 0 && isCut[at] ? [at] : [])));
    const separated = (at: readonly number[] = [], sign = '.') =>
      [...digits].map((digit, i) => (at.includes(i) ? sign + digit : digit)).join('');
    const [one = [], other = []] = cuts;
    const isElse = one.some((cut) => !other.includes(cut)) && other.some((cut) => !one.includes(cut));
    return { isElse, digits, separated, one, other };
  })
  .filter(({ isElse }) => isElse);

describe('search: punctuation between digits', () => {
  test.each([
    ['192.168.11.1', '192.168.1.11'],
    ['1.10.2', '11.0.2'],
    ['AB-12.345', 'AB-123.45'],
    ['A12-3', 'A1-23'],
    ['10.1234/56.7', '10.123/456.7'],
  ])('in other places is another value: "%s" and "%s"', (stored, asked) => {
    for (const isDeclared of [true, false]) {
      const index = indexOf([['part', 'Wiper blade', stored], ...rest], isDeclared);
      for (const text of [asked, `"${asked}"`, `${asked} x 3`, `do you have ${asked}?`, `wiper blade ${asked}`]) {
        expect(resolve(index, text)).not.toMatchObject({ text, verdict: 'high' });
      }
      expect(resolve(index, `wiper blade ${stored}`)).toMatchObject({ verdict: 'high', first: 'part' });
    }
  });

  test('in other places is another value behind letters', () => {
    fc.assert(
      fc.property(
        regrouped,
        isDeclared,
        fc.constantFrom('.', '-', '/'),
        ({ separated, one, other }, isDeclared, sign) => {
          const index = indexOf([['part', 'Wiper blade', `QX${separated(one, sign)}`], ...rest], isDeclared);
          const text = `QX${separated(other, sign)}`;
          expect(resolve(index, text)).not.toMatchObject({ text, verdict: 'high' });
          expect(resolve(index, `wiper blade ${text}`)).not.toMatchObject({ text, verdict: 'high' });
        },
      ),
    );
  });

  test('can be omitted in a long code, or only in some places', () => {
    const items: readonly Item[] = [
      ['book', 'A short history', '978-3-16-148410-0'],
      ['ikea', 'Shelf', '804-387-52'],
      ...rest,
    ];
    const index = indexOf(items, true);
    for (const [text, first] of [
      ['978-316148410-0', 'book'],
      ['9783161484100', 'book'],
      ['80438752', 'ikea'],
      ['804 387 52', 'ikea'],
      ['804.387.52', 'ikea'],
      ['804-38752', 'ikea'],
    ] as const) {
      expect(resolve(index, text)).toMatchObject({ text, verdict: 'high', first });
    }
  });

  test('distinguishes a version from a number', () => {
    const part = number(1, 9);
    fc.assert(
      fc.property(fc.tuple(part, part, part), fc.boolean(), (parts, isVersion) => {
        const [stored, asked] = isVersion ? [parts.join('.'), parts.join('')] : [parts.join(''), parts.join('.')];
        const index = indexOf([['ssl', `openssl ${stored}`], ...rest], false);
        expect(resolve(index, `openssl ${asked}`)).not.toMatchObject({ verdict: 'high' });
        expect(resolve(index, `openssl ${stored}`)).toMatchObject({ verdict: 'high', first: 'ssl' });
      }),
    );
  });
});

describe('search: the order of numbers', () => {
  test('distinguishes sizes', () => {
    const sizes = fc.tuple(number(100, 899), number(10, 99));
    fc.assert(
      fc.property(sizes, fc.constantFrom('/', '-', ' '), ([width, height], sign) => {
        const index = indexOf([['tyre', `Winter tyre ${width}/${height} R16`], ...rest], false);
        const text = `tyre ${height}${sign}${width} R16`;
        expect(resolve(index, text)).not.toMatchObject({ text, verdict: 'high' });
        expect(resolve(index, `tyre ${width}${sign}${height} R16`)).toMatchObject({ verdict: 'high', first: 'tyre' });
      }),
    );
  });
});

describe('search: numbers of a title', () => {
  test.each([
    ['Socket screw M5 x 20 8.8', 'Socket screw M5 x 200 8.8'],
    ['Socket screw M5x20', 'Socket screw M5 x 200'],
    ['Oak panel 120 x 60', 'Oak panel 120 x 61'],
    ['Ramipril 5 mg Tablets 20 St', 'Ramipril 5 mg Tablets 30 St'],
    ['Ramipril 400 mg Tablets 98 St', 'Ramipril 98 mg Tablets 400 St'],
    ['Opera row 5 seat 4', 'Opera row 4 seat 5'],
    ['Opera 5 rows seat 4', 'Opera 4 rows seat 5'],
    ['LED bulb E14 9W', 'LED bulb E1 49W'],
    ['LED bulb GU10 3W 4000K 1055 lm', 'LED bulb GU10 30W 4000K 1055 lm'],
    ['Pearl white matt 0.75 l', 'Pearl white matt 075 l'],
    ['Night train 10:15 to Graz 14:30', 'Night train 10:15 to Graz 14:50'],
  ])('distinguish it: "%s" is not "%s"', (title, other) => {
    const index = indexOf([['first', title, 'QX-7001'], ...rest], true);
    for (const text of [other, other.toLowerCase(), `2 x ${other}`, `do you have ${other}?`, `"${other}"`]) {
      expect(resolve(index, text)).not.toMatchObject({ text, verdict: 'high' });
    }
    for (const text of [title, title.toLowerCase(), `2 x ${title}`, `do you have ${title}?`, `qty 7 ${title}`]) {
      expect(resolve(index, text)).toMatchObject({ text, verdict: 'high', first: 'first' });
    }
  });

  test.each([
    ['Samsung 4 Series 32 inch LCD', 'Samsung 32 inch LCD Series 4'],
    ['5 rows ticket, seat 4', 'ticket, seat 4, 5 rows'],
  ])('can be on the other side of their word: "%s" is "%s"', (title, text) => {
    expect(resolve(indexOf([['first', title], ...rest], true), text)).toMatchObject({
      verdict: 'high',
      first: 'first',
    });
  });

  test('are not those of another record with the same date', () => {
    const titles = ['Brown sugar best before 28/11/2027', 'Wheat flour best before 21/11/2027'];
    const index = indexOf(
      titles.map((title, at) => [`${101 + at}`, title]),
      true,
    );
    const text = 'Brown sugar best before 21/11/2027';
    expect(resolve(index, text)).not.toMatchObject({ text, verdict: 'high' });
    for (const title of titles) {
      expect(resolve(index, title)).toMatchObject({ verdict: 'high' });
    }
  });

  test('are found beside the id of the record', () => {
    const titles = ['Single room garden', 'Double room garden', 'Single room street', 'Single room garden'];
    const index = indexOf(
      titles.map((title, at) => [`${101 + at}`, title]),
      true,
    );
    for (const text of ['Single room garden, 101', '101\tSingle room garden\t5\t12.90', 'Single room garden (101)']) {
      expect(resolve(index, text)).toMatchObject({ text, verdict: expect.stringMatching('low|high') });
      expect(resolve(index, text).ids.slice(0, 2)).toContain('101');
    }
  });
});

test('a part of a code before a letter is not a measure', () => {
  const index = indexOf([['shirt', 'Blue shirt', 'WS12-M-Blue'], ['rug', 'Woven rug 3x5', '15799'], ...rest], true);
  for (const text of ['WS-12-M-Blue', 'ws12 m blue', 'WS12-M-BLUE x 3']) {
    expect(resolve(index, text)).toMatchObject({ text, verdict: 'high', first: 'shirt' });
  }
  for (const text of ['3 × 15799', '3×15799', '3 x 15799', '15799×3']) {
    expect(resolve(index, text)).toMatchObject({ text, verdict: 'high', first: 'rug' });
  }
});

describe('search: a code with a quantity', () => {
  test.each([
    ['1456 RVX', '1456 RV x 3'],
    ['T-6289/7', 'T-62897/3'],
    ['P 637 564 93 92', 'S 637 564 93 92'],
    ['LOT-2024-251573', '0LOT 2024 251573'],
  ])('is not high if it can be another code: "%s" and "%s"', (code, text) => {
    for (const isDeclared of [true, false]) {
      const index = indexOf([['part', 'Wiper blade', code], ['3', 'Oak desk', 'X-3'], ...rest], isDeclared);
      expect(resolve(index, text)).not.toMatchObject({ text, verdict: 'high' });
    }
  });

  test.each(['do you have 4214780 in stock?', '(4214780)', 'bitte 4214780 bestellen', 'je voudrais 4214780 svp'])(
    'is found among words of a request: "%s"',
    (text) => {
      const index = indexOf([['part', 'Wiper blade', '4214780'], ...rest], false);
      expect(resolve(index, text)).toMatchObject({ text, first: 'part', verdict: expect.stringMatching('low|high') });
    },
  );
});

describe('search: the name of a host', () => {
  test('is another one with a plural, or with a word that queries usually omit', () => {
    const index = indexOf([['1', 'api1.mill.berg'], ['3', 'mail.mill.com'], ...rest], false);
    for (const text of ['api1.mills.berg', 'api1.mill.bergs', 'mail.mill.con', 'mail.mill.to', 'mails.mill.con']) {
      expect(resolve(index, text)).not.toMatchObject({ text, verdict: 'high' });
      expect(resolve(index, `is ${text} up?`)).not.toMatchObject({ verdict: 'high' });
    }
    expect(resolve(index, 'is api1.mill.berg up?')).toMatchObject({ verdict: 'high', first: '1' });
  });
});

describe('search: a leading zero', () => {
  test('of a code with separators is not a trunk prefix', () => {
    const code = fc.tuple(number(100, 999), number(100, 999), number(100, 999));
    fc.assert(
      fc.property(
        code,
        fc.constantFrom('.', '-', ' ', '/'),
        isDeclared,
        fc.boolean(),
        (parts, sign, isDeclared, isStored) => {
          const codes = [parts.join(sign), `0${parts.join(sign)}`];
          fc.pre(!hasCheckDigit(parts.join('')));
          const [stored, asked] = (isStored ? codes : codes.toReversed()) as [string, string];
          const index = indexOf([['part', 'Wiper blade', stored], ...rest], isDeclared);
          for (const text of [asked, asked.replaceAll(sign, '')]) {
            expect([text, resolve(index, text).verdict]).toEqual([text, expect.stringMatching('low|none')]);
          }
          expect(resolve(index, stored)).toMatchObject({ verdict: 'high', first: 'part' });
        },
      ),
    );
  });
});

describe('search: a short number', () => {
  test.each(['the 42 please', 'please 42', 'order the 42', '"42" please', 'price of 42'])(
    'among words of a request is low, because it may be no identifier: "%s"',
    (text) => {
      const index = indexOf([['42', 'Oak desk', 'OD-1'], ['7', 'Iron hook', 'IH-2'], ...rest], true);
      expect(resolve(index, text)).toMatchObject({ text, first: '42', verdict: expect.stringMatching('low|high') });
    },
  );
});

test.each([
  ['Player Tyro Blu-ray', 'player Tyro black', 'TY-4711', false],
  ['Player Tyro Blu-ray blue', 'player Tyro black', 'TY-4711', true],
  ['Sedia Tyro blu', 'sedia Tyro nera', 'TY-4711', true],
  ['Notebook Tyro Z550N/B', 'notebook Tyro C Series', 'Z550N/B', false],
  ['Notebook Tyro B', 'notebook Tyro C', 'Z550N', true],
])('only a whole word is a colour or letter of a record: "%s" for "%s" with %s', (title, text, code, isOther) => {
  const found = resolve(indexOf([['first', title, code], ...rest], true), `${text} ${code}`);
  expect([found.first, /contradict/.test(found.reasons[0] ?? '')]).toEqual(['first', isOther]);
});

test('a colour that a sign joins to the word behind it is a part of a name, and contradicts no colour', () => {
  const colour = fc.constantFrom('red', 'blue', 'orange', 'schwarz', 'vert', 'blu');
  const sign = fc.constantFrom('-', '.', "'");
  fc.assert(
    fc.property(colour, fc.constantFrom('hat', 'box', 'ray', 'code'), sign, (word, name, sign) => {
      const joined = word + sign + name;
      const index = indexOf([['first', `Player Tyro ${joined}`, 'TY-4711'], ...rest], true);
      expect(resolve(index, 'player Tyro yellow TY-4711').reasons[0]).not.toMatch(/contradict/);
      expect(resolve(index, `player Tyro ${joined}`)).toMatchObject({ first: 'first', verdict: 'high' });
      expect(resolve(index, `player Tyro ${word} ${name}`).reasons[0]).not.toMatch(/contradict/);
    }),
  );
});

test.each([
  'Player Tyro black/white',
  'Player Tyro dark-blue',
  'Player Tyro sky-blue',
  'Player Tyro-L-black',
  'Player Tyro-black-XL',
  'Player Tyro black-4711',
  'Player Tyro charcoal/black',
])('a colour behind a word, or before a number, a size or another colour is a colour: "%s"', (title) => {
  const index = indexOf([['first', title, 'TY-4711'], ...rest], true);
  expect(resolve(index, 'player Tyro yellow TY-4711').reasons[0]).toMatch(/contradict/);
});
