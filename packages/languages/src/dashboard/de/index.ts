import { shell } from './shell.js';

/** The messages of the dashboard in German. */
export const messages = { ...shell };
