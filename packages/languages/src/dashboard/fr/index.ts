import { shell } from './shell.js';

/** The texts of the dashboard in French. */
export const texts = { ...shell };
