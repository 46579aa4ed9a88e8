import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../../acceptance/chromium.mjs';

const executablePath = chromiumPath();
if (!executablePath) console.info('Not run: the client in a browser (no chromium here).');

/** The modules that a page loads without a bundler. Each package has a path of its own. */
const folders: Readonly<Record<string, string>> = {
  client: fileURLToPath(new URL('../dist', import.meta.url)),
  contract: fileURLToPath(new URL('../../contract/dist', import.meta.url)),
  zod: dirname(createRequire(import.meta.url).resolve('zod/package.json')),
  levenshtein: dirname(createRequire(import.meta.url).resolve('fastest-levenshtein/package.json')),
};
const imports = {
  '@tessera/client': '/modules/client/index.js',
  '@tessera/contract': '/modules/contract/index.js',
  zod: '/modules/zod/index.js',
  'fastest-levenshtein': '/modules/levenshtein/esm/mod.js',
};
const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`;

/** The responses of a service that is busy at the first query. */
function answerOf(path: string, call: number): { status: number; body: unknown } {
  if (path.startsWith('/collections/lamps/query')) {
    const busy = { error: { code: 'unavailable', message: 'Try again.' } };
    return call === 1 ? { status: 503, body: busy } : { status: 200, body: { results: [], confidence: 'none' } };
  }
  if (path.startsWith('/collections/lamps/records')) {
    const more = !path.includes('cursor');
    return { status: 200, body: { records: [{ external_id: more ? 'a' : 'b' }], next_cursor: more ? 'next' : null } };
  }
  return { status: 404, body: { error: { code: 'collection_not_found', message: 'There is no such collection.' } } };
}

describe.runIf(executablePath)('client > in a browser, as built and without a bundler', () => {
  let browser: Browser;
  let server: Server;
  const calls = new Map<string, number>();

  beforeAll(async () => {
    server = createServer(async ({ url = '/' }, response) => {
      const [, folder = '', file = ''] = /^\/modules\/(\w+)\/(.+)$/.exec(url) ?? [];
      if (url === '/') {
        response.setHeader('Content-Type', 'text/html').end(page);
      } else if (folders[folder] !== undefined) {
        response.setHeader('Content-Type', 'text/javascript').end(await readFile(join(folders[folder], file)));
      } else {
        calls.set(url, (calls.get(url) ?? 0) + 1);
        const { status, body } = answerOf(url, calls.get(url) ?? 0);
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await chromium.launch({
      executablePath: String(executablePath),
      args: ['--no-sandbox', '--disable-gpu'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    server.close();
    server.closeAllConnections();
  });

  it('calls, retries, pages through lists, and reports errors by code', async () => {
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const seen = await tab.evaluate(`(async () => {
      const { ApiError, createClient } = await import('@tessera/client');
      const client = createClient({ baseUrl: '', token: 'svc_tk_x', retry: { baseDelayMs: 1 } });
      const params = { name: 'lamps' };
      const { confidence } = await client.collections.query({ params, body: { query: 'lamp' } });
      const ids = [];
      for await (const record of client.items('collections.list_records', { params })) ids.push(record.external_id);
      const refused = await client.collections.describe({ params: { name: 'chairs' } }).catch((error) => error);
      return { confidence, ids, code: refused instanceof ApiError && refused.code };
    })()`);
    expect(seen).toEqual({ confidence: 'none', ids: ['a', 'b'], code: 'collection_not_found' });
    expect(calls.get('/collections/lamps/query')).toBe(2);
  });
});
