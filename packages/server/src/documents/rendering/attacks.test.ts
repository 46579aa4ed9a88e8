import { fromHtml } from 'hast-util-from-html';
import { type Browser, chromium, type Page } from 'playwright-core';
import { visit } from 'unist-util-visit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../../../../acceptance/chromium.mjs';
import { renderDocument } from './render-document.js';
import { attacks } from './testing/attacks.js';

const executablePath = chromiumPath();
if (executablePath === undefined) {
  console.info('Not run: attacks on rendered documents in a browser (no chromium here).');
}

const site = 'http://reading.test';
const quiet = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

function render(text: string): string {
  return renderDocument({ path: 'docs/guide/start.md', text }).html;
}

it('rendered HTML > links only to pages and known schemes, and contains no handler, style or name', () => {
  const unwanted = /^(on.*|style|srcSet|name|form.*|action|ping|background|poster)$/;
  const dangerous = /^(script|style|iframe|object|embed|svg|base|meta|link|form|template|noscript|picture)$/;
  expect(attacks.length).toBeGreaterThan(200);
  for (const attack of attacks) {
    visit(fromHtml(render(attack), { fragment: true }), 'element', ({ tagName, properties }) => {
      expect(tagName, attack).not.toMatch(dangerous);
      for (const [name, value] of Object.entries(properties)) {
        expect(name, attack).not.toMatch(unwanted);
        if (name === 'href') {
          expect(value, attack).toMatch(/^(https?:\/\/|mailto:|\/d\/|#)/);
        } else if (name === 'src') {
          expect(value, attack).toMatch(/^\/raw\/docs\//);
        }
      }
    });
  }
});

describe.runIf(executablePath !== undefined)('rendered HTML > in a browser without any policy', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: String(executablePath), args: quiet });
  });
  afterAll(() => browser?.close());

  /** Opens a page that contains `body`, and returns its requests except those for files of the repo. */
  async function show(body: string): Promise<{ page: Page; requests: string[] }> {
    const page = await browser.newPage();
    const requests: string[] = [];
    await page.route('**/*', (route) => {
      const url = route.request().url();
      if (url === `${site}/`) {
        return route.fulfill({ contentType: 'text/html; charset=utf-8', body: `<!doctype html><body>${body}` });
      }
      if (!url.startsWith(`${site}/raw/docs/`) && !url.endsWith('/favicon.ico')) {
        requests.push(url);
      }
      return route.abort();
    });
    page.on('dialog', (dialog) => dialog.dismiss());
    await page.goto(`${site}/`, { waitUntil: 'load' });
    return { page, requests };
  }

  async function expectHarmless(body: string): Promise<void> {
    const { page, requests } = await show(body);
    // Insert the HTML again, as the preview of the editor does, and fire every handler that a pointer could reach.
    const ran = await page.evaluate((text) => {
      const preview = document.createElement('div');
      document.body.append(preview);
      preview.innerHTML = text;
      for (const element of document.body.querySelectorAll('*')) {
        for (const type of ['mouseover', 'focus', 'toggle', 'animationstart', 'error', 'load']) {
          element.dispatchEvent(new Event(type));
        }
      }
      return new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(() => resolve('ran' in window), 0));
      });
    }, body);
    expect({ ran, requests, address: page.url() }, body).toEqual({ ran: false, requests: [], address: `${site}/` });
    await page.close();
  }

  it('detects an attack that is shown unescaped, which proves that the test works', async () => {
    const { page, requests } = await show('<img src="https://outside.test/a.png"><script>window.ran=1</script>');
    expect(await page.evaluate(() => 'ran' in window)).toBe(true);
    expect(requests).toEqual(['https://outside.test/a.png']);
    await page.close();
  });

  it(`runs no script of ${attacks.length} attacks, and sends no request to other hosts`, async () => {
    const together = 60;
    for (let start = 0; start < attacks.length; start += together) {
      const shown = attacks.slice(start, start + together).map((attack) => `<section>${render(attack)}</section>`);
      await expectHarmless(shown.join('\n'));
    }
  });
});
