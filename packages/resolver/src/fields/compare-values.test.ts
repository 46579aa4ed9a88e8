import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareValues } from './compare-values.js';
import type { FieldKind, FieldValue } from './field-value.js';
import { kindOfValue } from './field-value.js';

const text = (...texts: string[]): FieldValue => ({ texts, isNumber: false });
const number = (value: number): FieldValue => ({ texts: [String(value)], isNumber: true });

describe('compareValues', () => {
  it.each<[FieldKind, string, string, string]>([
    ['identifier', 'DE 123.456-789', 'de123456789', 'yes'],
    ['identifier', 'DE123456788', 'DE123456789', 'no'],
    ['identifier', '4006381333931', '04006381333931', 'yes'],
    ['identifier', '4006381333932', '04006381333932', 'no'],
    ['number', '12.46', '12.5', 'yes'],
    ['number', '12.56', '12.5', 'close'],
    ['number', '399.4', '399', 'yes'],
    ['number', '$1,299.50', '1299.5', 'yes'],
    ['number', '1.299,50 €', '1299.5', 'yes'],
    ['number', '70', '69.95', 'close'],
    ['number', '70', '95', 'no'],
    ['number', '1985', '1986', 'no'],
    ['number', '12345678901234567', '12345678901234568', 'no'],
    ['date', '1985-03-12', '1985-03-12T08:00:00Z', 'yes'],
    ['date', '12.03.1985', '1985-03-12', 'yes'],
    ['date', '3/12/1985', '1985-03-12', 'yes'],
    ['date', '1985-12-03', '1985-03-12', 'close'],
    ['date', '1985-03-21', '1985-03-12', 'close'],
    ['date', '1999-07-01', '1985-03-12', 'no'],
    ['phone', '0711 1234567', '+49 711 123 45 67', 'yes'],
    ['phone', '+49 711 1234567', '0711/1234567', 'close'],
    ['phone', '0711 1234567', '0711 7654321', 'no'],
    ['email', 'Anna@Mail.Example', 'anna@mail.example', 'yes'],
    ['email', 'anna@mial.example', 'anna@mail.example', 'close'],
    ['email', 'anna@mail.example', 'peter@mail.example', 'no'],
    ['enum', 'In Stock', 'in_stock', 'yes'],
    ['enum', 'open', 'opened', 'no'],
    ['text', 'Weber, Anna', 'Anna Weber', 'yes'],
    ['text', 'Müller', 'Mueller', 'yes'],
    ['text', 'Ana Weber', 'Anna Weber', 'close'],
    ['text', 'A. Weber', 'Anna Weber', 'close'],
    ['text', 'Hauptstr. 12', 'Hauptstraße 12', 'close'],
    ['text', 'Hauptstraße 14', 'Hauptstraße 12', 'no'],
    ['text', 'Peter Weber', 'Anna Weber', 'no'],
    ['text', '無線マウス', '無線マウス', 'yes'],
  ])('compares the %s "%s" with "%s": %s', (kind, sent, stored, expected) => {
    expect(compareValues({ kind }, text(sent), text(stored))).toBe(expected);
  });

  it('reads national telephone numbers as numbers of the given country', () => {
    const field = { kind: 'phone', country: 'DE' } as const;
    expect(compareValues(field, text('+49 711 1234567'), text('0711/1234567'))).toBe('yes');
    expect(compareValues({ ...field, country: 'FR' }, text('+49 711 1234567'), text('0711/1234567'))).not.toBe('yes');
  });

  it('compares the best pair of two lists', () => {
    expect(compareValues({ kind: 'text' }, text('lamp', 'desk'), text('chair', 'desk'))).toBe('yes');
  });

  it('returns yes for an equal value and absent for a missing one, for every kind', () => {
    const kinds = fc.constantFrom<FieldKind>('identifier', 'number', 'date', 'phone', 'email', 'enum', 'text');
    const value = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), fc.double().map(String));
    fc.assert(
      fc.property(kinds, value, (kind, sent) => {
        fc.pre(sent.trim() !== '');
        expect(compareValues({ kind }, text(sent), text(sent))).toBe('yes');
        expect(compareValues({ kind }, text(sent), text())).toBe('absent');
        expect(compareValues({ kind }, text(), text(sent))).toBe('absent');
      }),
    );
  });
});

it.each<[FieldValue, FieldKind]>([
  [number(39.9), 'number'],
  [text('anna@mail.example'), 'email'],
  [text('1985-03-12'), 'date'],
  [text('+49 711 1234567'), 'phone'],
  [text('10115'), 'text'],
  [text('Anna Weber'), 'text'],
])('reads %j as %s', (value, kind) => {
  expect(kindOfValue(value)).toBe(kind);
});
