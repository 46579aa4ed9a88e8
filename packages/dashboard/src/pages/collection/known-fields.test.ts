import { expect, it } from 'vitest';
import { knownFieldsIn, recordIn, recordText } from './known-fields.js';

it('recordText, recordIn > keep the known values in the URL, without empty rows', () => {
  const text = recordText([
    { field: 'name', value: ' Anna Weber ' },
    { field: 'city', value: '' },
    { field: '', value: 'Köln' },
  ]);
  expect(recordIn(text)).toEqual({ name: 'Anna Weber' });
  expect(knownFieldsIn(text, ['id', 'name'])).toEqual([{ field: 'name', value: 'Anna Weber' }]);
  expect(recordText([{ field: 'name', value: '' }])).toBeUndefined();
});

it.each([undefined, '', '{', '[]', '{}', '{"a": 1}', 'null'])('recordIn > rejects %j', (text) => {
  expect(recordIn(text)).toBeUndefined();
  expect(knownFieldsIn(text, ['name', 'city', 'zip', 'vat'])).toEqual(
    ['name', 'city', 'zip'].map((field) => ({ field, value: '' })),
  );
});
