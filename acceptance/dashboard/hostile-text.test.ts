import { createHash } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { canSignIn, openBrowser, openTab, service, settled } from './browser.js';
import { type Call, makeWorkspace, sessionOf } from './seed.mjs';

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
  '<svg><animate xlink:href=#a attributeName=href values=javascript:hit() /><a id=a><text y=20>x</text></a></svg>',
  '<form action=javascript:hit()><button formaction=javascript:hit()>x</button></form>',
  '<a href="java\tscript:hit()">x</a><a href="&#106;avascript:hit()">x</a><a href="\u0001javascript:hit()">x</a>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg onload=hit()></svg>#x"></use></svg>',
  '<noscript><p title="</noscript><img src=x onerror=hit()>"></noscript>',
  '<template><img src=x onerror=hit()></template><object data="javascript:hit()"></object><embed src="javascript:hit()">',
  '<xmp><img title="</xmp><img src=x onerror=hit()>"></xmp><!--><img src=x onerror=hit()>-->',
  '<base href="javascript:/a/-hit()///"><link rel=stylesheet href="javascript:hit()"><meta http-equiv=refresh content="0;url=javascript:hit()">',
  '[[page.md|<img src=x onerror=hit()>]] ![[page.md#<img src=x onerror=hit()>]] [[javascript:hit()]] ![[javascript:hit()|x]]',
  '<javascript:hit()> <data:text/html,<script>parent.hit()</script>>',
  '[x]: javascript:hit()\n[x] ![y][x] [^1]\n\n[^1]: <img src=x onerror=hit()>',
  '> [!note"><img src=x onerror=hit()>] <img src=x onerror=hit()>',
  '```"><img src=x onerror=hit()>\n</code></pre><img src=x onerror=hit()>\n```',
];
const text = payloads.join('\n\n');
const name = `<img src=x onerror=hit()>"'<script>hit()</script>`;

const mermaid = [
  'graph TD; A["<img src=x onerror=hit()>"] --> B; click A "javascript:hit()"',
  'sequenceDiagram\n  participant A as <img src=x onerror=hit()>\n  A->>A: <script>hit()</script>',
  '%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%\ngraph TD; A["<img src=x onerror=hit()>"]; click A call hit()',
].map((diagram) => `\`\`\`mermaid\n${diagram}\n\`\`\``);
const math = '$\\href{javascript:hit()}{x}$ and $$\\text{<img src=x onerror=hit()>}$$\n';
const page = `---\ntitle: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(name)}\n---\n\n# ${name}\n\n`;

/** Fills a workspace with hostile text wherever others can write some, and returns the ids that addresses need. */
async function fill(admin: Call, slug: string) {
  await admin('POST /repos', { name: 'docs', description: name });
  for (const [path, content] of [
    ['docs/page.md', `${page}${text}\n\n${mermaid.join('\n\n')}\n\n${math}`],
    ['docs/embeds.md', `${page}![[page.md]]\n\n![[page.md#${name}]]\n\n[[page.md|${name}]]\n`],
    ['docs/page.html', text],
    ['docs/image.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="hit()"><script>parent.hit()</script></svg>'],
    ['docs/gone.md', page],
  ]) {
    await admin('PUT /documents/content', { path, text: content, base: null, message: name });
  }
  await admin('DELETE /documents/content?path=docs/gone.md&base=any');
  await admin('POST /collections', { name: 'things', description: text.slice(0, 400) });
  const records = payloads.map((payload, id) => ({ id, name: payload, [`f${id}<b>`]: payload }));
  await admin('POST /collections/things/import', { records });
  await admin('PATCH /collections/things', {
    guidance: name,
    field_types: { [name]: 'number' },
    synonyms: [[name, 'x']],
  });
  await admin('POST /collections/things/import', { records: [{ id: name, name, [name]: name }] });
  await admin('POST /collections/things/corrections', { query: name, external_id: '0' });
  await admin('POST /settings/people', { email: `eve@${slug}.example`, name, role: 'reader', send_email: false });
  const offer = { text: name, url: "https://shop.example/'onclick=hit()//" };
  await admin('PATCH /settings/workspace', { offer: { show_locked: true, ...offer } });
  const group = await admin('POST /settings/groups', { name, description: name, paths: ['docs/**'], offer });
  const filter = { name };
  await admin(`PUT /collections/things/grants/${group.id}`, { permission: 'read', filter });
  const { magic_link: link } = await admin('POST /settings/readers', {
    ...{ email: `guest@${slug}.example`, name, groups: [group.id], send_email: false },
  });
  await admin('POST /settings/tokens', { name, role: 'member', access: 'read_only' });
  await admin('POST /settings/api-keys', { name, capabilities: ['manage_members'] });
  await admin('POST /settings/webhooks', {
    url: `http://127.0.0.1:9/?${encodeURI(name)}`,
    events: ['member.granted'],
    description: name,
  });
  const { url } = await admin('POST /collections/things/reconciliation-url', {});
  return { link: new URL(link), reconcile: new URL(url).pathname };
}

/** The address at which a client with a hostile name asks for consent. */
async function consentAddress(): Promise<string> {
  const redirect_uri = 'http://127.0.0.1:9/callback';
  const uri = 'javascript:hit()';
  const client = { client_name: name, redirect_uris: [redirect_uri], client_uri: uri, logo_uri: uri, tos_uri: uri };
  const answer = await fetch(`${service.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(client),
  });
  const { client_id } = (await answer.json()) as { client_id: string };
  const code_challenge = createHash('sha256').update('verifier').digest('base64url');
  const parameters = { client_id, redirect_uri, response_type: 'code', code_challenge, code_challenge_method: 'S256' };
  return `/oauth/authorize?${new URLSearchParams({ ...parameters, state: name })}`;
}

/** Runs in the page: the attributes and addresses that would execute something, of all elements. */
function executable(): string[] {
  return [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(({ name, value }) => /^on/i.test(name) || /^\W*(javascript|data:text\/html)/i.test(value))
      .filter(({ name }) => !/^(value|title|alt|placeholder|content|aria-.*|data-.*)$/.test(name))
      .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
  );
}

/** Runs in the page: triggers every handler of clicks and focus. */
function touch(): void {
  for (const element of document.querySelectorAll<HTMLElement>('a, [onfocus], details')) {
    if (element instanceof HTMLAnchorElement && !/^(javascript|data):/i.test(element.href)) continue;
    element.focus();
    element.click();
  }
}

describe.runIf(canSignIn)('hostile text', () => {
  let browser: Browser;
  let slug: string;
  let addresses: Awaited<ReturnType<typeof fill>>;
  let session: string;
  beforeAll(async () => {
    browser = await openBrowser();
    slug = unique('ws');
    const email = `ada@${slug}.example`;
    const { admin } = await makeWorkspace(service, { name, slug, admin: email, adminName: name });
    addresses = await fill(admin, slug);
    session = await sessionOf(service, email);
  });
  afterAll(() => browser?.close());

  /** Opens pages, and expects that none executes or contains anything of the text as markup. */
  async function expectText(paths: readonly string[], options: { session?: string } = {}): Promise<void> {
    const { page, context } = await openTab(browser, service.url, options);
    const hits = await recordHits(page, context);
    for (const path of paths) {
      await page.goto(service.url + path).catch(() => undefined);
      if (path.startsWith('/app/')) await settled(page);
      expect([path, ...(await page.evaluate(executable))]).toEqual([path]);
      await page.evaluate(touch);
      expect([path, ...hits]).toEqual([path]);
    }
    await context.close();
  }

  async function recordHits(page: Page, context: BrowserContext): Promise<string[]> {
    const hits: string[] = [];
    await context.exposeFunction('hit', () => hits.push(page.url()));
    page.on('dialog', (dialog) => {
      hits.push(`a dialog at ${page.url()}`);
      void dialog.dismiss();
    });
    return hits;
  }

  it('in documents and files is shown as text and never executed', () =>
    expectText(
      [
        '/d/',
        '/d/docs/',
        '/d/docs/page.md',
        '/d/docs/embeds.md',
        '/d/docs/page.md?versions',
        '/d/docs/page.html',
        '/d/docs/image.svg',
        `/d/?q=${encodeURIComponent(name)}`,
        `/d/?name=${encodeURIComponent(name)}`,
        '/files/docs/page.html',
        '/files/docs/image.svg',
      ],
      { session },
    ));

  it('in the dashboard is shown as text and never executed', () =>
    expectText(
      [
        '/app/',
        '/app/documents?list=repos',
        '/app/documents?deleted=docs',
        '/app/documents?path=docs/page.md',
        '/app/documents?path=docs/page.md&view=edit',
        '/app/documents?path=docs/page.md&view=history',
        '/app/documents?path=docs/page.md&view=access',
        '/app/documents?path=docs/&view=access',
        `/app/documents?q=${encodeURIComponent(name)}`,
        '/app/collections',
        '/app/collections/things',
        `/app/collections/things?record=${encodeURIComponent(name)}`,
        `/app/collections/things?tab=ask&q=${encodeURIComponent(name)}`,
        ...['quality', 'fields', 'findings', 'sharing', 'sources'].map((tab) => `/app/collections/things?tab=${tab}`),
        ...['people', 'groups', 'readers', 'keys', 'tokens', 'webhooks', 'audit'].map((path) => `/app/${path}`),
        '/app/settings',
        '/app/settings?tab=sessions',
      ],
      { session },
    ));

  it('in pages of sign-in, consent and offers is shown as text and never executed', async () => {
    const sent = encodeURIComponent(name);
    const next = encodeURIComponent('javascript:hit()');
    await expectText(
      [
        await consentAddress(),
        '/account',
        `/device?user_code=${sent}`,
        '/sign-in/workspace',
        `/oauth/authorize?client_id=${sent}&redirect_uri=${next}`,
        `${addresses.reconcile}/preview?id=${sent}`,
        `${addresses.reconcile}/preview?id=0`,
      ],
      { session },
    );
    await expectText([
      `/sign-in?email=${sent}&next=${next}&workspace=${slug}`,
      `/sign-in/link?token=${sent}`,
      `/sign-in/member?token=${sent}`,
      `/d/@${slug}/docs/page.md`,
      `/r?token=${sent}`,
      addresses.link.pathname + addresses.link.search,
      `/${sent}`,
    ]);
    await expectText(['/d/docs/page.md', '/d/', '/d/docs/'], {
      session: await sessionOf(service, `eve@${slug}.example`),
    });
  });
});
