import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, signIn } from '../../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService, type TestAnswer } from '../../testing/service.js';
import { grantingWorkspace } from '../testing/keys.js';

const service = await startSuiteService();
const shop = await grantingWorkspace(service);

/** Creates a link for an address, and returns its path. */
async function linkFor(email: string): Promise<string> {
  const { body } = await shop.v1('POST', '/readers', { email });
  return `/r${new URL(body.magic_link).search}`;
}

function me(secret: string | undefined): Promise<TestAnswer> {
  return service.call('GET', '/me', { headers: { cookie: `svc_reader=${secret}` } });
}

describe('magic links > in a browser with a signed-in person', () => {
  it("keep the person signed in with separate cookies, and calls use the person's session", async () => {
    const link = await linkFor(anAddress());
    const email = anAddress();
    await invite(service, shop, email);
    const browser = await signIn(service, email);
    await browser.open(link);
    expect([...browser.cookies.keys()]).toEqual(expect.arrayContaining(['svc_session', 'svc_reader']));
    const caller = await service.call('GET', '/me', { headers: browser.headers() });
    expect(caller).toMatchObject({ status: 200, body: { kind: 'session', email } });
  });

  it('end when the person signs out, signs in again or leaves the link', async () => {
    const link = await linkFor(anAddress());
    const email = anAddress();
    await invite(service, shop, email);
    const browser = await signIn(service, email);
    const cookies = () => [...browser.cookies.keys()].filter((name) => name === 'svc_session' || name === 'svc_reader');
    await browser.open(link);
    await browser.submit('/r/leave', {});
    expect(cookies()).toEqual(['svc_session']);
    await browser.open(link);
    await signIn(service, email, '/', browser);
    expect(cookies()).toEqual(['svc_session']);
    await browser.open(link);
    await browser.submit('/sign-out', {});
    expect(cookies()).toEqual([]);
  });

  it('do not end when another site sends a request', async () => {
    const browser = openBrowser(service);
    await browser.open(await linkFor(anAddress()));
    const left = await browser.submit('/r/leave', {}, { origin: 'https://elsewhere.example' });
    expect([left.status, browser.cookies.has('svc_reader')]).toEqual([403, true]);
  });
});

describe('magic links > opened again in the same browser', () => {
  let asAdmin: { token: string; workspace: string };
  beforeAll(async () => {
    const admin = anAddress();
    await invite(service, shop, admin, { role: 'admin' });
    asAdmin = { token: await personalToken(service, admin), workspace: shop.id };
  });

  const listed = async (email: string) =>
    (await service.call('GET', '/settings/sessions', asAdmin)).body.sessions.filter(
      ({ person }: { person: { email: string } }) => person.email === email,
    );

  it('prolong the existing session', async () => {
    const email = anAddress();
    const link = await linkFor(email);
    const browser = openBrowser(service);
    await browser.open(link);
    const first = browser.cookies.get('svc_reader');
    service.setTime(new Date(Date.now() + 20 * 86_400_000));
    await browser.open(link);
    service.setTime(new Date(Date.now() + 40 * 86_400_000));
    const later = await me(browser.cookies.get('svc_reader'));
    service.setTime(undefined);
    expect([browser.cookies.get('svc_reader'), later.status]).toEqual([first, 200]);
    expect(await listed(email)).toHaveLength(1);
  });

  it('create another session if the previous one was revoked, or belongs to another link', async () => {
    const email = anAddress();
    const link = await linkFor(email);
    const browser = openBrowser(service);
    await browser.open(await linkFor(anAddress()));
    const secrets = [browser.cookies.get('svc_reader')];
    await browser.open(link);
    secrets.push(browser.cookies.get('svc_reader'));
    const [{ id }] = await listed(email);
    expect((await service.call('DELETE', `/settings/sessions/${id}`, asAdmin)).status).toBe(200);
    await browser.open(link);
    secrets.push(browser.cookies.get('svc_reader'));
    expect(new Set(secrets).size).toBe(3);
    const states = await Promise.all(secrets.map(me));
    expect(states.map(({ status }) => status)).toEqual([200, 401, 200]);
  });
});
