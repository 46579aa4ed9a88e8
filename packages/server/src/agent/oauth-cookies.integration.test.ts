import { afterAll, expect, it } from 'vitest';
import { openBrowser, signIn } from '../identity/testing/browser.js';
import { anAddress, invite } from '../identity/testing/people.js';
import { startTestService } from '../testing/service.js';
import { redirectUri } from './testing/assistants.js';

const described = 'https://assistant.example/client.json';
const documents: typeof fetch = async () =>
  Response.json({ client_id: described, client_name: 'Described', redirect_uris: [redirectUri] });

const services = {
  https: await startTestService({ SVC_BASE_URL: 'https://tessera.test' }, { oauth: { fetch: documents } }),
  http: await startTestService({ SVC_BASE_URL: 'http://tessera.test' }, { oauth: { fetch: documents } }),
};
afterAll(() => Promise.all(Object.values(services).map((service) => service.close())));

const begin = (state: string): string => {
  const query = {
    response_type: 'code',
    client_id: described,
    redirect_uri: redirectUri,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state,
  };
  return `/oauth/authorize?${new URLSearchParams(query)}`;
};

it.each(['https', 'http'] as const)(
  'cookies of OAuth over %s belong to this host, and steps do not mix',
  async (kind) => {
    const service = services[kind];
    const prefix = kind === 'https' ? '__Host-' : '';
    const workspace = await service.createWorkspace();
    const email = anAddress();
    await invite(service, workspace, email);
    const browser = await signIn(service, email);
    const pages: string[] = [];
    for (const state of ['one', 'two']) {
      const begun = await browser.open(begin(state));
      expect(begun.status).toBe(303);
      const cookies = begun.headers.getSetCookie();
      expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(
        expect.arrayContaining([`${prefix}svc_connect`, `${prefix}svc_resume`]),
      );
      for (const cookie of cookies) {
        expect(cookie.startsWith(prefix)).toBe(true);
        expect(cookie).toMatch(/; path=\/(;|$)/i);
        expect(cookie).toMatch(/; httponly(;|$)/i);
        expect(cookie).not.toMatch(/domain=/i);
        expect(/; secure(;|$)/i.test(cookie)).toBe(kind === 'https');
      }
      pages.push(begun.location ?? '');
    }
    for (const [index, state] of ['one', 'two'].entries()) {
      const page = pages[index] ?? '';
      expect((await openBrowser(service).open(page)).status).not.toBe(200);
      expect((await browser.open(page)).status).toBe(200);
      const decided = await browser.submit(page, { decision: 'connect', read: workspace.id });
      const resumed = await browser.open(decided.location ?? '');
      const { searchParams } = new URL(resumed.location ?? '');
      expect([searchParams.get('state'), searchParams.has('code')]).toEqual([state, true]);
    }
  },
);
