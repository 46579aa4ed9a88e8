import { randomBytes } from 'node:crypto';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../app.js';
import { createMailer, type Mailer } from '../platform/mail/mailer.js';
import { refusingRecipients, startMailServer } from '../platform/mail/testing/mail-server.js';
import { startSuiteService } from '../testing/service.js';
import { grantingWorkspace } from './testing/keys.js';

const service = await startSuiteService();
const shop = await grantingWorkspace(service);

/** Grants access through a service whose mails have the given result. */
async function grantWith(
  mailer: Partial<Mailer>,
  body: object,
  smtpUrl?: string,
): Promise<{ status: number; body: { id: string; email_sent: boolean } }> {
  const services = {
    ...service.services,
    mailer: { ...service.services.mailer, ...mailer },
    settings: { ...service.services.settings, SVC_SMTP_URL: smtpUrl },
  };
  const answer = await buildApp(services, { checkAnswers: true }).http.request('http://tessera.test/v1/members', {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { id: string; email_sent: boolean } };
}

async function failuresOf(email: string): Promise<unknown[]> {
  const audit = await service.call('GET', '/audit?action=mail.failed', { token: shop.token });
  return audit.body.events
    .filter((event: { target: string }) => event.target === email)
    .map((event: { detail: unknown }) => event.detail);
}

/** The service's own mailer, on a mail server. */
function realMailer(url: string): Mailer {
  const settings = { ...service.services.settings, SVC_SMTP_URL: url };
  return createMailer({ settings, log: service.services.log, clock: () => new Date(), random: randomBytes });
}

describe('email_sent', () => {
  it.each<[string, SMTPServerOptions | undefined, boolean]>([
    ['true once a mail server took the invite', {}, true],
    ['false when it refused the address', refusingRecipients, false],
    ['false when it is down', undefined, false],
  ])('is %s, and the grant is stored in either case', async (title, options, expected) => {
    const server = options && (await startMailServer(options));
    const mailer = realMailer(server?.url ?? 'smtp://127.0.0.1:1');
    const email = `${title.replace(/\W+/g, '-')}@example.com`;
    const granted = await grantWith(mailer, { email }, 'smtp://configured.example');
    mailer.close();
    await server?.stop();
    expect(granted).toMatchObject({ status: 200, body: { email_sent: expected } });
    expect(server?.taken ?? []).toHaveLength(expected ? 1 : 0);
    expect(await failuresOf(email)).toHaveLength(expected ? 0 : 1);
    expect((await shop.v1('GET', `/members/${email}/access`)).status).toBe(200);
  });
});

describe('invitation mails', () => {
  it('link to the sign-in page with the address filled in, without a credential', async () => {
    const granted = await grantWith({}, { email: 'a+b@example.com', name: 'A' });
    expect(granted.body.email_sent).toBe(true);
    const mail = service.mails.at(-1);
    expect(mail?.to).toBe('a+b@example.com');
    expect(mail?.text).toContain('http://tessera.test/sign-in?email=a%2Bb%40example.com');
    expect(mail?.text).not.toMatch(/token|svc_/);
  });

  it('refused by the mail server do not fail the grant, and are reported and audited', async () => {
    const refusing = { send: async () => ({ accepted: false, reason: 'EENVELOPE (550)' }) };
    const granted = await grantWith(refusing, { email: 'refused@example.com' }, 'smtp://mail.example');
    expect(granted).toMatchObject({ status: 200, body: { email_sent: false } });
    const members = (await shop.v1('GET', '/members')).body.members;
    expect(members.some((member: { id: string }) => member.id === granted.body.id)).toBe(true);
    expect(await failuresOf('refused@example.com')).toEqual([expect.objectContaining({ reason: 'EENVELOPE (550)' })]);
  });

  it('are not sent without a mail server, and do not count as failed', async () => {
    const absent = { send: async () => ({ accepted: false, reason: 'no mail server is configured' }) };
    expect((await grantWith(absent, { email: 'nomail@example.com' })).body.email_sent).toBe(false);
    expect(await failuresOf('nomail@example.com')).toEqual([]);
  });

  it('are not sent with send_email: false, or if nothing was granted', async () => {
    const sent = service.mails.length;
    expect((await grantWith({}, { email: 'quiet@example.com', send_email: false })).body.email_sent).toBe(false);
    expect((await grantWith({}, { email: 'quiet@example.com' })).status).toBe(409);
    expect(service.mails).toHaveLength(sent);
  });
});
