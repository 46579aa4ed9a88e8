import type { Hono } from 'hono';
import type { Services } from '../platform/services.js';
import { openApiDocument } from './openapi.js';
import type { OpenApi } from './reference/document.js';
import { referencePage } from './reference/page.js';
import { script } from './reference/script.js';
import { style } from './reference/style.js';
import type { RequestVariables } from './request.js';

const assets = { style: '/docs/reference.css', script: '/docs/reference.js' } as const;

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'none'; " +
  "frame-ancestors 'none'; base-uri 'none'";

/** Serves `/openapi.json` and, made from it, the reference at `/docs`. Nothing is loaded from elsewhere. */
export function mountDocumentation(app: Hono<RequestVariables>, services: Services): void {
  const document = openApiDocument(services.baseUrl);
  const text = JSON.stringify(document);
  app.get('/openapi.json', (c) => c.body(text, 200, { 'Content-Type': 'application/json; charset=utf-8' }));
  // Made when somebody first asks: most processes are never asked.
  let page: ReturnType<typeof referencePage> | undefined;
  app.get('/docs', (c) => {
    page ??= referencePage(document as unknown as OpenApi, assets);
    return c.html(page, 200, { 'Content-Security-Policy': contentSecurityPolicy });
  });
  app.get(assets.style, (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get(assets.script, (c) => c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }));
}
