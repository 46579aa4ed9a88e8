import { z } from 'zod';

/** Languages of what members read, and of their mails. */
export const languages = ['en', 'de', 'fr', 'es'] as const;

/** A language of what members read. */
export type Language = (typeof languages)[number];

/** A language of what members read. */
export const language = z.enum(languages).meta({ id: 'Language' });
