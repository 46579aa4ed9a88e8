import { shell } from './shell.js';

/** The texts of the dashboard in Spanish. */
export const texts = { ...shell };
