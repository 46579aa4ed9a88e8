import { limits } from '@tessera/contract';
import { Hono } from 'hono';
import type { Dispatcher } from '../../dispatch/dispatcher.js';
import { enterByAddress } from '../../http/address-limit.js';
import type { Mount } from '../../http/mount.js';
import type { RequestVariables } from '../../http/request.js';
import { errors } from '../../platform/errors.js';
import type { Services } from '../../platform/services.js';
import { FairGate } from '../../platform/turns/fair-gate.js';
import { LockedDocument } from '../reads/locked.js';
import { documentPaths } from '../rendering/index.js';
import { addAssets } from './assets.js';
import { type Calls, callsOf, type PageRequest, type PageSource } from './calls.js';
import { changesPage } from './changes-page.js';
import { documentPage, isAbsent } from './document-page.js';
import { folderPage } from './folder-page.js';
import { homePage } from './home-page.js';
import { pageHeaders } from './layout.js';
import { lockedPage } from './locked-page.js';
import { indexPage, lockedMarkdown, markdownAt } from './markdown.js';
import { indexName, markdownSuffix, wantsJson, wantsMarkdown } from './negotiation.js';
import { addressElsewhere } from './own-pages.js';
import { publicFile } from './public-file.js';
import { answerRefusal } from './refusals.js';
import { refusedFile } from './refused-file.js';
import { pathAfter, siteOf } from './site.js';
import { sitemap, sitemapName } from './sitemap.js';
import { versionsPage } from './versions-page.js';

const { pages, files } = documentPaths;
const publicPages = `${pages}:site{@[^/]+}`;
const publicFiles = `${files}:site{@[^/]+}/*`;

/** Dependencies of the reading pages. */
interface PageDependencies {
  readonly services: Services;
  readonly dispatcher: Dispatcher;
}

/**
 * Adds the reading pages under `/d/`, and public sites under `/d/@<slug>/`. Pages are HTML for people and Markdown for
 * agents.
 */
export function mountReadingPages({ services, dispatcher }: PageDependencies): Mount {
  const size = { atATime: limits.listingsAtATime, slotsPerShare: limits.listingsPerWorkspace };
  const { database, baseUrl } = services;
  const source = { dispatcher, database, baseUrl, listing: new FairGate(size) };
  const app = new Hono<RequestVariables>();
  app.use(`${pages}*`, async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(pageHeaders)) {
      if (!c.res.headers.has(name)) c.header(name, value);
    }
    c.header('Vary', 'Accept, Accept-Language, Cookie', { append: true });
  });
  app.use(`${files}*`, async (c, next) => {
    await next();
    const refusal = c.get('refusal');
    const page = refusal && (await refusedFile(c, source, refusal));
    if (page !== undefined) {
      c.res = undefined;
      c.res = page;
    }
  });
  addAssets(app);
  app.get(pages.replace(/\/$/, ''), (c) => c.redirect(pages, 301));
  app.get(publicPages, (c) => c.redirect(siteOf(c).pages, 301));
  for (const path of [`${publicPages}/*`, publicFiles]) {
    app.use(path, async (c, next) => {
      await enterByAddress(c, services, c.req.query('q') === undefined ? 'public_pages' : 'public_searches');
      await next();
    });
  }
  app.get(publicFiles, (c) => publicFile(c, dispatcher));
  for (const start of [pages, `${publicPages}/`]) {
    app.get(start, (c) => answerFor(c, source, wantsMarkdown(c) ? indexPage : homePage));
    app.get(`${start}${indexName}`, (c) => answerFor(c, source, indexPage));
  }
  app.get(`${publicPages}/${sitemapName}`, (c) => answerFor(c, source, sitemap));
  app.get(`${pages}*`, (c) => answerFor(c, source, pageAt));
  app.onError((error, c) => answerRefusal(c, error));
  return (edge) => edge.route('/', app);
}

type Page = (c: PageRequest, calls: Calls) => Promise<Response>;

/**
 * Responds with a page, or with the offer of a locked document. Redirects callers who can read more to their own pages.
 */
async function answerFor(c: PageRequest, source: PageSource, page: Page): Promise<Response> {
  const calls = callsOf(c, source);
  try {
    return await page(c, calls);
  } catch (error) {
    const other = await addressElsewhere(c, source, error);
    if (other !== undefined) {
      return c.redirect(other, 303);
    }
    if (!(error instanceof LockedDocument) || wantsJson(c)) {
      throw error;
    }
    return wantsMarkdown(c) ? lockedMarkdown(c, error.extras) : lockedPage(c, calls, error);
  }
}

async function pageAt(c: PageRequest, calls: Calls): Promise<Response> {
  const path = pathAfter(c, calls.site.pages);
  const { changes, versions } = c.req.query();
  // Visitors see only the current version. Earlier ones can contain text that was removed before publication.
  if (calls.site.slug !== undefined && (changes !== undefined || versions !== undefined)) {
    throw errors.notFound('document_not_found');
  }
  if (wantsMarkdown(c)) {
    return markdownAt(c, calls, path);
  }
  try {
    return await htmlAt(c, calls, path);
  } catch (error) {
    if (isAbsent(error) && path.endsWith(markdownSuffix)) {
      return markdownAt(c, calls, path);
    }
    throw error;
  }
}

async function htmlAt(c: PageRequest, calls: Calls, path: string): Promise<Response> {
  if (path.endsWith('/') || !path.includes('/')) {
    return folderPage(c, calls, path.replace(/\/$/, ''));
  }
  if (c.req.query('changes') !== undefined) {
    return changesPage(c, calls, path);
  }
  return c.req.query('versions') === undefined ? documentPage(c, calls, path) : versionsPage(c, calls, path);
}
