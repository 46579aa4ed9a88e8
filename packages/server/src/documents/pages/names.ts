import { pageLanguage } from '../../http/pages/language.js';

/** A folder's or repo's name in readable form: `02-first_steps` becomes "First steps". */
export function readableName(name: string): string {
  const words = name
    .replace(/^\d+[-_. ]+(?=\S)/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? name : words.charAt(0).toLocaleUpperCase('en') + words.slice(1);
}

/** The day of a timestamp in UTC, such as "3 May 2026", in the language of the page. */
export function dayOf(timestamp: string): string {
  const language = pageLanguage();
  return new Date(timestamp).toLocaleDateString(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
