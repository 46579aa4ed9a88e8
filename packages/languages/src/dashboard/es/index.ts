import { shell } from './shell.js';

/** The messages of the dashboard in Spanish. */
export const messages = { ...shell };
