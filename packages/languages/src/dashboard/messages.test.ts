import { expect, it } from 'vitest';
import { messages as de } from './de/index.js';
import { messages as es } from './es/index.js';
import { findingSentences } from './findings/index.js';
import { messages as fr } from './fr/index.js';

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

it.each(Object.entries({ de, es, fr }))(
  '%s > has the values of the English text in each form',
  (language, messages) => {
    const sentences = findingSentences[language] ?? {};
    const wrong = Object.entries({ ...messages, ...sentences }).filter(([key, message]) => {
      const names = namesIn(key);
      const needed = names.filter((name) => name !== 'count');
      const forms = message.split('|').map(namesIn);
      return !forms.every(
        (form) => needed.every((name) => form.includes(name)) && form.every((name) => names.includes(name)),
      );
    });
    expect(wrong).toEqual([]);
  },
);
