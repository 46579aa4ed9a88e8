import { stored } from './storage.js';

/** The name by which this browser keeps the chosen theme, which the dashboard also uses. */
export const schemeName = 'mantine-color-scheme-value';

/** The theme that was chosen in this browser; undefined: that of the system. */
export function chosenScheme(): 'light' | 'dark' | undefined {
  const kept = stored(schemeName);
  return kept === 'light' || kept === 'dark' ? kept : undefined;
}
