import { html, raw } from 'hono/html';
import type { Calls, PageRequest } from './calls.js';
import type { Markup } from './markup.js';
import { addressOn, type Site } from './site.js';

/** Caches may store public pages for at most one minute. */
export const publicCaching = 'public, max-age=60';

/** A public page in the form that search engines show. */
export interface FoundPage {
  /** The URL of the page, relative to `/d/`. */
  readonly address: string;
  readonly description?: string | null | undefined;
  /** Whether the page can be read only with access that is offered for sale or on request. */
  readonly isLocked?: boolean;
  readonly title: string;
}

/**
 * Whether a response is the same for everyone and may be cached. Pages with a query string, such as searches, are not.
 */
export function isPublic(c: PageRequest, { slug }: Site): boolean {
  return slug !== undefined && new URL(c.req.url).search === '' && !c.res.headers.has('Retry-After');
}

/** Metadata of a public page for search engines. */
export async function headView(calls: Calls, { address, description, title, isLocked }: FoundPage): Promise<Markup> {
  const url = new URL(addressOn(calls.site, address), await calls.origin()).href;
  const about = {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: title,
    ...(description ? { description } : {}),
    url,
    isAccessibleForFree: false,
  };
  // JSON-LD data, which browsers do not execute. An unescaped `<` could end the element.
  const data = raw(JSON.stringify(about).replaceAll('<', '\\u003c'));
  return html`<link rel="canonical" href="${url}">
${description ? html`<meta name="description" content="${description}">` : ''}
<meta property="og:title" content="${title}">
${isLocked === true ? html`<script type="application/ld+json">${data}</script>` : ''}`;
}
