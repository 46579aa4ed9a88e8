import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { hasBrowser, openBrowser } from '../dashboard/browser.js';
import { call } from '../http.js';
import { reconciliationUrl } from './set-up.js';

/** Serves a page from a separate origin. */
async function servePage(html: string): Promise<string> {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it.runIf(hasBrowser)(
  'reconcile.* > a page of another site can call it with CORS and JSONP, and show a preview',
  async () => {
    const url = await reconciliationUrl();
    const page = await servePage(`<!doctype html><title>Elsewhere</title>
<script>var received = []; function take(manifest) { received.push(manifest.name); }</script>
<script src="${url}?callback=take"></script>
<iframe src="${url}/preview?id=3"></iframe>`);
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const tab = await browser.newPage();
    let alerts = 0;
    tab.on('dialog', (dialog) => {
      alerts += 1;
      void dialog.dismiss();
    });
    await tab.goto(page);
    expect(await tab.evaluate('received')).toEqual([expect.stringContaining('products')]);
    const queries = JSON.stringify({ q: { query: 'Green armchair' } });
    const program = `fetch(${JSON.stringify(url)}, { method: 'POST', body: new URLSearchParams({ queries: ${JSON.stringify(queries)} }) })
    .then((answer) => answer.json())`;
    const { q } = (await tab.evaluate(program)) as { q: { result: object[] } };
    expect(q.result[0]).toMatchObject({ id: '3', match: true });
    const preview = tab.frameLocator('iframe');
    await preview.getByRole('heading', { name: 'Green armchair' }).waitFor();
    await preview.getByText('<script>alert(1)</script>').waitFor();
    expect(alerts).toBe(0);
    const closed = `fetch(${JSON.stringify(url.replace(/\/reconcile.*/, '/collections'))}).then(() => 'read', () => 'refused')`;
    expect(await tab.evaluate(closed)).toBe('refused');
  },
);

it('reconcile.* > refuses a body that is too large with CORS headers', async () => {
  const url = new URL(await reconciliationUrl());
  const raw = new URLSearchParams({ queries: 'x'.repeat(600_000) }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://elsewhere.example' };
  const answer = await call<{ error: { code: string } }>(`POST ${url.pathname}`, { raw, headers });
  expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
});
