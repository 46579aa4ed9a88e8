import { describe, expect, test } from 'vitest';
import { CollectionIndex } from './collection-index.js';

const others = ['Garden hose', 'Wall clock', 'Copper kettle', 'Linen curtain', 'Paper lantern'];

function resolve(text: string, query: string, code?: string) {
  const index = new CollectionIndex({ embedderId: 'none' });
  index.upsert({ externalId: 'it', text, identifiers: code === undefined ? [] : [code], vector: null });
  for (const other of others) {
    index.upsert({ externalId: other, text: other, identifiers: [], vector: null });
  }
  const { hits, verdict, reasons } = index.search({ text: query, vector: null, limit: 2 });
  return { first: hits[0]?.externalId, verdict, reasons };
}

/** A title, what is not it, and the same said otherwise. */
const named: readonly [title: string, other: string, same: string][] = [
  ['Flour 5 kg', 'flour 5 g', 'flour 5000 g'],
  ['Elbow 1/2"', 'elbow 12"', 'elbow 1/2 inch'],
  ['Bolt zinc steel M8 x 20 mm', 'bolt zinc steel M6 x 20 mm', 'bolt zinc steel M8x20mm'],
  ['Panel 40 x 60 x 20 cm', 'panel 40 x 60 x 30 cm', 'panel 400 x 600 x 200 mm'],
  ['Pipe brass 1.5 m', 'pipe brass 1.5 mm', 'pipe brass 150 cm'],
  ['Programming in C++', 'programming in C#', 'programming in c++'],
  ['Grade B egg', 'Grade A egg', 'egg, grade B'],
  ['Atlas of birds 2nd edition', 'atlas of birds 1st edition', 'atlas of birds second edition'],
  ['Yoghurt plain without sugar', 'yoghurt plain with sugar', 'yoghurt plain sugar-free'],
  ['Adapter USB-C to HDMI', 'adapter HDMI to USB-C', 'USB-C to HDMI adapter'],
  ['Steel plate oiled', 'steel plane oiled', 'STEEL PLATE, oiled'],
  ['Royal Bank', 'Royal Bank of Scotland', 'royal bank'],
  ['Robert Brown', 'Roberta Brown', 'Brown, Robert'],
  ['Mouse wireless Tyro', 'mouse wired Tyro', 'Tyro wireless mouse'],
  ['Chair Tyro green', 'chair Tyro red', 'chair Tyro grün'],
  ['Battery Tyro 12-pack', 'battery Tyro 6-pack', 'battery Tyro pack of 12'],
  ['Player Tyro', 'case for player Tyro', 'player Tyro'],
];

describe('search: what a query says', () => {
  test.each(named)('of "%s" is accounted for: not high for "%s"', (title, other) => {
    const { verdict, reasons } = resolve(title, other);
    expect(verdict).not.toBe('high');
    expect(reasons[0]).toMatch(/`|less than half|close enough/);
  });

  test.each(named)('stays high for "%s" said otherwise than "%s": "%s"', (title, _, same) => {
    for (const text of [same, `please send me ${same}`, `do you have ${same}?`, `3 x ${same}`, `${same}, 5 pcs`]) {
      expect(resolve(title, text)).toMatchObject({ first: 'it', verdict: 'high' });
    }
  });

  test.each(named)('beside a code of the record contradicts it: "%s" is not "%s"', (title, other) => {
    const isAdded = ` ${other} `.toLowerCase().includes(` ${title} `.toLowerCase()) && !other.includes(' for ');
    expect(resolve(title, `${other} TY-4711`, 'TY-4711').verdict === 'high').toBe(isAdded);
    expect(resolve(title, `${title} TY-4711`, 'TY-4711').verdict).toBe('high');
  });

  test('a word, number or mark more never raises a verdict', () => {
    const rank = { none: 0, low: 1, high: 2 };
    const marks = ['periscope', '77', '7 kg', '3rd', 'C#', 'without lid', 'v2.1', '6-pack', 'violet', 'QX-7001'];
    for (const [title, ...texts] of named) {
      for (const text of texts) {
        const before = resolve(title, text).verdict;
        for (const mark of marks) {
          const after = resolve(title, `${text} ${mark}`).verdict;
          expect(rank[after], `${text} ${mark}`).toBeLessThanOrEqual(Math.min(rank[before], rank.low));
        }
      }
    }
  });
});

const equalQuantities = [
  ['22.5 in', '22-1/2"', '22 1/2 inch', '22½"', '22½ inches'],
  ['5.25 ft', '5-1/4 ft', '5 1/4 feet', '5¼ ft'],
  ['1.5 m', '150 cm', '1 1/2 m', '1½ metres'],
  ['500 g', '0.5 kg', '1/2 kg', '½ kg'],
];

test.each(equalQuantities)('a quantity is the same in every spelling: %s', (...spellings) => {
  for (const one of spellings) {
    for (const other of spellings) {
      expect(resolve(`Ring ${one} steel`, `ring ${other} steel`), other).toMatchObject({
        first: 'it',
        verdict: 'high',
      });
    }
    for (const other of equalQuantities.flat().filter((each) => !spellings.includes(each))) {
      expect(resolve(`Ring ${one} steel`, `ring ${other} steel`).verdict, other).not.toBe('high');
    }
  }
});

test('a code behind a relation in the query is not what the query asks for', () => {
  expect(resolve('Battery Tyro', 'charger for TY-4711', 'TY-4711').verdict).toBe('low');
  expect(resolve('Battery Tyro', 'I am looking for TY-4711', 'TY-4711').verdict).toBe('high');
});

test.each([
  ['Cartridge black, replaces HP CE278A', 'HP CE278A'],
  ['Cartridge black\nReplaces HP CE278A', 'CE278A'],
  ['Charger for NB-2LH', 'NB-2LH'],
  ['Case for Sony PSP player', 'Sony PSP player'],
])('what "%s" is for is not what it is: "%s"', (text, query) => {
  expect(resolve(text, query).verdict).not.toBe('high');
});

test('a number joined to a word is not the id of a record', () => {
  expect(resolve('Oak desk', '2 x OR-3', '3').verdict).not.toBe('high');
});
