import type { Hono } from 'hono';
import type { Services } from '../platform/services.js';
import { openApiDocument } from './openapi.js';
import { builtFile } from './pages/built-file.js';
import type { OpenApi } from './reference/document.js';
import { referencePage } from './reference/page.js';
import type { RequestVariables } from './request.js';

const assets = { style: '/docs/reference.css', script: '/docs/reference.js' } as const;

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; " +
  "form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Serves `/openapi.json` and, made from it, the reference at `/docs`. Nothing is loaded from elsewhere. */
export function mountDocumentation(app: Hono<RequestVariables>, services: Services): void {
  // Both are created by the first request for them: most processes get none.
  let text: string | undefined;
  const document = (): string => {
    text ??= JSON.stringify(openApiDocument(services.baseUrl));
    return text;
  };
  app.get('/openapi.json', (c) => c.body(document(), 200, { 'Content-Type': 'application/json; charset=utf-8' }));
  let page: ReturnType<typeof referencePage> | undefined;
  app.get('/docs', (c) => {
    page ??= referencePage(JSON.parse(document()) as OpenApi, assets);
    return c.html(page, 200, { 'Content-Security-Policy': contentSecurityPolicy });
  });
  app.get(assets.style, (c) => c.body(builtFile('reference.css'), 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get(assets.script, (c) =>
    c.body(builtFile('reference.js'), 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
}
