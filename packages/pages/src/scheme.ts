import { stored } from './storage.js';

/** Storage key of the chosen theme, shared with the dashboard. */
export const schemeName = 'mantine-color-scheme-value';

/** The theme chosen in this browser; undefined for the system's. */
export function chosenScheme(): 'light' | 'dark' | undefined {
  const kept = stored(schemeName);
  return kept === 'light' || kept === 'dark' ? kept : undefined;
}
