import { limits } from '@tessera/contract';
import { Hono } from 'hono';
import type { Mount } from '../../http/mount.js';
import type { RequestVariables } from '../../http/request.js';
import { errors } from '../../platform/errors.js';
import { FairGate } from '../../platform/turns/fair-gate.js';
import { documentPaths } from '../rendering/index.js';
import { addAssets } from './assets.js';
import { type Calls, callsOf, type PageRequest, type PageSource } from './calls.js';
import { changesPage } from './changes-page.js';
import { documentPage, isAbsent } from './document-page.js';
import { folderPage } from './folder-page.js';
import { homePage } from './home-page.js';
import { pageHeaders } from './layout.js';
import { indexPage, markdownAt } from './markdown.js';
import { indexName, markdownSuffix, wantsMarkdown } from './negotiation.js';
import { answerRefusal } from './refusals.js';
import { versionsPage } from './versions-page.js';

/** Adds the reading pages under `/d/`: HTML for people, Markdown for agents. */
export function mountReadingPages(parts: Omit<PageSource, 'listing'>): Mount {
  const size = { atATime: limits.listingsAtATime, placesPerShare: limits.listingsPerWorkspace };
  const source = { ...parts, listing: new FairGate(size) };
  const app = new Hono<RequestVariables>();
  app.use(`${documentPaths.pages}*`, async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(pageHeaders)) {
      if (!c.res.headers.has(name)) c.header(name, value);
    }
    c.header('Vary', 'Accept', { append: true });
  });
  addAssets(app);
  app.get(documentPaths.pages.replace(/\/$/, ''), (c) => c.redirect(documentPaths.pages, 301));
  app.get(documentPaths.pages, (c) => (wantsMarkdown(c) ? indexPage : homePage)(c, callsOf(c, source)));
  app.get(`${documentPaths.pages}${indexName}`, (c) => indexPage(c, callsOf(c, source)));
  app.get(`${documentPaths.pages}*`, (c) => pageAt(c, source));
  app.onError((error, c) => answerRefusal(c, error));
  return (edge) => edge.route('/', app);
}

async function pageAt(c: PageRequest, source: PageSource): Promise<Response> {
  const calls = callsOf(c, source);
  const path = documentPath(c);
  if (path === undefined) {
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

/** The document path that an address names; undefined where it is not text. */
function documentPath(c: PageRequest): string | undefined {
  const { pathname } = new URL(c.req.url);
  try {
    return decodeURIComponent(pathname.slice(documentPaths.pages.length));
  } catch {
    return undefined;
  }
}
