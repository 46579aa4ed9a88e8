import { shell } from './shell.js';

/** The texts of the dashboard in German. */
export const texts = { ...shell };
