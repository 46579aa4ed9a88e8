import { type FindingSentence, findingSentences } from '@tessera/languages/dashboard/findings';
import { language } from '../../text.js';
import { typeChoices } from './roles.js';

const sentences = Object.keys(findingSentences.de ?? {}) as FindingSentence[];

const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });

/** Values of sentences that are shown in another form than they are sent. */
const shownValues: Readonly<Record<string, (text: string) => string>> = {
  type: (text) => typeChoices.find(({ value }) => value === text)?.label ?? text,
  advice: translated,
  refusal: translated,
  moment: (text) => moments.format(new Date(text)),
  day: (text) => days.format(new Date(text)),
};

/** A sentence of the service in the language of the page. A sentence that is not listed is returned unchanged. */
export function translated(sentence: string): string {
  for (const text of sentences) {
    const found = patternOf(text).exec(sentence);
    if (found !== null) {
      const sentValue = (name: string): string => found.groups?.[name] ?? '';
      const shown = (_: string, name: string): string => shownValues[name]?.(sentValue(name)) ?? sentValue(name);
      return (findingSentences[language]?.[text] ?? text).replaceAll(/\{(\w+)\}/g, shown);
    }
  }
  return sentence;
}

function patternOf(text: string): RegExp {
  const parts = text.replaceAll(/[.?*+()[\]^$|\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>.+?)');
  return new RegExp(`^${parts}$`, 's');
}
