import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../acceptance/full-size.mjs';
import { isClockValue, valueHint } from '../packages/client/src/importing/value-hints.js';
import { readWriteDate } from '../packages/records/src/clock.js';
import { matchesType } from '../packages/records/src/field-rules.js';

const two = fc.nat(70).map((number) => String(number).padStart(2, '0'));
const year = fc.constantFrom('0000', '0001', '1969', '2024', '2026');
const date = fc.tuple(year, fc.constantFrom('-', '/', ''), two, two).map(([y, by, m, d]) => [y, m, d].join(by));
const time = fc.tuple(two, fc.constantFrom(':', ''), two, two).map(([h, by, m, s]) => [h, m, s].join(by));
const zone = fc.constantFrom('', 'Z', ' UTC', '+02', '+0200', '-24:00', '+02:60', 'z');
const fraction = fc.constantFrom('', '.5', ',25', '.1234567890');
const moment = fc.tuple(date, fc.constantFrom('T', ' ', '', 't'), time, fraction, zone).map((parts) => parts.join(''));
const mail = fc
  .tuple(fc.constantFrom('', 'Wed, ', 'Wed '), two, fc.constantFrom('May', 'feb', 'Foo'), year, time, zone)
  .map(([day, d, m, y, at, offset]) => `${day}${d} ${m} ${y} ${at} ${offset.trim()}`);
const digits = fc.bigInt({ min: 0n, max: 10n ** 16n }).map(String);
const dotNet = digits.map((ms) => `/Date(${ms})/`);
const numeric = fc.string({
  unit: fc.constantFrom('1', '0', '9', '.', ',', '-', '+', 'e', ' ', "'", '€'),
  maxLength: 8,
});
const spaced = (text: fc.Arbitrary<string>) =>
  fc.tuple(fc.constantFrom('', ' ', '\t'), text, fc.constantFrom('', ' ', '\n')).map((parts) => parts.join(''));
const written = spaced(
  fc.oneof(date, moment, mail, dotNet, digits, numeric, fc.constantFrom('', 'NaN', 'Infinity', 'true', '2026-04-03')),
);
const value = fc.oneof(
  written,
  fc.integer({ min: 0, max: 10 ** 15 }),
  fc.integer({ min: 19_000_101, max: 21_001_231 }),
  fc.constantFrom(true, false, null, 20240501100000, 1.5, 1_714_555_200.25),
);

it('previews > agree with the service which values match the declared type of their field', () => {
  fc.assert(
    fc.property(value, fc.constantFrom('number', 'date', 'string', 'enum'), (sent, type) => {
      expect(valueHint(JSON.stringify(sent), type) === undefined).toBe(matchesType(sent, type));
    }),
    { numRuns: propertyRuns(3_000) },
  );
});

it('previews > agree with the service which values are update times', () => {
  fc.assert(
    fc.property(value, (sent) => {
      expect(isClockValue(JSON.stringify(sent))).toBe(readWriteDate(sent).readable);
    }),
    { numRuns: propertyRuns(3_000) },
  );
});
