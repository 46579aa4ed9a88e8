import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refuseShape } from './json-shape.js';

const limitBytes = 512 * 1024;
const check = (text: string) => refuseShape(Buffer.from(text), limitBytes);

describe('the shape of a body', () => {
  it.each([
    ['millions of open brackets', '['.repeat(4_000_000), 'is nested deeper'],
    [
      'hundreds of thousands of keys',
      `{${Array.from({ length: 600_000 }, (_, n) => `"${n}":1`).join()}}`,
      'holds more',
    ],
    ['as many values in lists', `[${'1,'.repeat(600_000)}1]`, 'holds more'],
  ])('is refused: %s', (_title, text, message) => {
    expect(() => check(text)).toThrow(message);
  });

  it('does not count what stands in texts', () => {
    expect(() => check(JSON.stringify(['[{,'.repeat(100_000), '\\', '"', '\\"', ','.repeat(100_000)]))).not.toThrow();
    expect(() => check('"never closed')).not.toThrow();
  });

  it('of any value that a client would send is taken', () => {
    fc.assert(fc.property(fc.json(), (text) => check(text)));
  });

  it('counts a value for each comma outside of texts', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 20 }), (values) => {
        const text = JSON.stringify(values);
        const commas = text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(',').length - 1;
        expect(() => refuseShape(Buffer.from(text), 8 * (commas + 1))).not.toThrow();
        if (commas > 0) {
          expect(() => refuseShape(Buffer.from(text), 8 * commas)).toThrow('holds more');
        }
      }),
    );
  });
});
