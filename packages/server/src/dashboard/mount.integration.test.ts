import { describe, expect, it } from 'vitest';
import { openBrowser, signIn, type TestBrowser } from '../identity/testing/browser.js';
import { anAddress, invite } from '../identity/testing/people.js';
import { startSuiteService } from '../testing/service.js';
import { openDashboardFiles } from './files.js';

const service = await startSuiteService();
const workspace = await service.createWorkspace();

async function browserOf(role: 'admin' | 'member' | 'reader'): Promise<TestBrowser> {
  const email = anAddress();
  await invite(service, workspace, email, { role });
  return signIn(service, email);
}

describe('the home page', () => {
  it.each([
    ['en', 'Documents and records', 'Sign in'],
    ['de', 'Dokumente und Daten', 'Anmelden'],
    ['fr', 'Documents et données', 'Se connecter'],
    ['es', 'Documentos y datos', 'Iniciar sesión'],
  ])('says to a stranger what Tessera is and where to sign in: %s', async (language, title, signIn) => {
    const headers = { 'accept-language': language };
    const page = await (await service.app.http.request('http://tessera.test/', { headers })).text();
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toMatch(new RegExp(`<h1>${title} [^]*<a class="button" href="/sign-in">${signIn}</a>`));
  });
});

describe.runIf(openDashboardFiles())('the dashboard', () => {
  it.each(['admin', 'member'] as const)('is where the home page redirects an %s', async (role) => {
    const browser = await browserOf(role);
    expect((await browser.open('/')).location).toBe('/app/');
    expect(await browser.open('/app/collections/products?tab=fields')).toMatchObject({ status: 200 });
  });

  it('redirects a member to the home page, and a stranger to sign-in and then back', async () => {
    expect((await (await browserOf('reader')).open('/app/')).location).toBe('/');
    const asked = await openBrowser(service).open('/app/groups?find=a');
    expect(asked.location).toBe(`/sign-in?next=${encodeURIComponent('/app/groups?find=a')}`);
  });

  it('shows the operator page to anyone, because it requires the token', async () => {
    expect((await openBrowser(service).open('/app/operator')).status).toBe(200);
  });

  it('allows its own styles with a nonce that differs per page', async () => {
    const browser = await browserOf('admin');
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { text, headers } = await browser.open('/app/');
        const nonce = /<meta name="csp-nonce" content="([\w-]{22})"/.exec(text)?.[1];
        expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}';`);
        expect(headers.get('cache-control')).toBe('no-store');
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('links to the parts of a page and to the messages of its language', async () => {
    const browser = await browserOf('admin');
    const linksOf = async (path: string): Promise<string[]> => {
      const headers = { ...browser.headers(), 'accept-language': 'de' };
      const page = await service.app.http.request(new URL(path, service.services.baseUrl).href, { headers });
      return [...(await page.text()).matchAll(/<link rel="[^>]+ href="([^"]+)">/g)].map((match) => String(match[1]));
    };
    const [page, below, unknown] = [
      await linksOf('/app/groups'),
      await linksOf('/app/groups/a"b'),
      await linksOf('/app/x'),
    ];
    const named = (names: string[], part: string) =>
      names.filter((name) => name.startsWith(`/app/assets/${part}-`) && name.endsWith('.js'));
    expect([named(page, 'page').length, named(below, 'editor').length, named(unknown, 'page').length]).toEqual([
      1, 1, 0,
    ]);
    for (const links of [page, below, unknown]) expect(named(links, 'de').length).toBe(1);
    for (const path of new Set([...page, ...below])) expect((await browser.open(path)).status).toBe(200);
  });

  it('names the workspace for which the page is sent', async () => {
    expect((await (await browserOf('admin')).open('/app/')).text).toContain(
      `name="workspace" content="${workspace.id}"`,
    );
    expect((await openBrowser(service).open('/app/operator')).text).toContain('name="workspace" content=""');
  });

  it('serves its assets compressed and immutable, and no other files', async () => {
    const page = await (await browserOf('admin')).open('/app/');
    const script = /src="(\/app\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '';
    const ask = (path: string, encoding: string) =>
      service.app.http.request(`http://tessera.test${path}`, { headers: { 'accept-encoding': encoding } });
    const answer = await ask(script, 'gzip, br;q=1');
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect((await ask(script, 'identity')).headers.get('content-encoding')).toBeNull();
    for (const name of ['none.js', '..%2Findex.html', '%2e%2e/index.html', 'toString']) {
      expect(await (await ask(`/app/assets/${name}`, 'br')).text()).not.toContain('<div id="root">');
    }
  });
});
