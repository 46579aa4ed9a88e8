import { ExactNumber, type JsonValue, parseJson } from '@tessera/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, contentHash } from './canonical-json.js';

test('keys are ordered by code unit at every level, white space and number spelling do not matter', () => {
  const sent = parseJson(
    '{ "b": [1.0, {"z": 1e2, "a": null}], "a": "\\u00e9", "": true, "\\ud83d\\ude00": 1, "\\uffff": 2 }',
  );
  expect(canonicalJson(sent)).toBe('{"":true,"a":"é","b":[1,{"a":null,"z":100}],"😀":1,"\uffff":2}');
});

test('numbers that a double cannot hold differ when their values do, and only then', () => {
  expect(canonicalJson(new ExactNumber('12345678901234567890.50'))).toBe('12345678901234567890.5');
  expect(contentHash(new ExactNumber('12345678901234567890'))).not.toEqual(
    contentHash(new ExactNumber('12345678901234567891')),
  );
});

test('a field named __proto__ is part of the content', () => {
  expect(canonicalJson(parseJson('{"__proto__": 1, "a": 2}'))).toBe('{"__proto__":1,"a":2}');
});

test('the hash does not depend on the order of keys and is 32 bytes', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<JsonValue>), (record) => {
      const reversed = Object.fromEntries(Object.entries(record).reverse());
      expect(contentHash(reversed)).toEqual(contentHash(record));
      expect(contentHash(record)).toHaveLength(32);
    }),
  );
});

test('canonical JSON means the same as what was sent', () => {
  fc.assert(
    fc.property(fc.jsonValue() as fc.Arbitrary<JsonValue>, (value) => {
      expect(parseJson(canonicalJson(value))).toEqual(parseJson(JSON.stringify(value)));
    }),
  );
});
