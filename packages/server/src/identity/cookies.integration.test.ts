import { describe, expect, test } from 'vitest';
import { startSuiteService, startTestService } from '../testing/service.js';
import { latestCode, openBrowser } from './testing/browser.js';
import { anAddress, invite } from './testing/people.js';

const service = await startSuiteService();

describe('the session cookie', () => {
  test('redirects only to pages of this service, whatever `next` the browser stored', async () => {
    const email = anAddress();
    await invite(service, await service.createWorkspace(), email);
    const browser = openBrowser(service);
    await browser.submit('/sign-in', { email, next: '/' });
    const kept = JSON.parse(Buffer.from(browser.cookies.get('svc_sign_in') ?? '', 'base64url').toString('utf8'));
    const forged = JSON.stringify({ ...kept, next: 'https://evil.example/' });
    browser.cookies.set('svc_sign_in', Buffer.from(forged).toString('base64url'));
    const entered = await browser.submit('/sign-in/code', { code: await latestCode(service, email) });
    expect(entered).toMatchObject({ status: 303, location: '/' });
  });

  test('is hidden from scripts and other sites, and on https from plain connections', async () => {
    const secure = await startTestService({ SVC_BASE_URL: 'https://tessera.test' });
    try {
      for (const each of [service, secure]) {
        const email = anAddress();
        const workspace = await each.createWorkspace();
        await invite(each, workspace, email);
        const browser = openBrowser(each);
        await browser.submit('/sign-in', { email, next: '/' });
        const answer = await browser.submit('/sign-in/code', { code: await latestCode(each, email) });
        const cookie = answer.headers.getSetCookie().find((text) => /^(__Host-)?svc_session=/.test(text)) ?? '';
        expect(cookie).toMatch(each === secure ? /^__Host-svc_session=[\w-]{43};/ : /^svc_session=[\w-]{43};/);
        expect(cookie).toMatch(/; Path=\/(;|$)/);
        expect(cookie).toMatch(/; HttpOnly(;|$)/);
        expect(cookie).toMatch(/; SameSite=Lax(;|$)/);
        expect(/; Secure(;|$)/.test(cookie)).toBe(each === secure);
        // A neighbouring host can set only the name without the `__Host-` prefix, so the prefixed cookie takes
        // precedence.
        const secret = /=([\w-]{43})/.exec(cookie)?.[1];
        const tossed = await each.call('GET', '/me', { headers: { cookie: `svc_session=${secret}` } });
        expect(tossed.status).toBe(each === secure ? 401 : 200);
      }
    } finally {
      await secure.close();
    }
  });
});
