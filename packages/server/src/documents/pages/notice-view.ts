import { html } from 'hono/html';
import { t } from '../../http/pages/language.js';
import { documentPaths } from '../rendering/index.js';
import { type Markup, readingPage } from './layout.js';

/** A page with only a message: there is nothing at an address, or access has ended. */
export function noticePage(notice: {
  readonly title: string;
  readonly message: string;
  readonly link?: Markup;
}): Markup {
  const { title, message, link } = notice;
  return readingPage({
    title,
    content: html`<div class="notice"><h1>${title}</h1><p>${message}</p><p>${link ?? html`<a class="action" href="${documentPaths.pages}">${t('home.all')}</a>`}</p></div>`,
  });
}
