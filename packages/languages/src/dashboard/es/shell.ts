import type { shell as keys } from '../de/shell.js';

/** The frame of every page. */
export const shell: Record<keyof typeof keys, string> = {
  'Your account': 'Su cuenta',
  'Use the dark theme': 'Usar el tema oscuro',
  'Use the light theme': 'Usar el tema claro',
};
