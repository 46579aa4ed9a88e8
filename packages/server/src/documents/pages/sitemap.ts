import type { Calls, PageRequest } from './calls.js';
import { isPublic, publicCaching } from './public-page.js';
import { addressOn } from './site.js';
import { pageAddress } from './tree.js';

/** The list of all public pages for search engines. */
export const sitemapName = 'sitemap.xml';

/** Responds with the sitemap; see https://www.sitemaps.org. */
export async function sitemap(c: PageRequest, calls: Calls): Promise<Response> {
  const urls: string[] = [];
  // Listing also admits the caller, which `origin` below requires.
  for await (const { documents } of calls.listed({ prefix: '' })) {
    for (const { path, updated_at: at } of documents) {
      const address = new URL(addressOn(calls.site, pageAddress(path)), await calls.origin()).href;
      urls.push(
        `<url><loc>${address.replaceAll('&', '&amp;').replaceAll("'", '&apos;')}</loc><lastmod>${at}</lastmod></url>`,
      );
    }
  }
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
  const caching = isPublic(c, calls.site) ? { 'Cache-Control': publicCaching } : {};
  return c.body(xml, 200, { 'Content-Type': 'application/xml; charset=utf-8', ...caching });
}
