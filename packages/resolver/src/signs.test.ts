import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexOf, resolve } from './testing/coded-items.js';

const names = fc.constantFrom('S23', 'Paperwhite', '6', 'C', 'B12', 'Pro');
const signs = fc.constantFrom('', '+', '++', '#');

/** The answer for a query to a catalogue in which one record has a title. */
function answerTo(query: string, title: string) {
  return resolve(
    indexOf(
      [
        ['it', title],
        ['10', 'Garden hose', 'GH-77'],
        ['20', 'Wall clock', 'KX-9'],
      ],
      true,
    ),
    query,
  );
}

test('a sign behind a word, code or number is a part of its name', () => {
  fc.assert(
    fc.property(names, signs, signs, (name, own, other) => {
      const [title, query] = [own, other].map((sign) => `Reader Tyro ${name}${sign} Classic`) as [string, string];
      const { verdict } = answerTo(query, title);
      expect([title, query, verdict]).toEqual([title, query, own === other ? 'high' : 'low']);
    }),
  );
});

test('a number below zero is another one than above', () => {
  const written = fc.constantFrom('-', '−', '');
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 99 }), written, written, (number, own, other) => {
      const [title, query] = [own, other].map((minus) => `Freezer Tyro ${minus}${number} °C`) as [string, string];
      const { verdict } = answerTo(query, title);
      expect([title, query, verdict]).toEqual([title, query, (own === '') === (other === '') ? 'high' : 'low']);
    }),
  );
});

test('a title can begin with what a thing is for', () => {
  const { verdict } = answerTo('screen protector for iPhone Tyro', 'iPhone Tyro screen protector for Apple');
  expect(verdict).toBe('high');
});

test('the spaces of a query do not count', () => {
  expect(answerTo('Honor  5X  4G  Tyro  phone', 'Honor 5X 4G Tyro phone').verdict).toBe('high');
});

test('a hyphen between the values of a title is not a minus', () => {
  expect(answerTo('Yoga pant Tyro 34 green', 'Yoga pant Tyro -34-Green').verdict).toBe('high');
});

test.each([
  ['Converter Tyro VGA → DVI', 'Converter Tyro DVI → VGA'],
  ['Converter Tyro VGA -> DVI', 'Converter Tyro from DVI to VGA'],
  ['Exchange dollars for euros', 'Exchange euros for dollars'],
  ['Schulz Metallbau', 'Schulze Metallbau'],
  ['Kelli Moore', 'Kelly Moore'],
  ['Kelli Moore', 'Kelli Moor'],
  ['Peter van den Berg', 'Peter van der Berg'],
  ['Stick Tyro 64 GB', 'Stick Tyro 64 GB/s'],
  ['Pump Tyro 3000 l/h', 'Pump Tyro 3000 l/min'],
  ['Headphones Tyro on ear', 'Headphones Tyro over ear'],
  ['Tyro off road tyre', 'Tyro on road tyre'],
  ['Jeans Tyro 32/34', 'Jeans Tyro 32/32'],
])('"%s" is not "%s"', (one, other) => {
  expect([answerTo(one, one).verdict, answerTo(other, other).verdict]).toEqual(['high', 'high']);
  expect([answerTo(one, other).verdict, answerTo(other, one).verdict]).toEqual(['low', 'low']);
});

test.each([
  ['Converter Tyro VGA → DVI', 'Converter Tyro VGA to DVI'],
  ['Capacitor Tyro 100 nF', 'Capacitor Tyro 0.1 µF'],
  ['Resistor Tyro 4.7 kΩ', 'Resistor Tyro 4700 Ω'],
  ['Camcorder Tyro 1102', 'Is Camcorder Tyro 1102 in stock?'],
  ['Eggs Tyro size M free range', 'free range eggs Tyro size M'],
])('"%s" is also "%s"', (one, other) => {
  expect([answerTo(one, other).verdict, answerTo(other, one).verdict]).toEqual(['high', 'high']);
});
