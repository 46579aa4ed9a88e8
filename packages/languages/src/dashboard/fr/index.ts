import { shell } from './shell.js';

/** The messages of the dashboard in French. */
export const messages = { ...shell };
