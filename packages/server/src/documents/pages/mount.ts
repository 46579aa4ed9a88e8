import { limits, type RawAnswer } from '@tessera/contract';
import { Hono } from 'hono';
import type { Dispatcher } from '../../dispatch/dispatcher.js';
import { enterByAddress } from '../../http/address-limit.js';
import type { Mount } from '../../http/mount.js';
import { isForPerson } from '../../http/pages/refusal.js';
import { type RequestVariables, setHeaders, withHeaders } from '../../http/request.js';
import { errors, ServiceError } from '../../platform/errors.js';
import type { Services } from '../../platform/services.js';
import { FairGate } from '../../platform/turns/fair-gate.js';
import { documentPaths } from '../rendering/index.js';
import { addAssets } from './assets.js';
import { type Calls, callsOf, type PageRequest, type PageSource } from './calls.js';
import { documentPage, isAbsent } from './document-page.js';
import { homePage } from './home-page.js';
import { pageHeaders } from './layout.js';
import { lockedPage } from './locked-page.js';
import { indexPage, lockedMarkdown, markdownAt } from './markdown.js';
import { indexName, markdownSuffix, wantsJson, wantsMarkdown } from './negotiation.js';
import { isAdmitted, readableAddress } from './own-pages.js';
import { isPublic, publicCaching } from './public-page.js';
import { answerRefusal } from './refusals.js';
import { changesPage, folderPage, versionsPage } from './repo-pages.js';
import { addressOn, pathAfter, siteAt, siteOf } from './site.js';
import { pageAddress } from './tree.js';

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
  app.use(`${pages}*`, withHeaders(pageHeaders), async (c, next) => {
    await next();
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
  for (const path of ['/robots.txt', `/${indexName}`]) {
    app.get(path, async (c, next) => {
      await enterByAddress(c, services, 'public_pages');
      return forCrawlers(c, source, next);
    });
  }
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
    const other = await readableAddress(c, source, error);
    if (other !== undefined) {
      return c.redirect(other, 303);
    }
    if (!isLocked(error) || wantsJson(c)) {
      throw error;
    }
    const { extras } = error;
    return wantsMarkdown(c)
      ? lockedMarkdown(c, extras)
      : lockedPage(c, calls, { path: pathAfter(c, calls.site.pages), extras });
  }
}

function isLocked(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'locked';
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

/** The list of all public pages for search engines. */
export const sitemapName = 'sitemap.xml';

/** Responds with the sitemap; see https://www.sitemaps.org. */
export async function sitemap(c: PageRequest, calls: Calls): Promise<Response> {
  const urls: string[] = [];
  let origin: string | undefined;
  // Listing also admits the caller, which `origin` requires.
  for await (const { documents } of calls.listed({ prefix: '' })) {
    origin ??= await calls.origin();
    for (const { path, updated_at: at } of documents) {
      const address = new URL(addressOn(calls.site, pageAddress(path)), origin).href;
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

/** `/robots.txt`, and at the own host of a workspace the redirect of `/llms.txt`, which leads to its public site if any. */
async function forCrawlers(
  c: PageRequest,
  source: PageSource,
  next: () => Promise<void>,
): Promise<Response | undefined> {
  const domain = c.get('domain');
  const site = domain && siteAt(domain.slug);
  const isOpen = site !== undefined && (await isAdmitted(callsOf(c, source, site)));
  if (c.req.path === '/robots.txt') {
    const found = isOpen ? [`Sitemap: ${domain?.origin}${site.pages}${sitemapName}`] : [];
    return c.text(`${['User-agent: *', 'Disallow: /app/', ...found].join('\n')}\n`, 200, {
      'Cache-Control': publicCaching,
    });
  }
  return site === undefined ? void (await next()) : c.redirect(`${isOpen ? site.pages : pages}${indexName}`, 302);
}

const sentHeaders = ['range', 'if-range', 'if-none-match'];

/** Responds with a public file. Throws the error of the operation. */
export async function publicFile(c: PageRequest, dispatcher: Dispatcher): Promise<Response> {
  const { slug = '', files } = siteOf(c);
  const [, repo = '', path = ''] = /^([^/]*)\/?(.*)$/s.exec(pathAfter(c, files)) ?? [];
  const headers = sentHeaders.map((name) => [name, c.req.header(name)]).filter(([, value]) => value !== undefined);
  c.set('operation', 'documents.get_raw');
  const outcome = await dispatcher.call({
    operation: 'documents.get_raw',
    credentials: { visited: slug },
    workspaceHeader: undefined,
    requestId: c.get('requestId'),
    input: async () => ({
      params: { repo, path },
      query: { ...c.req.query(), ...Object.fromEntries(headers) },
      body: undefined,
    }),
  });
  c.set('principal', outcome.principal);
  if (outcome.refusal !== undefined) {
    c.set('fault', outcome.fault);
    throw outcome.refusal;
  }
  const { status, headers: answered, body } = outcome.answer as RawAnswer;
  setHeaders(c, { ...answered, 'Cache-Control': publicCaching });
  return c.newResponse(body as ReadableStream | null, status as 200);
}

/**
 * The response to a browser that opens the address of a refused file: a redirect to where the file may be read, or the
 * page of the offer if it is locked. Undefined for programs, and for other refusals.
 */
export async function refusedFile(
  c: PageRequest,
  source: PageSource,
  refusal: ServiceError,
): Promise<Response | undefined> {
  const isOpened = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!isOpened || !isForPerson({ method: c.req.method, header: (name) => c.req.header(name) }, false)) {
    return undefined;
  }
  const other = await readableAddress(c, source, refusal);
  if (other !== undefined) {
    return c.redirect(other, 303);
  }
  return refusal.code === 'locked' ? offerOf(c, source) : undefined;
}

async function offerOf(c: PageRequest, source: PageSource): Promise<Response | undefined> {
  const calls = callsOf(c, source);
  const path = pathAfter(c, siteOf(c).files);
  try {
    // Unlike the refusal of the file, this one has the description.
    await calls.ask('documents.rendered', { query: { path } });
    return undefined;
  } catch (error) {
    if (!isLocked(error)) {
      throw error;
    }
    setHeaders(c, pageHeaders);
    c.header('Vary', 'Accept, Accept-Language, Cookie', { append: true });
    return lockedPage(c, calls, { path, extras: error.extras });
  }
}
