import { ExactNumber, type JsonValue, parseJson } from '@tessera/json';
import { expect, test } from 'vitest';
import { checkRecordShape } from './limits.js';

function errorOf(value: unknown): string | undefined {
  const answer = checkRecordShape(value);
  return 'error' in answer ? answer.error : undefined;
}

/** A record in which the innermost container has the given level. The record itself has level 1. */
function nested(levels: number, wrap: (inner: JsonValue) => JsonValue): JsonValue {
  let value: JsonValue = {};
  for (let level = levels; level > 2; level -= 1) {
    value = wrap(value);
  }
  return { field: value };
}

test('checkRecordShape > accepts eight levels and rejects nine, in objects and arrays', () => {
  for (const wrap of [(inner: JsonValue) => ({ a: inner }), (inner: JsonValue) => [inner]]) {
    expect(errorOf(nested(8, wrap))).toBeUndefined();
    expect(errorOf(nested(9, wrap))).toBe('too_deep');
  }
  expect(errorOf(parseJson(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`))).toBe('too_deep');
});

test('checkRecordShape > accepts 500 fields and rejects 501', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, index]));
  expect(errorOf(fields(500))).toBeUndefined();
  expect(errorOf(fields(501))).toBe('too_many_fields');
});

test('checkRecordShape > accepts 20,000 values and rejects 20,001, anywhere in the record', () => {
  const field = (count: number) => Array.from({ length: count }, (_, index) => index);
  expect(errorOf({ id: 1, a: field(19_998) })).toBeUndefined();
  expect(checkRecordShape({ id: 1, a: field(19_999) })).toMatchObject({ error: 'invalid_request', field: 'a' });
  const tree = (branches: number) => Array.from({ length: branches }, () => ({ b: field(97), c: {} }));
  expect(errorOf({ a: tree(199) })).toBeUndefined();
  expect(errorOf({ a: tree(200) })).toBe('invalid_request');
});

test.each([[null], [undefined], ['text'], [5], [[]], [true], [new ExactNumber('12345678901234567890')]])(
  'checkRecordShape > rejects %j, which is not a record',
  (value) => {
    expect(errorOf(value)).toBe('invalid_request');
  },
);

test.each<[string, JsonValue]>([
  ['NUL in a value', { a: 'x\0y' }],
  ['a lone surrogate in a value', { a: '\ud83d' }],
  ['NUL in a nested key', { a: { 'k\0': 1 } }],
  ['a lone surrogate in a list', { a: [['\udc00']] }],
])('checkRecordShape > rejects %s and names the field', (_, value) => {
  expect(checkRecordShape(value)).toMatchObject({ error: 'invalid_text', field: 'a' });
});

test('checkRecordShape > escapes an unprintable field name in its message', () => {
  expect(checkRecordShape({ 'a\0': 1 })).toMatchObject({ error: 'invalid_text', field: 'a\ufffd' });
});

test('checkRecordShape > rejects a number too long to store exactly, and suggests a string', () => {
  expect(checkRecordShape({ n: new ExactNumber('1e400') })).not.toHaveProperty('error');
  for (const source of ['1e5000', '1e-5000', '1e999999999', '9'.repeat(1_001)]) {
    const answer = checkRecordShape({ n: new ExactNumber(source) });
    expect(answer).toMatchObject({ error: 'invalid_request', field: 'n', hint: expect.stringContaining('string') });
  }
});

test('checkRecordShape > returns a valid record unchanged', () => {
  const record = parseJson('{"__proto__": {"a": 1}, "emoji": "😀", "deep": [[1, "x"]]}');
  expect(checkRecordShape(record)).toEqual({ record });
});
