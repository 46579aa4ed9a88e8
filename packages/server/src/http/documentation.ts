import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Hono } from 'hono';
import type { Services } from '../platform/services.js';
import { openApiDocument } from './openapi.js';
import type { RequestVariables } from './request.js';

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const servedAssets: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tessera API reference</title><link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="reference"></div><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body>
</html>`;

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, defaultModelsExpandDepth: 0 });`;

// The reference styles itself inline; scripts come from this server only.
const contentSecurityPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** Serves `/openapi.json` and, made from it, the reference at `/docs`. Nothing is loaded from elsewhere. */
export function mountDocumentation(app: Hono<RequestVariables>, services: Services): void {
  const document = JSON.stringify(openApiDocument(services.baseUrl));
  app.get('/openapi.json', (c) => c.body(document, 200, { 'Content-Type': 'application/json; charset=utf-8' }));
  app.get('/docs', (c) => c.html(page, 200, { 'Content-Security-Policy': contentSecurityPolicy }));
  app.get('/docs/start.js', (c) => c.body(start, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }));
  for (const [name, type] of Object.entries(servedAssets)) {
    app.get(`/docs/${name}`, async (c) =>
      c.body(await readFile(join(assets, name)), 200, {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=86400',
      }),
    );
  }
}
