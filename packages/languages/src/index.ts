import { type Language, languages } from '@tessera/contract';
import { createInstance } from 'i18next';
import { de } from './de.js';
import { en, type Messages } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';

/** All languages. To add one, add a file and an entry here. */
const messages: Readonly<Record<Language, Messages>> = { en, de, fr, es };

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
};

/** Returns the supported language of a tag such as `de` or `de-AT`. */
export function languageOf(tag: string | undefined): Language | undefined {
  const primary = tag?.toLowerCase().split('-')[0];
  return languages.find((language) => language === primary);
}

/** The key of a message, without plural suffixes. */
export type TextKey = keyof Messages extends infer Key
  ? Key extends `${infer Base}_${'one' | 'other'}`
    ? Base
    : Key
  : never;

/** The values of a message by name. */
export type TextValues = Readonly<Record<string, string | number>>;

const library = createInstance();
void library.init({
  resources: Object.fromEntries(Object.entries(messages).map(([name, texts]) => [name, { translation: texts }])),
  fallbackLng: 'en',
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  // Not escaped here, because pages and mails escape everything that they show.
  interpolation: { escapeValue: false },
});

/** Returns a message with its values. */
export function textIn(language: Language, key: TextKey, values: TextValues = {}): string {
  return library.t(key, { ...values, lng: language });
}

/** Returns a message split at its values: literal text alternating with value names. */
export function partsIn(
  language: Language,
  key: TextKey,
): readonly { readonly text: string; readonly value?: string }[] {
  const text: string = library.t(key, { lng: language, skipInterpolation: true });
  return text.split(/(\{\{\w+\}\})/).map((part) => {
    const value = /^\{\{(\w+)\}\}$/.exec(part)?.[1];
    return value === undefined ? { text: part } : { text: part, value };
  });
}
