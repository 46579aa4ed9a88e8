import { html } from 'hono/html';
import { t } from '../../http/pages/language.js';
import { pagePaths } from '../../http/pages/paths.js';
import type { ErrorExtras } from '../../platform/errors.js';
import { folderOf } from '../model/path.js';
import type { Calls, PageRequest } from './calls.js';
import { fileAddress, pathView } from './document-views.js';
import { answerReadingPage } from './layout.js';
import { entryList } from './list-views.js';
import { folderAt, pageAddress } from './tree.js';

/** Responds with the page of a locked document: its title and description, the offer, and the titles in its folder. */
export async function lockedPage(
  c: PageRequest,
  calls: Calls,
  { path, extras }: { readonly path: string; readonly extras: ErrorExtras },
): Promise<Response> {
  const { title = '', description, offer } = extras;
  const { entries } = await folderAt(calls, folderOf(path));
  // Listed only for callers who may read the picture.
  const cover = entries.find((entry) => entry.isFile && /\/cover\.\w+$/.test(entry.path));
  const signIn = html`<p class="soft">${t('locked.known')} <a href="${pagePaths.signIn}?${new URLSearchParams({ next: pageAddress(path) })}">${t('signIn')}</a></p>`;
  return answerReadingPage(c, calls, {
    title,
    content: html`${pathView(path)}
<article class="locked-page">${cover && html`<img src="${fileAddress(cover.path)}" alt="">`}<h1>${title}</h1>
${description ? html`<p class="lead">${description}</p>` : ''}
<div class="offer"><p>${offer?.text ?? t('locked.text')}</p>
${offer?.url ? html`<a class="action" href="${offer.url}">${t('locked.action')}</a>` : ''}${calls.site.slug === undefined ? '' : signIn}</div>
<h2>${t('locked.inside')}</h2>${entryList(entries.filter(({ isFile }) => !isFile))}</article>`,
    openTo: path,
    path,
    status: 402,
    found: { title, description, address: pageAddress(path), isLocked: true },
  });
}
