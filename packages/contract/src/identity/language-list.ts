/** Languages of what members read, and of their mails. Without a schema, so that the dashboard loads none. */
export const languages = ['en', 'de', 'fr', 'es'] as const;

/** A language of what members read. */
export type Language = (typeof languages)[number];
