import { limits } from '@tessera/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { openBrowser } from '../testing/browser.js';
import { anAddress, invite } from '../testing/people.js';

const service = await startSuiteService();
afterEach(() => service.setTime(undefined));

async function aLink() {
  const email = anAddress();
  const workspace = await service.createWorkspace();
  await invite(service, workspace, email, { role: 'admin' });
  const made = await service.call('POST', `/operator/people/${email}/sign-in-links`, { token: service.operatorToken });
  expect(made.status).toBe(200);
  return { email, workspace, token: new URL(made.body.url).searchParams.get('token') ?? '' };
}

describe('a sign-in link of the operator', () => {
  test('signs in the person who opens and confirms it, once', async () => {
    const { email, workspace, token } = await aLink();
    const browser = openBrowser(service);
    for (let look = 0; look < 3; look += 1) {
      expect((await browser.open(`/sign-in/link?token=${token}`)).text).toContain('signs this browser in');
    }
    expect(await browser.submit('/sign-in/link', { token })).toMatchObject({ status: 303, location: '/' });
    const me = await service.call('GET', '/me', { headers: browser.headers() });
    expect(me.body).toMatchObject({ kind: 'session', email, role: 'admin' });
    const again = openBrowser(service);
    expect((await again.submit('/sign-in/link', { token })).status).toBe(410);
    expect(again.cookies.size).toBe(0);
    const { events } = (await service.call('GET', '/audit', { token: workspace.token })).body;
    const recorded = events.map((event: { action: string; detail: { method?: string } }) => [
      event.action,
      event.detail.method,
    ]);
    expect(recorded).toEqual(
      expect.arrayContaining([
        ['person.sign_in_link_created', undefined],
        ['person.signed_in', 'link'],
      ]),
    );
  });

  test('is valid for an hour', async () => {
    const { token } = await aLink();
    service.setTime(new Date(Date.now() + limits.signInLinkSeconds * 1_000 + 1_000));
    expect((await openBrowser(service).submit('/sign-in/link', { token })).status).toBe(410);
  });

  test('is refused for people without a workspace, and for callers other than the operator', async () => {
    const path = `/operator/people/${anAddress()}/sign-in-links`;
    expect((await service.call('POST', path, { token: service.operatorToken })).status).toBe(404);
    const { workspace } = await aLink();
    expect((await service.call('POST', path, { token: workspace.token })).status).toBe(401);
  });
});
