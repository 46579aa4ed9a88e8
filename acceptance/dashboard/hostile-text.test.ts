import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { canSignIn, openBrowser, openTab, service, settled } from './browser.js';
import { makeWorkspace, sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: hostile text in a browser (no chromium here).');

/** Strings that each call `hit` if a page treats them as markup, address or script. */
const payloads = [
  '<script>hit()</script>',
  '<img src=x onerror=hit()>',
  '"><svg onload=hit()>',
  "' autofocus onfocus=hit() x='",
  '</textarea></title></style></script><script>hit()</script>',
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  '<a href="javascript:hit()">x</a>',
  '[x](javascript:hit())',
  '[x](data:text/html;base64,PHNjcmlwdD5wYXJlbnQuaGl0KCk8L3NjcmlwdD4=)',
  '![x](x"onerror="hit())',
  '<details open ontoggle=hit()>',
  '<math><mtext><style><img src=x onerror=hit()></style></mtext></math>',
  '${hit()}{{hit()}}<%= hit() %>',
  '\u2028</script><script>hit()</script>',
];
const text = payloads.join('\n\n');
const name = `<img src=x onerror=hit()>"'<script>hit()</script>`;

describe.runIf(canSignIn)('hostile text', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it('in documents, records, people and settings is shown as text and never executed', async () => {
    const slug = unique('ws');
    const email = `ada@${slug}.example`;
    const { admin } = await makeWorkspace(service, { name, slug, admin: email, adminName: name });
    await admin('POST /repos', { name: 'docs', description: name });
    const front = `---\ntitle: ${JSON.stringify(name)}\n---\n\n# ${name}\n\n`;
    const mermaid = '```mermaid\ngraph TD; A["<img src=x onerror=hit()>"] --> B; click A "javascript:hit()"\n```\n';
    const math = '$\\href{javascript:hit()}{x}$ and $$\\text{<img src=x onerror=hit()>}$$\n';
    for (const [path, content] of [
      ['docs/page.md', `${front}${text}\n\n${mermaid}\n${math}`],
      ['docs/page.html', text],
      ['docs/image.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="hit()"><script>parent.hit()</script></svg>'],
    ]) {
      await admin('PUT /documents/content', { path, text: content, base: null });
    }
    await admin('POST /collections', { name: 'things', description: text.slice(0, 400) });
    const records = payloads.map((payload, id) => ({ id, name: payload, [`f${id}<b>`]: payload }));
    await admin('POST /collections/things/import', { records });
    await admin('POST /settings/people', { email: `eve@${slug}.example`, name, role: 'member', send_email: false });
    await admin('POST /settings/groups', { name, paths: ['docs/**'] });
    const session = await sessionOf(service, email);
    const { page, context } = await openTab(browser, service.url, { session });
    const hits: string[] = [];
    await context.exposeFunction('hit', () => hits.push(page.url()));
    page.on('dialog', (dialog) => {
      hits.push(`a dialog at ${page.url()}`);
      void dialog.dismiss();
    });
    for (const path of [
      '/d/',
      '/d/docs/',
      '/d/docs/page.md',
      '/d/docs/page.md?versions',
      '/d/docs/page.html',
      '/d/docs/image.svg',
      `/d/?q=${encodeURIComponent(name)}`,
      `/d/?name=${encodeURIComponent(name)}`,
      '/files/docs/page.html',
      '/files/docs/image.svg',
      '/app/',
      '/app/documents/docs/page.md',
      '/app/collections/things',
      '/app/people',
      '/app/groups',
      '/app/audit',
      `/sign-in?email=${encodeURIComponent(name)}&next=${encodeURIComponent('javascript:hit()')}`,
      `/device?code=${encodeURIComponent(name)}`,
      '/account',
    ]) {
      await page.goto(service.url + path).catch(() => undefined);
      if (path.startsWith('/app/')) await settled(page);
      // Trigger every handler of clicks and focus.
      await page.evaluate(() => {
        for (const element of document.querySelectorAll<HTMLElement>('a, [onfocus], details')) {
          if (element instanceof HTMLAnchorElement && !/^(javascript|data):/i.test(element.href)) continue;
          element.focus();
          element.click();
        }
      });
      expect([path, ...hits]).toEqual([path]);
    }
    await context.close();
  });
});
