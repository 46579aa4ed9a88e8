import type { html } from 'hono/html';

/** Markup whose values have been escaped. */
export type Markup = ReturnType<typeof html>;
