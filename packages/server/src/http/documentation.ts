import type { Context, Hono } from 'hono';
import { errors } from '../platform/errors.js';
import type { Services } from '../platform/services.js';
import { openApiDocument } from './openapi.js';
import { builtFile } from './pages/built-file.js';
import type { OpenApi } from './reference/document.js';
import { referencePages } from './reference/page.js';
import type { RequestVariables } from './request.js';
import { refuse } from './routes.js';

const assets = { style: '/docs/reference.css', script: '/docs/reference.js' } as const;

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; " +
  "form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Serves `/openapi.json`, and the reference at `/docs` that is generated from it. Loads nothing from other sites. */
export function mountDocumentation(app: Hono<RequestVariables>, services: Services): void {
  // Generated at the first request, because most processes never receive one.
  let text: string | undefined;
  const document = (): string => {
    text ??= JSON.stringify(openApiDocument(services.baseUrl));
    return text;
  };
  app.get('/openapi.json', (c) => c.body(document(), 200, { 'Content-Type': 'application/json; charset=utf-8' }));
  app.get(assets.style, (c) => c.body(builtFile('reference.css'), 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get(assets.script, (c) =>
    c.body(builtFile('reference.js'), 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  let pages: ReturnType<typeof referencePages> | undefined;
  const texts = new Map<string, string>();
  const answer = async (c: Context<RequestVariables>, name: string): Promise<Response> => {
    pages ??= referencePages(JSON.parse(document()) as OpenApi, assets);
    const page = pages.get(name);
    if (page === undefined) {
      return refuse(c, errors.routeNotFound());
    }
    const text = texts.get(name) ?? String(await page());
    texts.set(name, text);
    return c.html(text, 200, { 'Content-Security-Policy': contentSecurityPolicy });
  };
  app.get('/docs', (c) => answer(c, ''));
  app.get('/docs/:page', (c) => answer(c, c.req.param('page')));
}
