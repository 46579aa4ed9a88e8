import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.js';

describe('csvOf', () => {
  it('quotes every cell', () => {
    expect(
      csvOf([
        ['a', 'say "b"'],
        ['c, d', 'two\nlines'],
      ]),
    ).toBe('"a","say ""b"""\r\n"c, d","two\nlines"\r\n');
  });

  it('adds an apostrophe to a cell that a spreadsheet would execute as a formula', () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'];
    expect(csvOf([formulas])).toBe(`${formulas.map((formula) => `"'${formula}"`).join(',')}\r\n`);
  });
});
