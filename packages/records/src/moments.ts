import { type Instant, instantOfText } from '@tessera/search-engine';

/**
 * The moment of an instant: `YYYY-MM-DDTHH:MM:SS.ffffffZ`, which sorts as text. Undefined outside of the years 1 to
 * 9999.
 */
export function momentOf({ ms, microseconds }: Instant): string | undefined {
  const text = new Date(ms).toISOString();
  return /^(?!0000)[0-9]{4}-/.test(text) ? text.replace('Z', `${String(microseconds).padStart(3, '0')}Z`) : undefined;
}

/** The moment of a time with a zone that the contract has validated. */
export function momentOfText(text: string): string {
  return momentOf(instantOfText(text) ?? { ms: Date.parse(text), microseconds: 0 }) ?? '';
}

/** A moment in the form of responses: with milliseconds, or with microseconds if these are not zero. */
export function shownMoment(moment: string): string {
  return moment.replace(/000Z$/, 'Z');
}
