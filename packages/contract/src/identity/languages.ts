import { z } from 'zod';
import { languages } from './language-list.js';

/** A language of reading pages and mails. */
export const language = z.enum(languages).meta({ id: 'Language' });
