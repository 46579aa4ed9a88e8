import { deviceGrantType, limits } from '@tessera/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.js';
import { startSuiteService, type TestAnswer } from '../../testing/service.js';
import { openBrowser, signIn, type TestBrowser } from '../testing/browser.js';
import { anAddress, invite } from '../testing/people.js';

const start = new Date('2026-06-01T09:00:00.000Z');
let email: string;
let browser: TestBrowser;

const service = await startSuiteService();
const workspace = await service.createWorkspace();
beforeEach(async () => {
  service.setTime(start);
  email = anAddress();
  await invite(service, workspace, email);
  browser = await signIn(service, email);
});
afterEach(() => service.setTime(undefined));

function later(seconds: number): void {
  service.setTime(new Date(start.getTime() + seconds * 1_000));
}

async function ask(body: Record<string, string> = {}): Promise<TestAnswer> {
  return service.call('POST', '/auth/device/code', {
    body: { client_id: 'svc', device_name: "Ada's laptop", ...body },
  });
}

async function poll(deviceCode: string, body: Record<string, string> = {}): Promise<TestAnswer> {
  const request = { grant_type: deviceGrantType, device_code: deviceCode, client_id: 'svc', ...body };
  return service.call('POST', '/auth/device/token', { body: request });
}

async function approve(userCode: string, decision = 'approve') {
  return browser.submit('/device', { user_code: userCode, decision });
}

describe('the device flow', () => {
  test('ends in a personal token that acts as the person who confirmed, named after its device', async () => {
    const asked = await ask();
    expect(asked.body).toMatchObject({ expires_in: 900, interval: 5, verification_uri: 'http://tessera.test/device' });
    const page = await browser.open(asked.body.verification_uri_complete);
    expect(page.text).toContain(asked.body.user_code);
    expect(page.text).toContain('Ada&#39;s laptop');
    expect((await approve(asked.body.user_code)).text).toContain('Device connected');
    const answer = await poll(asked.body.device_code);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^svc_pt_[A-Za-z0-9_-]{43}$/),
      token_type: 'Bearer',
    });
    const token = answer.body.access_token;
    expect((await service.call('GET', '/me', { token })).body).toMatchObject({ kind: 'personal_token', email });
    const listed = await service.call('GET', '/me/devices', { token });
    expect(listed.body).toMatchObject({ count: 1, devices: [{ name: "Ada's laptop", current: true }] });
  });

  test('requires signing in first, then returns to the confirmation', async () => {
    const asked = await ask();
    const stranger = openBrowser(service);
    const page = await stranger.open(asked.body.verification_uri_complete);
    expect(page.location).toBe(`/sign-in?next=${encodeURIComponent(`/device?user_code=${asked.body.user_code}`)}`);
    expect((await stranger.submit('/device', { user_code: asked.body.user_code, decision: 'approve' })).status).toBe(
      303,
    );
    expect((await poll(asked.body.device_code)).body.error).toBe('authorization_pending');
    const arrived = await signIn(service, email, `/device?user_code=${asked.body.user_code}`);
    expect((await arrived.open(`/device?user_code=${asked.body.user_code}`)).text).toContain('Connect this device?');
  });

  test('returns its token once', async () => {
    const asked = await ask();
    await approve(asked.body.user_code);
    const answers = await Promise.all([poll(asked.body.device_code), poll(asked.body.device_code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await poll(asked.body.device_code)).body.error).toBe('invalid_grant');
  });

  test('permanently slows down a device that polls too often', async () => {
    const { device_code: code, user_code: userCode } = (await ask()).body;
    const seen: string[] = [];
    for (const seconds of [1, 3, 14, 23.9, 40]) {
      later(seconds);
      seen.push((await poll(code)).body.error);
    }
    // The second poll comes after 2 s, too soon, so the interval becomes 10 s. The next one, after 11 s, is in time.
    // The last one, after 9.9 s, is too soon again, so the interval becomes 15 s.
    expect(seen).toEqual([
      'authorization_pending',
      'slow_down',
      'authorization_pending',
      'slow_down',
      'authorization_pending',
    ]);
    await approve(userCode);
    later(54.9);
    expect((await poll(code)).body.error).toBe('slow_down');
    later(74.9);
    expect((await poll(code)).status).toBe(200);
  });

  test('returns access_denied to a refused device', async () => {
    const asked = await ask();
    expect((await approve(asked.body.user_code, 'deny')).text).toContain('Device refused');
    expect((await poll(asked.body.device_code)).body.error).toBe('access_denied');
    const { events } = (await service.call('GET', '/audit?limit=3', { token: workspace.token })).body;
    expect(events[0]).toMatchObject({ action: 'device.denied', actor: { kind: 'person', name: email } });
  });

  test('expires after 15 minutes, even if it was confirmed', async () => {
    const [waiting, confirmed] = [await ask(), await ask()];
    await approve(confirmed.body.user_code);
    later(900);
    expect((await poll(waiting.body.device_code)).body.error).toBe('expired_token');
    expect((await poll(confirmed.body.device_code)).body.error).toBe('expired_token');
    expect((await approve(waiting.body.user_code)).status).toBe(404);
  });

  test('returns errors in the format of RFC 8628', async () => {
    const { device_code: code } = (await ask()).body;
    const cases = [
      [await poll('unknown'), 'invalid_grant'],
      [await poll(code, { client_id: 'another' }), 'invalid_grant'],
      [await poll(code, { grant_type: 'password' }), 'unsupported_grant_type'],
      [await service.call('POST', '/auth/device/token', { body: {} }), 'invalid_request'],
      [await service.call('POST', '/auth/device/code', { body: {} }), 'invalid_request'],
    ] as const;
    for (const [answer, error] of cases) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ error, error_description: expect.any(String) });
    }
  });

  test('uses the format of RFC 8628 for a wrong method or type, and for internal errors', async () => {
    for (const path of ['/auth/device/code', '/auth/device/token']) {
      const wrongMethod = await service.call('GET', path);
      expect(wrongMethod).toMatchObject({ status: 405, body: { error: 'invalid_request' } });
      expect(wrongMethod.headers.get('allow')).toBe('POST, OPTIONS');
      const headers = { 'content-type': 'text/plain' };
      const wrongType = await service.call('POST', path, { body: 'client_id=svc', headers });
      expect(wrongType).toMatchObject({ status: 415, body: { error: 'invalid_request' } });
      expect(wrongType.body.error_description).toMatch(/application\/json or application\/x-www-form-urlencoded/);
    }
    for (const [status, error, fault] of [
      [503, 'temporarily_unavailable', Object.assign(new Error(), { code: 'ECONNREFUSED' })],
      [500, 'server_error', new Error('a fault')],
    ] as const) {
      const database = { ...service.services.database, asSystem: () => Promise.reject(fault) };
      const app = buildApp({ ...service.services, database });
      const answer = await app.http.request('/auth/device/code', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: 'svc' }),
      });
      expect([answer.status, await answer.json()]).toMatchObject([
        status,
        { error, error_description: expect.any(String) },
      ]);
      await app.close();
    }
  });

  test('accepts forms and JSON, and ignores unknown fields', async () => {
    const form = async (path: string, fields: Record<string, string>) =>
      service.call('POST', path, {
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const asked = await form('/auth/device/code', { client_id: 'svc', scope: 'anything', extra: '1' });
    expect(asked.status).toBe(200);
    await approve(asked.body.user_code);
    const fields = { grant_type: deviceGrantType, device_code: asked.body.device_code, client_id: 'svc', extra: '1' };
    expect((await form('/auth/device/token', fields)).status).toBe(200);
  });

  test('accepts a user code in any spelling, and refuses a wrong one', async () => {
    const asked = await ask();
    const typed = ` ${asked.body.user_code.toLowerCase().replace('-', ' ')} `;
    expect((await browser.open(`/device?user_code=${encodeURIComponent(typed)}`)).text).toContain(asked.body.user_code);
    for (const wrong of ['', 'BBBB-BBBB', 'x', 'AAAA-AAAA']) {
      const page = await browser.open(`/device?user_code=${wrong}`);
      expect(page.status).toBe(404);
      expect(page.text).toContain('role="alert"');
    }
  });

  test("stores no code or token in clear text, and records the token in the person's workspaces", async () => {
    const asked = await ask();
    const stored = async () =>
      JSON.stringify(
        await service.services.database.asSystem(async (transaction) => [
          await transaction.query('select * from device_authorizations'),
          await transaction.query('select * from personal_tokens'),
        ]),
      );
    expect(await stored()).not.toContain(asked.body.device_code);
    await approve(asked.body.user_code);
    const { access_token: token } = (await poll(asked.body.device_code)).body;
    expect(await stored()).not.toContain(token);
    const audit = await service.call('GET', '/audit?action=personal_token.created&limit=1', { token: workspace.token });
    expect(audit.body.events[0]).toMatchObject({ actor: { kind: 'person', name: email }, detail: {} });
  });
});

test.each(['/auth/device/code', '/auth/device/token'])(
  'a form at %s that is not UTF-8 is a bad request',
  async (path) => {
    const answer = await service.app.http.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new Uint8Array([...Buffer.from('client_id=svc&device_name='), 0xff, 0xfe]),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: 'invalid_request',
      error_description: 'The request is invalid: the form is not UTF-8.',
    });
  },
);

describe('device codes that no one has confirmed or refused', () => {
  const leave = (count: number, expiresAt: Date) =>
    service.services.database.asSystem((transaction) =>
      transaction.query(
        `insert into device_authorizations
           (device_code_hash, user_code, client_id, device, status, interval_seconds, created_at, expires_at)
         select uuid_send(gen_random_uuid()), gen_random_uuid()::text, 'svc', 'd', 'pending', 5, $2, $2
         from generate_series(1, $1)`,
        [count, expiresAt],
      ),
    );
  const kept = () =>
    service.services.database.asSystem((transaction) =>
      transaction.query('select from device_authorizations').then((rows) => rows.length),
    );

  test('are limited in number: the oldest are deleted, so that no one is locked out', async () => {
    later(7_200);
    const from = service.services.clock();
    const expiresIn = (seconds: number) => new Date(from.getTime() + seconds * 1_000);
    const [oldest, confirmed] = [await ask(), await ask()];
    await approve(confirmed.body.user_code);
    await leave(limits.openDeviceCodes - 1, expiresIn(limits.deviceCodeSeconds + 1));
    expect((await poll(oldest.body.device_code)).body.error).toBe('authorization_pending');
    const asked = await ask();
    expect(asked.status).toBe(200);
    expect((await poll(oldest.body.device_code)).body.error).toBe('invalid_grant');
    expect((await poll(confirmed.body.device_code)).status).toBe(200);
    expect((await approve(asked.body.user_code)).text).toContain('Device connected');
    expect((await poll(asked.body.device_code)).status).toBe(200);
  });

  test('are deleted an hour after they expired', async () => {
    later(20_000);
    const { body } = await ask();
    await leave(3, service.services.clock());
    later(20_000 + 3_600);
    await ask();
    expect((await poll(body.device_code)).body.error).toBe('expired_token');
    const before = await kept();
    later(20_000 + 3_601);
    await ask();
    expect(await kept()).toBe(before - 3 + 1);
    later(20_000 + limits.deviceCodeSeconds + 3_601);
    await ask();
    expect((await poll(body.device_code)).body.error).toBe('invalid_grant');
  });
});
