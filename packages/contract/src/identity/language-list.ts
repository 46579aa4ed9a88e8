/**
 * Languages of reading pages and mails. This file contains no schema, so that the dashboard does not load the schema
 * library for it.
 */
export const languages = ['en', 'de', 'fr', 'es'] as const;

/** A language of reading pages and mails. */
export type Language = (typeof languages)[number];
