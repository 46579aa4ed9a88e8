import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactNumber, parseJson, stringifyJson } from './json.js';

const depth = 100_000;
const nest = (inner: string): string => '['.repeat(depth) + inner + ']'.repeat(depth);

describe('parseJson, stringifyJson', () => {
  it('preserve every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        expect(stringifyJson(parseJson(text))).toBe(text);
      }),
    );
  });

  it('preserve integers of any length', () => {
    fc.assert(
      fc.property(fc.bigInt(), (integer) => {
        expect(BigInt(stringifyJson(parseJson(String(integer))))).toBe(integer);
      }),
    );
  });

  it.each(['12345678901234567890', '0.10000000000000001', '1e999', '-1e-999', '9007199254740993', '1E400'])(
    'preserve %s, which a double would change',
    (literal) => {
      expect(parseJson(literal)).toEqual(new ExactNumber(literal));
      expect(stringifyJson({ value: parseJson(`[${literal}]`) })).toBe(`{"value":[${literal}]}`);
    },
  );

  it('read a number with a million digits between other values in linear time', () => {
    const literal = `1.${'0'.repeat(1_000_000)}1`;
    expect(parseJson(`[${literal}]`)).toEqual([new ExactNumber(literal)]);
  });

  it('do not change digits in strings and keys', () => {
    const text = '{"12345678901234567890":"12345678901234567890 \\" 1e999","exact":12345678901234567890}';
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  it('read a string with millions of escaped characters next to a number', () => {
    const value = parseJson(`{"text":"${'\\u00e9'.repeat(5_500_000)}","n":1e999}`);
    expect(value).toEqual({ text: 'é'.repeat(5_500_000), n: new ExactNumber('1e999') });
  });

  it('treat __proto__ as an ordinary field, with and without exact numbers', () => {
    for (const text of ['{"__proto__":{"a":1}}', '{"__proto__":12345678901234567890,"b":{"__proto__":1e999}}']) {
      const value = parseJson(text);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(stringifyJson(value)).toBe(text);
    }
  });

  it('use the last value of a repeated key', () => {
    expect(parseJson('{"a":12345678901234567890,"a":2}')).toEqual({ a: 2 });
  });

  it('read a hundred thousand levels, with and without exact numbers', () => {
    for (const inner of ['1', '12345678901234567890']) {
      let levels = 0;
      for (let value: unknown = parseJson(nest(inner)); Array.isArray(value); value = value[0]) {
        levels += 1;
      }
      expect(levels).toBe(depth);
    }
  });
});
