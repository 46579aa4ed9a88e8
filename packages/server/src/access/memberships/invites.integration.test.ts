import { limits } from '@tessera/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { type ServedTestService, startServedService } from '../../testing/served-service.js';
import { createWorkspaceFixture, type WorkspaceFixture } from '../../workspaces/testing/workspace-fixture.js';
import { createKey } from '../testing/keys.js';

let service: ServedTestService;
beforeAll(async () => {
  service = await startServedService();
});
afterEach(() => service.setTime(undefined));
afterAll(() => service.close());

const pathOf = (id: string) => `/settings/people/${id}/invite`;

/** Adds a person who has not signed in, without sending a mail. */
async function anInvited({ call }: WorkspaceFixture): Promise<{ id: string; email: string }> {
  const answer = await call('POST', '/settings/people', { email: anAddress(), role: 'member', send_email: false });
  return answer.body;
}

/** Sends the invitation again over a socket. */
async function sendAgain({ token, workspace }: WorkspaceFixture, id: string) {
  const headers = { authorization: `Bearer ${token}`, 'x-svc-workspace': workspace.id };
  const answer = await fetch(service.url + pathOf(id), { method: 'POST', headers });
  const body = (await answer.json()) as { error?: { code: string } };
  return { status: answer.status, body, retryAfter: Number(answer.headers.get('retry-after')) };
}

const mailsTo = (email: string) => service.mails.filter(({ to }) => to === email);

async function auditOf({ workspace }: WorkspaceFixture, action: string) {
  return (await service.call('GET', `/audit?action=${action}`, { token: workspace.token })).body.events;
}

describe('people.invite', () => {
  test('links to the sign-in page without a credential, and is audited', async () => {
    const admin = await createWorkspaceFixture(service);
    const { id, email } = await anInvited(admin);
    const { id: workspaceId, slug, name } = admin.workspace;
    expect(await sendAgain(admin, id)).toMatchObject({
      status: 200,
      body: { id, email, email_sent: true, reason: null, workspace: { id: workspaceId, slug, name } },
    });
    const [mail, ...more] = mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`http://tessera.test/sign-in?email=${encodeURIComponent(email)}`);
    expect(mail?.text).not.toMatch(/token|svc_/);
    expect(await auditOf(admin, 'person.invited_again')).toMatchObject([
      { target: id, detail: { email }, actor: { name: admin.email } },
    ]);
  });

  test('rejects people who have signed in, whose access has ended, or who belong to another workspace', async () => {
    const admin = await createWorkspaceFixture(service);
    const [signedIn, revoked] = [await anInvited(admin), await anInvited(admin)];
    await personalToken(service, signedIn.email);
    await admin.call('DELETE', `/settings/people/${revoked.id}`);
    const expired = anAddress();
    await admin.call('POST', '/settings/members/sync', {
      members: [{ email: expired, groups: [], expires_at: '2020-01-01T00:00:00Z' }],
    });
    const { people } = (await admin.call('GET', '/settings/people')).body;
    const { id: expiredId } = people.find((person: { email: string }) => person.email === expired);
    const foreign = await invite(service, await service.createWorkspace(), anAddress());
    const mails = service.mails.length;
    for (const [id, status, code] of [
      [signedIn.id, 409, 'member_exists'],
      [revoked.id, 409, 'member_revoked'],
      [expiredId, 409, 'member_revoked'],
      [foreign.id, 404, 'person_not_found'],
      ['garbage', 404, 'person_not_found'],
    ]) {
      expect(await sendAgain(admin, id)).toMatchObject({ status, body: { error: { code } } });
    }
    expect(service.mails).toHaveLength(mails);
    expect(await auditOf(admin, 'person.invited_again')).toEqual([]);
  });

  test('is limited per person and day, also for concurrent calls, and the limit of one does not affect others', async () => {
    const admin = await createWorkspaceFixture(service);
    const [flooded, other] = [await anInvited(admin), await anInvited(admin)];
    const answers = await Promise.all(
      Array.from({ length: limits.invitesPerDay + 3 }, () => sendAgain(admin, flooded.id)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.invitesPerDay);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ body }) => body.error?.code)).toEqual(Array(3).fill('rate_limited'));
    expect(mailsTo(flooded.email)).toHaveLength(limits.invitesPerDay);
    expect((await sendAgain(admin, other.id)).status).toBe(200);
    const wait = Math.max(...refused.map(({ retryAfter }) => retryAfter));
    expect(wait).toBeGreaterThan(0);
    service.setTime(new Date(Date.now() + wait * 1_000));
    expect((await sendAgain(admin, flooded.id)).status).toBe(200);
  });

  test.each([
    ['without a mail server', undefined, 'no_mail_server', 0],
    ['that the mail server does not accept', 'smtp://mail.example', 'not_accepted', 1],
  ])('reports %s', async (_title, smtpUrl, reason, failures) => {
    const admin = await createWorkspaceFixture(service);
    const { id } = await anInvited(admin);
    const services = {
      ...service.services,
      mailer: { ...service.services.mailer, send: async () => ({ accepted: false, reason: 'not taken' }) },
      settings: { ...service.services.settings, SVC_SMTP_URL: smtpUrl },
    };
    const { http } = buildApp(services, { checkAnswers: true, sweeps: false });
    const answer = await http.request(`http://tessera.test${pathOf(id)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'x-svc-workspace': admin.workspace.id },
    });
    expect([answer.status, await answer.json()]).toMatchObject([200, { email_sent: false, reason }]);
    expect(await auditOf(admin, 'mail.failed')).toHaveLength(failures);
  });
});

describe('mails about access', () => {
  type Send = (admin: WorkspaceFixture, key: string, email: string) => ReturnType<WorkspaceFixture['call']>;
  const v1 = (method: string, path: string, token: string, body?: object) =>
    service.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  /** Every route that sends a mail to an address. Each is called twice with the same input. */
  const routes: Record<string, Send> = {
    'a grant that is revoked and made again': async (_admin, key, email) => {
      await v1('DELETE', `/v1/members/${email}`, key);
      return v1('POST', '/v1/members', key, { email });
    },
    'a grant that is revoked and ensured again': async (_admin, key, email) => {
      await v1('DELETE', `/v1/members/${email}`, key);
      return v1('PUT', `/v1/members/${email}`, key, {});
    },
    'a person who is removed and added again': async ({ call }, _key, email) => {
      const { people } = (await call('GET', '/settings/people')).body;
      const known = people.find((person: { email: string }) => person.email === email);
      if (known !== undefined) await call('DELETE', `/settings/people/${known.id}`);
      return call('POST', '/settings/people', { email, role: 'member' });
    },
    'a magic link that is made anew': (_admin, key, email) => v1('POST', '/v1/readers', key, { email }),
  };

  test.each(Object.keys(routes))('of %s are limited per day, without refusing the change', async (name) => {
    const admin = await createWorkspaceFixture(service);
    const key = (await createKey(service, admin.workspace.id)).secret;
    const [email, other] = [anAddress(), anAddress()];
    const sent: boolean[] = [];
    for (let turn = 0; turn < limits.invitesPerDay + 2; turn += 1) {
      const answer = await routes[name]?.(admin, key, email);
      expect(answer?.status).toBe(200);
      sent.push(answer?.body.email_sent);
    }
    expect(sent).toEqual([...Array(limits.invitesPerDay).fill(true), false, false]);
    expect(mailsTo(email)).toHaveLength(limits.invitesPerDay);
    expect(await auditOf(admin, 'mail.failed')).toHaveLength(2);
    expect((await routes[name]?.(admin, key, other))?.body.email_sent).toBe(true);
    // Other workspaces have their own limit.
    const elsewhere = await createWorkspaceFixture(service);
    const theirs = (await createKey(service, elsewhere.workspace.id)).secret;
    expect((await routes[name]?.(elsewhere, theirs, email))?.body.email_sent).toBe(true);
    service.setTime(new Date(Date.now() + 25 * 3_600_000));
    expect((await routes[name]?.(admin, key, email))?.body.email_sent).toBe(true);
  });

  test('of an operator who removes and adds a person again have the same limit', async () => {
    const admin = await createWorkspaceFixture(service);
    const email = anAddress();
    for (let turn = 0; turn < limits.invitesPerDay + 2; turn += 1) {
      const body = { email, role: 'member' };
      const added = await v1('POST', `/operator/workspaces/${admin.workspace.id}/people`, service.operatorToken, body);
      expect(added.status).toBe(200);
      await admin.call('DELETE', `/settings/people/${added.body.id}`);
    }
    expect(mailsTo(email)).toHaveLength(limits.invitesPerDay);
    expect(await auditOf(admin, 'mail.failed')).toHaveLength(2);
    const key = (await createKey(service, admin.workspace.id)).secret;
    expect((await v1('POST', '/v1/readers', key, { email })).body.email_sent).toBe(false);
  });

  test('have one limit over all routes and concurrent calls', async () => {
    const admin = await createWorkspaceFixture(service);
    const key = (await createKey(service, admin.workspace.id)).secret;
    const email = anAddress();
    const links = Array.from({ length: 8 }, () => v1('POST', '/v1/readers', key, { email }));
    const answers = await Promise.all(links);
    expect(answers.filter(({ body }) => body.email_sent)).toHaveLength(limits.invitesPerDay);
    expect((await v1('POST', '/v1/members', key, { email })).body.email_sent).toBe(false);
    const { id } = (await v1('GET', '/v1/members', key)).body.members[0];
    expect((await sendAgain(admin, id)).status).toBe(429);
    expect(mailsTo(email)).toHaveLength(limits.invitesPerDay);
  });
});
