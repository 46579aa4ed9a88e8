import { html } from 'hono/html';
import { t } from '../../http/pages/language.js';
import { documentPaths } from '../rendering/index.js';
import { type Markup, readingPage } from './layout.js';

/** Renders a page that contains only a message, such as that nothing exists at this URL. */
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
