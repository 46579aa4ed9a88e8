import type { shell as keys } from '../de/shell.js';

/** The frame of every page. */
export const shell: Record<keyof typeof keys, string> = {
  'Your account': 'Votre compte',
  'Use the dark theme': 'Utiliser le thème sombre',
  'Use the light theme': 'Utiliser le thème clair',
};
