import { pageLanguage } from '../../http/pages/language.js';

/** The last segment of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder that a path lies in; empty for a repo. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** A folder's or repo's name as people write it: `02-first_steps` is "First steps". */
export function readableName(name: string): string {
  const words = name
    .replace(/^\d+[-_. ]+(?=\S)/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? name : words.charAt(0).toLocaleUpperCase('en') + words.slice(1);
}

/** Whether a file is what a folder shows first. */
export function isIndex(path: string): boolean {
  return /^(readme|index)\.(md|markdown)$/i.test(baseName(path));
}

/** A moment as a day, in UTC: "3 May 2026", in the language of the page. */
export function dayOf(timestamp: string): string {
  const language = pageLanguage();
  return new Date(timestamp).toLocaleDateString(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
