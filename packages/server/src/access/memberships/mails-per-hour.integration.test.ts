import { afterEach, describe, expect, it } from 'vitest';
import { latestCode } from '../../identity/testing/browser.js';
import { HostBrowser } from '../../identity/testing/host-browser.js';
import { anAddress } from '../../identity/testing/people.js';
import { startServedService } from '../../testing/served-service.js';
import { mailsPerHour } from '../mail-counts.js';
import { createKey, grantingWorkspace } from '../testing/keys.js';

const service = await startServedService({ SVC_MAILS_PER_HOUR: '24' });
afterEach(() => service.setTime(undefined));

/** Grants access to strangers over the socket, with several keys at a time. Returns how many were sent a mail. */
async function grant(workspaceId: string, count: number): Promise<number> {
  const keys = await Promise.all(Array.from({ length: 4 }, () => createKey(service, workspaceId)));
  const answers = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const path = index % 2 === 0 ? '/v1/members' : '/v1/readers';
      const headers = { 'x-api-key': keys[index % keys.length]?.secret ?? '', 'content-type': 'application/json' };
      const body = JSON.stringify({ email: anAddress(), name: 'PayPal Security — verify at http://evil.example' });
      const answer = await fetch(service.url + path, { method: 'POST', headers, body });
      expect(answer.status).toBe(200);
      return (await answer.json()) as { email_sent: boolean };
    }),
  );
  return answers.filter(({ email_sent: isSent }) => isSent).length;
}

describe('the mails of a workspace', () => {
  it('are limited per hour and exactly, a new workspace to a quarter, while grants stay valid', async () => {
    const { id, token } = await grantingWorkspace(service);
    const start = Date.now();
    expect(await grant(id, 40)).toBe(6);
    expect(await grant(id, 4)).toBe(0);
    const { body } = await service.call('GET', '/audit?action=mail.failed&limit=500', { token });
    expect(body.events).toHaveLength(38);
    expect(body.events[0].detail.reason).toBe('the workspace has sent its 6 mails of an hour');
    service.setTime(new Date(start + 3_700_000));
    expect(await grant(id, 12)).toBe(6);
    service.setTime(new Date(start + 5 * 86_400_000));
    expect(await grant(id, 40)).toBe(24);
  });

  it('do not count for other workspaces, and codes to sign in are sent all the same', async () => {
    const [first, second] = [await grantingWorkspace(service), await grantingWorkspace(service)];
    await grant(first.id, 10);
    expect(await grant(second.id, 3)).toBe(3);
    const email = anAddress();
    await service.call('POST', '/v1/members', { token: first.key, body: { email, send_email: false } });
    await new HostBrowser(service.url).submit('http://tessera.test/sign-in', { email, next: '/' });
    expect(await latestCode(service, email)).toMatch(/^\d{6}$/);
  });

  it('name no address that the caller sent', async () => {
    const { id } = await grantingWorkspace(service);
    await grant(id, 2);
    for (const { subject, text, html } of service.mails) {
      expect(`${subject}\n${text.split('\n')[0]}`).not.toMatch(/https?:|evil\.example/);
      expect(html).not.toContain('evil.example');
    }
  });
});

it.each([
  [0, 50],
  [36, 125],
  [72, 200],
  [1_000, 200],
])('a workspace of %d hours sends %d of 200 mails an hour', (hours, most) => {
  expect(mailsPerHour(200, hours * 3_600_000)).toBe(most);
});
