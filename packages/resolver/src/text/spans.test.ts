import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunksOf, scanned } from './chunks.js';
import { isRegrouped, scan } from './spans.js';
import { fold } from './words.js';

/** The marks of a text as `kind value`, the most exact value of each. */
function marks(text: string): string[] {
  const folded = fold(text);
  return scan({ folded, chunks: chunksOf(folded) }).map(({ kind, values }) => `${kind} ${values[0]}`);
}

describe('scan', () => {
  test.each([
    ['flour 5 g', 'quantity 5 mass'],
    ['flour 5kg', 'quantity 5000 mass'],
    ['pipe 1.5 m', 'quantity 1.5 length'],
    ['elbow 12"', 'quantity 0.3048 length'],
    ['elbow 1/2"', 'quantity 0.0127 length'],
    ['½ bolt', 'fraction 1/2'],
    ['desk 160', 'number 160'],
    ['USB 3.0', 'number 3.0'],
    ['bolt M8×1.25×40', 'size m8x1.25x40'],
    ['panel 40 x 60 cm', 'size 0.4 lengthx0.6 length'],
    ['10-20 kg', 'range 10-20'],
    ['Atlas 2nd edition', 'ordinal 2'],
    ['zweite Auflage', 'ordinal 2'],
    ['firmware 2.9.3', 'version 2.9.3'],
    ['app v2.1', 'version 2.1'],
    ['due 28/11/2027', 'date 28/11/2027'],
    ['train 10:15', 'time 10:15'],
    ['open 3 pm', 'time 15:00'],
    ['programming in C#', 'sign c#'],
    ['C++ primer', 'sign c++'],
    ['Grade A egg', 'letter a'],
    ['a pack of 6', 'pack 6'],
    ['12-count', 'pack 12'],
    ['roter Stuhl rot', 'colour red'],
    ['wireless mouse', 'opposite wireless'],
    ['yoghurt without sugar', 'without sugar'],
    ['sugar-free yoghurt', 'without sugar'],
    ['zuckerfrei', 'without zucker'],
    ['yoghurt with sugar', 'with sugar'],
    ['HDMI to USB', 'to usb'],
    ['charger for camera', 'for camera'],
    ['anything but lamps', 'not lamp'],
    ['api1.mill.berg', 'host api1.mill.berg'],
    ['tyre 205 55', 'order 205 55'],
    ['1.10.2', 'grouped 1102 1'],
  ])('reads "%s" as %s', (text, mark) => {
    expect(marks(text)).toContain(mark);
  });

  test.each([
    ["don't", 'letter t'],
    ['order no. 5', 'without 5'],
    ['sony.com', 'with'],
  ])('does not read "%s" as %s', (text, mark) => {
    expect(marks(text).filter((each) => each.startsWith(mark))).toEqual([]);
  });

  test('never fails, and its marks consist of whole chunks in order', () => {
    const part = fc.constantFrom(
      '1',
      '2.5',
      '1/2',
      '"',
      'x',
      'kg',
      'm8',
      ' ',
      '-',
      'w/o',
      'c#',
      'free',
      '3rd',
      '×',
      'a',
      ':',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.array(part).map((all) => all.join('')),
        ),
        (text) => {
          const folded = fold(text);
          const chunks = chunksOf(folded);
          for (const { first, end, values } of scan({ folded, chunks })) {
            expect(first >= 0 && first < end && end <= chunks.length && values.length > 0).toBe(true);
          }
        },
      ),
    );
  });
});

test.each([
  ['1.10.2', '11.0.2', true],
  ['1.10.2', '1102', false],
  ['978-316148410-0', '978-3-16-148410-0', false],
])('isRegrouped compares %s with %s', (one, other, expected) => {
  expect(isRegrouped(one, other)).toBe(expected);
});

test('scan > reads 200 kB of function words, each once', () => {
  const places = scan(scanned('the '.repeat(50_000))).filter(({ kind }) => kind === 'place');
  expect(places).toEqual([]);
});
