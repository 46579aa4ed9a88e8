import { z } from 'zod';
import { languages } from './language-list.js';

/** A language of what members read. */
export const language = z.enum(languages).meta({ id: 'Language' });
