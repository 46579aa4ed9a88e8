import type { messages } from './de/index.js';

/**
 * A text of the dashboard: English, and the key of its translations. `{name}` is a value. A text whose `{count}` selects its
 * form has the form for one, `|`, and the form for other numbers.
 */
export type DashboardText = keyof typeof messages;
