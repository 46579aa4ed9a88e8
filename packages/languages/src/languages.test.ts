import { languages } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { en } from './en.js';
import { languageOf, partsIn, type TextKey, textIn } from './index.js';

const keys = [...new Set(Object.keys(en).map((key) => key.replace(/_(one|other)$/, '')))] as TextKey[];
const valuesOf = (language: (typeof languages)[number], key: TextKey): string[] =>
  partsIn(language, key)
    .flatMap(({ value }) => value ?? [])
    .sort();

describe.each(languages)('%s', (language) => {
  it('uses in each text the same values as the English text', () => {
    const plain = keys.filter((key) => key in en);
    expect(plain.map((key) => [key, valuesOf(language, key)])).toEqual(plain.map((key) => [key, valuesOf('en', key)]));
  });

  it('has singular and plural forms of every text with a count', () => {
    for (const key of keys.filter((each) => !(each in en))) {
      const [one, many] = [textIn(language, key, { count: 1 }), textIn(language, key, { count: 7 })];
      expect([key, many]).toEqual([key, expect.stringContaining('7')]);
      expect([key, one, one === many]).toEqual([key, expect.not.stringMatching(/\{\{|^[\w.]+$/), false]);
    }
  });

  it('does not escape values, because pages and mails do', () => {
    expect(textIn(language, 'mail.invite.subject', { workspace: '<b>&{{email}}' })).toContain('<b>&{{email}}');
  });
});

it.each([
  ['de', 'de'],
  ['fr-CA', 'fr'],
  ['ES', 'es'],
  ['ja', undefined],
  ['', undefined],
  [undefined, undefined],
])('selects for the tag %s the language %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});
