import { html } from 'hono/html';
import type { Markup } from '../pages/layout.js';

/** Renders text of the contract as markup: text in backticks is code. */
export function inWords(text: string): Markup {
  const segments = text.split('`');
  return html`${segments.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
