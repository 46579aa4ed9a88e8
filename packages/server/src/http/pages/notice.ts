import { html } from 'hono/html';
import type { Appearance } from './appearance.js';
import { type Markup, page } from './layout.js';

/** A message with a link to continue. `appearance` is that of the workspace that the message is about. */
export function noticeView(view: {
  title: string;
  message: string;
  link?: { href: string; text: string };
  appearance?: Appearance | undefined;
}): Markup {
  return page(
    view.title,
    html`<p>${view.message}</p>${view.link ? html`<p><a href="${view.link.href}">${view.link.text}</a></p>` : ''}`,
    view.appearance,
  );
}
