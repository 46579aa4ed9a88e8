import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Item, indexOf, resolve } from './testing/coded-items.js';

const rest: readonly Item[] = [
  ['10', 'Garden hose', 'GH-77'],
  ['20', 'Wall clock', 'KX-9'],
];
const search = (title: string, query: string) => resolve(indexOf([['it', title], ...rest], true), query);

describe('search: a function word', () => {
  test('in place of that of the title is another name', () => {
    const names = fc.constantFrom(
      ...['Jan # Vries', 'Banco # Norte', 'Report # March Tyro', '# Eat Berlin', '# Clear Windows', 'Ludwig # Braun'],
    );
    const word = fc.constantFrom('de', 'van', 'von', 'del', 'all', 'just', 'our', 'without', 'over', 'para', 'im');
    fc.assert(
      fc.property(names, word, word, (name, one, other) => {
        const [title, query] = [one, other].map((each) => name.replace('#', each)) as [string, string];
        const { verdict, first } = search(title, query);
        expect([title, query, verdict === 'high', first]).toEqual([title, query, one === other, 'it']);
      }),
    );
  });

  test('between words of the title counts, unless it only links them', () => {
    const titles = fc.constantFrom('Chair # oak Tyro', 'Voucher # fifty Tyro', 'Baker # Ventures Tyro');
    const counted = fc.constantFrom('over', 'up', 'off', 'than', 'some', 'our', 'this', 'not', 'about', 'se', 'into');
    const links = fc.constantFrom('of', 'in', 'the', 'de', 'en', 'für', 'con', 'di', 'van', 'em', 'of the');
    fc.assert(
      fc.property(titles, fc.tuple(counted, links), (title, [word, link]) => {
        const [plain, more, same] = ['', word, link].map((each) => title.replace('#', each)) as [
          string,
          string,
          string,
        ];
        expect([more, search(plain, more).verdict]).not.toContain('high');
        expect([same, search(plain, same)]).toMatchObject([same, { verdict: 'high', first: 'it' }]);
      }),
    );
  });

  test.each(['red', 'braun', 'left', 'wireless'])('that says that something lacks "%s" is not left out', (word) => {
    for (const title of [`Speaker without ${word}`, `Set Tyro without ${word} handles`]) {
      expect(search(title, title)).toMatchObject({ verdict: 'high', first: 'it' });
      for (const other of ['', 'with ']) {
        const query = title.replace('without ', other);
        expect([query, search(title, query).verdict]).toEqual([query, 'low']);
      }
    }
  });

  test.each([
    ['Samsung case for Samsung phone', 'show me Samsung case for Samsung phone'],
    ['Just Eat Berlin', 'show me Just Eat Berlin, please'],
    ['Du monde entier', 'The Du monde entier'],
    ['The Jackson Group', 'do we have Jackson Group in stock?'],
    ['Ink cartridge for Tyro', 'do you have Tyro ink cartridge?'],
    ['Case for Tyro phone', 'please send me the Tyro phone case'],
  ])('of a request contradicts nothing: "%s", "%s"', (title, query) => {
    expect(search(title, query)).toMatchObject({ verdict: 'high', first: 'it' });
  });
});

describe('search: a sign, place or writing of a number', () => {
  const others = `
    Router Tyro v2 | Router Tyro ≥ v2
    Cable Tyro 230 V | Cable Tyro > 230 V
    Voucher Tyro 50 EUR | Voucher Tyro $50
    Voucher Tyro 50 EUR | Voucher Tyro 50 %
    Discount Tyro 20 % | Discount Tyro 20 ‰
    Drops Tyro 100 mg/ml | Drops Tyro 100 mg
    Flat 3 rooms floor 2 | Flat 3 rooms floor 3
    Lindenweg 12a Köln | Lindenweg 12 Köln
    Switch 00:1A:2B:3C:4D:5E | Switch 00:1A:2B:3C:5E:4D
    Opening 1.e4 e5 | Opening 1.e5 e4
    Station 48.2082, 16.3738 | Station 16.3738, 48.2082
    Bolt M10x1.25 zinc | Bolt M10x1.25 LH zinc`;
  const equal = `
    Voucher Tyro 50 EUR | Voucher Tyro €50
    Voucher Tyro €50 | Voucher Tyro 50 €
    Discount Tyro 20 % | Discount Tyro 20%
    Class Tyro 18:30 | Class Tyro 6:30 pm
    Ferry Tyro 09:15 | Ferry Tyro 9:15
    Invoice Kranz 12.03.2024 | Invoice Kranz 12.3.2024
    Desk Tyro 449 | Desk Tyro 449 €`;
  const pairsOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(' | ') as [string, string]);

  test.each(pairsOf(others))('makes another thing of "%s": "%s"', (title, query) => {
    expect(search(title, title)).toMatchObject({ verdict: 'high', first: 'it' });
    expect(search(title, query).verdict).not.toBe('high');
  });

  test.each(pairsOf(equal))('is the same in "%s" and "%s"', (title, query) => {
    expect(search(title, query)).toMatchObject({ verdict: 'high', first: 'it' });
  });
});
