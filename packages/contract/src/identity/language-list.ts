/** Languages of reading pages and mails. Without a schema, so that the dashboard loads none. */
export const languages = ['en', 'de', 'fr', 'es'] as const;

/** A language of reading pages and mails. */
export type Language = (typeof languages)[number];
