import { limits } from '@tessera/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { startSuiteService, type TestWorkspace } from '../testing/service.js';
import { latestCode, openBrowser, signIn } from './testing/browser.js';
import { anAddress, invite } from './testing/people.js';

const service = await startSuiteService();
afterEach(() => service.setTime(undefined));

async function isPending(workspace: TestWorkspace, email: string): Promise<boolean | undefined> {
  const rows = await service.services.database.asSystem((transaction) =>
    transaction.query<{ pending: boolean }>(
      'select person_id is null as pending from memberships where workspace_id = $1 and email = $2',
      [workspace.id, email],
    ),
  );
  return rows[0]?.pending;
}

describe('grants to an address', () => {
  test('are all linked at the first sign-in', async () => {
    const email = anAddress();
    const workspaces = [
      await service.createWorkspace(),
      await service.createWorkspace(),
      await service.createWorkspace(),
    ];
    for (const workspace of workspaces) {
      expect((await invite(service, workspace, email.toUpperCase())).pending).toBe(true);
    }
    const browser = await signIn(service, email);
    const listed = await service.call('GET', '/workspaces', { headers: browser.headers() });
    const ids = listed.body.workspaces.map(({ id }: { id: string }) => id).sort();
    expect(ids).toEqual(workspaces.map(({ id }) => id).sort());
    for (const workspace of workspaces) {
      expect(await isPending(workspace, email)).toBe(false);
    }
  });

  test('are linked at once after the first sign-in', async () => {
    const email = anAddress();
    await invite(service, await service.createWorkspace(), email);
    await signIn(service, email);
    expect((await invite(service, await service.createWorkspace(), email)).pending).toBe(false);
  });

  test('are linked even if they are created during the first sign-in', async () => {
    const first = await service.createWorkspace();
    const second = await service.createWorkspace();
    for (let round = 0; round < 5; round += 1) {
      const email = anAddress();
      await invite(service, first, email);
      await Promise.all([signIn(service, email), invite(service, second, email)]);
      expect(await isPending(second, email)).toBe(false);
    }
  });

  test('sign-in > is recorded in every workspace of the person, and the first one is marked', async () => {
    const email = anAddress();
    const workspace = await service.createWorkspace();
    await invite(service, workspace, email);
    await signIn(service, email);
    await signIn(service, email);
    const audit = await service.call('GET', '/audit?action=person.signed_in', { token: workspace.token });
    expect(audit.body.events.map(({ detail }: { detail: unknown }) => detail)).toEqual([
      { method: 'code', first: false },
      { method: 'code', first: true },
    ]);
    expect(audit.body.events[0].actor).toMatchObject({ kind: 'person', name: email });
  });

  test('sign-in > is recorded with the network of the browser, not with its address', async () => {
    const [email, workspace] = [anAddress(), await service.createWorkspace()];
    await invite(service, workspace, email);
    await signIn(service, email, '/', openBrowser(service, '203.0.113.77'));
    const audit = await service.call('GET', '/audit?action=person.signed_in', { token: workspace.token });
    expect(audit.body.events[0].detail).toEqual({ method: 'code', first: true, network: '203.0.113.0/24' });
  });
});

/** A browser in which a known person requested a code. Returns that code and a wrong one. */
async function askForCode(next = '/') {
  const email = anAddress();
  const workspace = await service.createWorkspace();
  await invite(service, workspace, email);
  const browser = openBrowser(service);
  await browser.submit('/sign-in', { email, next });
  const code = await latestCode(service, email);
  return { email, workspace, browser, code, wrong: code === '123456' ? '654321' : '123456' };
}

describe('a code', () => {
  test('has six digits and is valid once', async () => {
    const { browser, code } = await askForCode();
    const attempt = new Map(browser.cookies);
    expect(code).toMatch(/^\d{6}$/);
    expect((await browser.submit('/sign-in/code', { code })).location).toBe('/');
    const again = openBrowser(service);
    again.cookies.set('svc_sign_in', attempt.get('svc_sign_in') ?? '');
    expect((await again.submit('/sign-in/code', { code })).status).toBe(400);
    expect(again.cookies.has('svc_session')).toBe(false);
  });

  test('allows five tries, after which the right code is refused too', async () => {
    const { email, workspace, browser, code, wrong } = await askForCode();
    const shown: (string | undefined)[] = [];
    for (let round = 0; round < limits.signInCodeTries; round += 1) {
      shown.push((await browser.submit('/sign-in/code', { code: wrong })).text.match(/(\d tr\w+) left/)?.[1]);
    }
    expect(shown).toEqual(['4 tries', '3 tries', '2 tries', '1 try', undefined]);
    const late = await browser.submit('/sign-in/code', { code });
    expect(late.status).toBe(400);
    expect(late.text).toContain('no longer works');
    expect(browser.cookies.has('svc_session')).toBe(false);
    expect((await signIn(service, email)).cookies.has('svc_session')).toBe(true);
    const audit = await service.call('GET', '/audit?action=person.sign_in_refused', { token: workspace.token });
    expect(audit.body.events).toMatchObject(
      [5, 4, 3, 2, 1].map((tries) => ({ target: email, detail: { method: 'code', tries, network: null } })),
    );
  });

  test('counts simultaneous tries', async () => {
    const { browser, code, wrong } = await askForCode();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.submit('/sign-in/code', { code: wrong })),
    );
    expect(answers.filter(({ text }) => text.includes('That is not the code'))).toHaveLength(
      limits.signInCodeTries - 1,
    );
    expect((await browser.submit('/sign-in/code', { code })).status).toBe(400);
  });

  test('is valid for ten minutes', async () => {
    const email = anAddress();
    await invite(service, await service.createWorkspace(), email);
    const asked = new Date('2026-05-01T12:00:00.000Z');
    for (const [minutes, status] of [
      [9.99, 303],
      [10, 400],
    ] as const) {
      service.setTime(asked);
      const browser = openBrowser(service);
      await browser.submit('/sign-in', { email, next: '/' });
      service.setTime(new Date(asked.getTime() + minutes * 60_000));
      expect((await browser.submit('/sign-in/code', { code: await latestCode(service, email) })).status).toBe(status);
    }
  });

  test('is valid only in the browser that requested it', async () => {
    const { email, code } = await askForCode();
    const other = openBrowser(service);
    await other.submit('/sign-in', { email, next: '/' });
    expect((await other.submit('/sign-in/code', { code })).text).toContain('That is not the code');
  });

  test('is sent at most ten times an hour to one address, known or not', async () => {
    const known = anAddress();
    await invite(service, await service.createWorkspace(), known);
    for (const email of [known, anAddress()]) {
      const start = new Date('2026-05-02T12:00:00.000Z');
      service.setTime(start);
      for (let round = 0; round < limits.signInCodesPerHour; round += 1) {
        expect((await openBrowser(service).submit('/sign-in', { email, next: '/' })).status).toBe(303);
      }
      service.setTime(new Date(start.getTime() + 600_000));
      const refused = await openBrowser(service).submit('/sign-in', { email, next: '/' });
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('3000');
      service.setTime(new Date(start.getTime() + 3_600_000));
      expect((await openBrowser(service).submit('/sign-in', { email, next: '/' })).status).toBe(303);
    }
  });

  test("is stored only as a hash that cannot be guessed without the browser's secret", async () => {
    const email = anAddress();
    await invite(service, await service.createWorkspace(), email);
    await openBrowser(service).submit('/sign-in', { email, next: '/' });
    const stored = await service.services.database.asSystem((transaction) =>
      transaction.query('select * from sign_in_codes where email = $1', [email]),
    );
    expect(JSON.stringify(stored)).not.toContain(await latestCode(service, email));
  });
});

describe('an address without an invitation', () => {
  test('receives the same responses as a known one, at every step, and no mail', async () => {
    const known = anAddress();
    await invite(service, await service.createWorkspace(), known);
    const unknown = anAddress();
    const steps = async (email: string) => {
      const browser = openBrowser(service);
      const seen = [await browser.submit('/sign-in', { email, next: '/' }), await browser.open('/sign-in/code')];
      for (let round = 0; round < limits.signInCodeTries + 1; round += 1) {
        seen.push(await browser.submit('/sign-in/code', { code: '000000' }));
      }
      const anonymous = (text: string) => text.replaceAll(email, '').replaceAll(encodeURIComponent(email), '');
      return seen.map(({ status, location, text }) => ({ status, location, text: anonymous(text) }));
    };
    const mails = service.mails.length;
    const ofUnknown = await steps(unknown);
    expect(service.mails).toHaveLength(mails);
    expect(ofUnknown).toEqual(await steps(known));
  });

  test('includes an address whose only invitation was revoked before the first sign-in', async () => {
    const email = anAddress();
    const workspace = await service.createWorkspace();
    const { id } = await invite(service, workspace, email);
    await service.services.database.asSystem((transaction) =>
      transaction.query(`update memberships set status = 'revoked' where id = $1`, [id]),
    );
    await openBrowser(service).submit('/sign-in', { email, next: '/' });
    await expect(latestCode(service, email)).rejects.toThrow();
  });
});

describe('the sign-in pages', () => {
  test('load nothing from other sites, and no script', async () => {
    for (const path of ['/sign-in', '/sign-in?email=a%40b.example&next=%2Fx']) {
      const page = await openBrowser(service).open(path);
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.text).not.toMatch(/<script|\son\w+=|\sstyle=/i);
    }
  });

  test('escape what a person types', async () => {
    const page = await openBrowser(service).open(`/sign-in?email=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(page.text).toContain('&quot;&gt;&lt;script&gt;');
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
    'never lead to %j',
    async (next) => {
      const { browser, code } = await askForCode(next);
      expect((await browser.submit('/sign-in/code', { code })).location).toBe('/');
    },
  );

  test('refuse forms from other sites', async () => {
    const email = anAddress();
    await invite(service, await service.createWorkspace(), email);
    const browser = await signIn(service, email);
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const path of ['/sign-in', '/sign-in/code', '/sign-in/workspace', '/device', '/account', '/sign-out']) {
      expect((await browser.submit(path, { email }, foreign)).status).toBe(403);
    }
    expect((await service.call('GET', '/me', { headers: browser.headers() })).status).toBe(200);
  });

  test('list the methods that they accept', async () => {
    for (const [path, allow] of [
      ['/sign-in', 'GET, POST, HEAD, OPTIONS'],
      ['/sign-out', 'POST, OPTIONS'],
    ] as const) {
      const refused = await service.call('DELETE', path);
      expect([refused.status, refused.body.error.code]).toEqual([405, 'method_not_allowed']);
      const options = await service.call('OPTIONS', path);
      expect([options.status, options.headers.get('allow')]).toEqual([204, allow]);
    }
    expect((await service.call('HEAD', '/sign-in')).status).toBe(200);
  });

  test('explain an invalid address', async () => {
    const page = await openBrowser(service).submit('/sign-in', { email: 'nobody', next: '/' });
    expect(page.status).toBe(400);
    expect(page.text).toContain('role="alert"');
  });
});
