import type { MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { hostOf } from '../host.js';
import type { RequestVariables } from '../request.js';
import type { Appearance } from './appearance.js';
import { t } from './language.js';
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

/** Refuses the pages that open or use a session at a host that has none, and links to the service. */
export function refuseUnknownHost(baseUrl: string): MiddlewareHandler<RequestVariables> {
  const host = hostOf(baseUrl);
  return async (c, next) => {
    if (c.get('sessionBinding') !== undefined) {
      return next();
    }
    const link = { href: new URL(c.req.path, baseUrl).href, text: t('unknownHost.continue', { host }) };
    const message = t('unknownHost.text', { host });
    return c.html(noticeView({ title: t('unknownHost'), message, link }), 421);
  };
}
