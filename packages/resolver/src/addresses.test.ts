import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexOf, resolve } from './testing/coded-items.js';

const marks = fc.constantFrom('.', '-', '_', '+', '');
const forms = fc.constantFrom(
  'anna#berg@mill.example',
  'a#berg@mill-works.example',
  'anna@north#mill.example',
  'api#north.mill.example',
);
/** A record has the address as an identifier, as a line of its text, or in a sentence with other words. */
const places = fc.constantFrom('identifier', 'line', 'sentence');

describe('search: an e-mail address or host', () => {
  test('with another mark between the same letters is another one, wherever the record has it', () => {
    const queries = fc.constantFrom('#', '# please', 'Who is #?', '<#>', 'Anna Berg #', 'mail from #');
    fc.assert(
      fc.property(forms, fc.tuple(marks, marks), places, queries, (form, [own, other], place, query) => {
        const [stored, sent] = [form.replace('#', own), form.replace('#', other)];
        const code = place === 'sentence' ? `Please write to ${stored} or call the office in the morning` : stored;
        const index = indexOf(
          [
            ['it', 'Anna Berg', code],
            ['10', 'Otto Wall', 'otto@wall.example'],
          ],
          place === 'identifier',
        );
        const { verdict, first } = resolve(index, query.replace('#', sent));
        const isFound = verdict === 'high' && first === 'it';
        expect([stored, sent, query, place, isFound && own !== other]).toEqual([stored, sent, query, place, false]);
      }),
    );
  });

  test('written as stored, in any case, stays high', () => {
    fc.assert(
      fc.property(forms, marks, fc.boolean(), (form, mark, isUpper) => {
        const address = form.replace('#', mark);
        const index = indexOf(
          [
            ['it', 'Anna Berg', address],
            ['10', 'Otto Wall', 'otto@wall.example'],
          ],
          true,
        );
        const { verdict, first } = resolve(index, isUpper ? address.toUpperCase() : address);
        expect([address, verdict, first]).toEqual([address, 'high', 'it']);
      }),
    );
  });
});
