import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { barriers, hasBrowser, openBrowser, openTab } from '../dashboard/browser.js';
import { makeCollection, makeToken, makeWorkspace, ok } from '../http.js';

if (!hasBrowser) console.info('Not run: the card of a query in a browser (no chromium here).');

/** The policy of a host for a resource that declares no origins, in MCP Apps 2026-01-26. */
const policy = `default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;
  media-src 'self' data:; connect-src 'none'`;

describe.runIf(hasBrowser)('the card of a query', () => {
  const { url } = inject('target');
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it('shows the records of an answer with verdict low, and sends the id of the chosen one to the conversation', async () => {
    const token = await makeToken((await makeWorkspace()).id);
    const records = ['red', 'blue'].map((colour) => ({ id: colour, name: 'Oak desk', colour }));
    const { name: collection } = await makeCollection(token, records);
    await ok(`PATCH /collections/${collection}`, {
      token,
      body: { embed_fields: ['name'], exposed_fields: ['name', 'colour'] },
    });
    const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
    const client = new Client(
      { name: 'host', version: '1.0.0' },
      { capabilities: { extensions }, versionNegotiation: { mode: 'auto' } },
    );
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp/http/`), { requestInit }));
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'query_collection');
    const uri = 'ui://tessera/choice';
    expect(tool?._meta).toEqual({ ui: { resourceUri: uri } });
    const { contents } = await client.readResource({ uri });
    const { text } = contents[0] as { text: string };
    const answer = await client.callTool({ name: 'query_collection', arguments: { collection, query: 'oak desk' } });
    expect(answer.structuredContent).toMatchObject({ confidence: 'low' });
    await client.close();

    const { page, wrongs } = await openTab(browser, url, {});
    await page.setContent('<html lang="en"><title>Host</title><main><h1>Host</h1></main></html>');
    const framed = text.replace('<meta', `<meta http-equiv="Content-Security-Policy" content="${policy}"><meta`);
    const messages = await page.evaluateHandle(
      ([html, result]) => {
        const frame = document.createElement('iframe');
        frame.title = 'Card';
        frame.sandbox.value = 'allow-scripts';
        frame.srcdoc = html;
        const received: { id?: number; method: string; params: Record<string, unknown> }[] = [];
        window.addEventListener('message', ({ data, source }) => {
          if (source !== frame.contentWindow) return;
          received.push(data);
          const send = (message: object) => frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');
          if (data.method === 'ui/initialize') {
            send({ id: data.id, result: { protocolVersion: '2026-01-26', hostContext: { locale: 'fr-CA' } } });
          } else if (data.method === 'ui/notifications/initialized') {
            send({ method: 'ui/notifications/tool-result', params: result });
          } else if (data.id !== undefined) {
            send({ id: data.id, result: {} });
          }
        });
        document.querySelector('main')?.append(frame);
        return received;
      },
      [framed, answer] as const,
    );
    const card = page.frameLocator('iframe');
    await card.getByRole('heading', { name: /^Quel enregistrement est visé/ }).waitFor();
    expect(await card.getByRole('button').count()).toBe(2);
    expect(await barriers(page, 'the card')).toEqual([]);
    const blue = card.getByRole('button', { name: 'blue' });
    await blue.click();
    await card.locator('button[aria-pressed=true]').waitFor();
    const sent = await messages.evaluate((received) => received.filter(({ method }) => method === 'ui/message'));
    expect(sent.map(({ params }) => params)).toEqual([
      { role: 'user', content: { type: 'text', text: 'I mean the record with the external_id "blue".' } },
    ]);
    const sizes = await messages.evaluate((received) =>
      received.filter(({ method }) => method.endsWith('size-changed')),
    );
    expect(Number(sizes.at(-1)?.params.height)).toBeGreaterThan(50);
    expect(wrongs).toEqual([]);
  });
});
