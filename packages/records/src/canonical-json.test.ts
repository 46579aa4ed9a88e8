import { ExactNumber, type JsonValue, parseJson } from '@tessera/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, contentHash } from './canonical-json.js';

test('canonicalJson > sorts keys by code unit at every level, and ignores white space and number notation', () => {
  const sent = parseJson(
    '{ "b": [1.0, {"z": 1e2, "a": null}], "a": "\\u00e9", "": true, "\\ud83d\\ude00": 1, "\\uffff": 2 }',
  );
  expect(canonicalJson(sent)).toBe('{"":true,"a":"é","b":[1,{"a":null,"z":100}],"😀":1,"\uffff":2}');
});

test('canonicalJson > distinguishes numbers beyond double precision exactly if their values differ', () => {
  expect(canonicalJson(new ExactNumber('12345678901234567890.50'))).toBe('12345678901234567890.5');
  expect(contentHash(new ExactNumber('12345678901234567890'))).not.toEqual(
    contentHash(new ExactNumber('12345678901234567891')),
  );
});

test('canonicalJson > includes a field named __proto__', () => {
  expect(canonicalJson(parseJson('{"__proto__": 1, "a": 2}'))).toBe('{"__proto__":1,"a":2}');
});

test('contentHash > is 32 bytes and does not depend on key order', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<JsonValue>), (record) => {
      const reversed = Object.fromEntries(Object.entries(record).reverse());
      expect(contentHash(reversed)).toEqual(contentHash(record));
      expect(contentHash(record)).toHaveLength(32);
    }),
  );
});

test('canonicalJson > keeps the meaning of the input', () => {
  fc.assert(
    fc.property(fc.jsonValue() as fc.Arbitrary<JsonValue>, (value) => {
      expect(parseJson(canonicalJson(value))).toEqual(parseJson(JSON.stringify(value)));
    }),
  );
});
