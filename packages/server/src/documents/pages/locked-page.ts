import { html } from 'hono/html';
import { t } from '../../http/pages/language.js';
import { pagePaths } from '../../http/pages/paths.js';
import type { ErrorExtras } from '../../platform/errors.js';
import type { Calls, PageRequest } from './calls.js';
import { pathView } from './document-views.js';
import { answerReadingPage, type Markup } from './layout.js';
import { pageAddress } from './tree.js';

/** Responds with the page of a locked document: its title, its description and the offer of access. */
export function lockedPage(
  c: PageRequest,
  calls: Calls,
  { path, extras }: { readonly path: string; readonly extras: ErrorExtras },
): Promise<Response> {
  const { title = '', description } = extras;
  return answerReadingPage(c, calls, {
    title,
    content: html`${pathView(path)}
${lockedView(extras)}
${calls.site.slug === undefined ? '' : signInView(path)}`,
    openTo: path,
    path,
    status: 402,
    found: { title, description, address: pageAddress(path), isLocked: true },
  });
}

function lockedView({ title, description, offer }: ErrorExtras): Markup {
  const { text = null, url = null } = offer ?? {};
  return html`<article class="locked-page"><h1>${title}</h1>
${description ? html`<p class="lead">${description}</p>` : ''}
<p class="offer">${text ?? t('locked.text')}</p>
${url === null ? '' : html`<p><a class="action" href="${url}">${t('locked.action')}</a></p>`}</article>`;
}

function signInView(path: string): Markup {
  return html`<p class="soft">${t('locked.known')} <a href="${pagePaths.signIn}?${new URLSearchParams({ next: pageAddress(path) })}">${t('signIn')}</a></p>`;
}
