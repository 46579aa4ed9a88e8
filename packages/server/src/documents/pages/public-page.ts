import { html, raw } from 'hono/html';
import type { Calls, PageRequest } from './calls.js';
import type { Markup } from './markup.js';
import { addressOn, type Site } from './site.js';

/** What anyone may read may be kept by caches: for at most one minute. */
export const publicCaching = 'public, max-age=60';

/** A page as search engines show it. */
export interface FoundPage {
  /** Its address below `/d/`. */
  readonly address: string;
  readonly description?: string | null | undefined;
  /** Whether the whole page takes access that is offered for sale or on request. */
  readonly isLocked?: boolean;
  readonly title: string;
}

/** Whether an answer is the same for everybody. Pages of a query, such as searches, are not kept. */
export function isPublic(c: PageRequest, { slug }: Site): boolean {
  return slug !== undefined && new URL(c.req.url).search === '' && !c.res.headers.has('Retry-After');
}

/** What search engines read of a page of a public site. */
export function headView({ baseUrl, site }: Calls, { address, description, title, isLocked }: FoundPage): Markup {
  const url = new URL(addressOn(site, address), baseUrl).href;
  const about = {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: title,
    ...(description ? { description } : {}),
    url,
    isAccessibleForFree: false,
  };
  // A script of data, which nothing runs. `<` could end it.
  const data = raw(JSON.stringify(about).replaceAll('<', '\\u003c'));
  return html`<link rel="canonical" href="${url}">
${description ? html`<meta name="description" content="${description}">` : ''}
<meta property="og:title" content="${title}">
${isLocked === true ? html`<script type="application/ld+json">${data}</script>` : ''}`;
}
