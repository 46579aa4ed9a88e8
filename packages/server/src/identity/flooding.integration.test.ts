import { limits } from '@tessera/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../testing/service.js';
import { latestCode, signIn } from './testing/browser.js';
import { anAddress, invite } from './testing/people.js';

const baseUrl = 'http://tessera.test';
let service: TestService;
let clients = 0;
beforeAll(async () => {
  service = await startTestService({ SVC_TRUSTED_PROXIES: '10.0.0.0/8' });
});
afterAll(() => service.close());

function anotherAddress(): string {
  clients += 1;
  return `198.51.100.${clients}`;
}

/** A client at an address of its own, or at the given one. */
function aClient(address = anotherAddress(), headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>();
  return async (path: string, fields: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await service.app.http.request(
      baseUrl + path,
      { method: 'POST', headers: { origin: baseUrl, cookie, ...headers }, body: new URLSearchParams(fields) },
      { incoming: { socket: { remoteAddress: address } } },
    );
    for (const text of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    return answer;
  };
}

async function aPerson(): Promise<string> {
  const email = anAddress();
  await invite(service, await service.createWorkspace(), email);
  return email;
}

const ask = (client: ReturnType<typeof aClient>, email: string) => client('/sign-in', { email, next: '/' });

describe('whoever floods the sign-in', () => {
  test('is refused by its address, and keeps nobody else from signing in', async () => {
    const victim = await aPerson();
    const before = aClient();
    expect((await ask(before, victim)).status).toBe(303);
    const code = await latestCode(service, victim);
    const attacker = aClient();
    const statuses: number[] = [];
    for (let call = 0; call <= limits.codesAskedPerMinute; call += 1) {
      statuses.push((await ask(attacker, victim)).status);
    }
    expect(statuses.slice(0, limits.signInCodesPerHour)).toEqual(
      Array.from({ length: limits.signInCodesPerHour }, () => 303),
    );
    expect(new Set(statuses.slice(limits.signInCodesPerHour))).toEqual(new Set([429]));
    const refused = await ask(attacker, anAddress());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(aClient(), victim)).status).toBe(303);
    // The code that was sent first is still good where it was asked for.
    expect((await before('/sign-in/code', { code })).headers.get('location')).toBe('/');
  });

  test('is counted by where it is, behind a proxy that says so, and not by what it says itself', async () => {
    const proxied = (client: string) => aClient('10.0.0.1', { 'x-forwarded-for': client });
    for (let call = 0; call < limits.codesAskedPerMinute; call += 1) {
      await ask(proxied(`1.2.3.${call}, 203.0.113.5`), anAddress());
    }
    expect((await ask(proxied('9.9.9.9, 203.0.113.5'), anAddress())).status).toBe(429);
    expect((await ask(proxied('203.0.113.6'), anAddress())).status).toBe(303);
    const [direct, other] = [aClient('203.0.113.7'), aClient('203.0.113.7', { 'x-forwarded-for': '1.1.1.1' })];
    for (let call = 0; call < limits.codesAskedPerMinute; call += 1) {
      await ask(direct, anAddress());
    }
    expect((await ask(other, anAddress())).status).toBe(429);
  });

  test('cannot try codes of many attempts at once', async () => {
    const client = aClient();
    const statuses: number[] = [];
    for (let call = 0; call <= limits.signInTriesPerMinute; call += 1) {
      if (call % limits.signInCodeTries === 0) {
        await ask(client, anAddress());
      }
      statuses.push((await client('/sign-in/code', { code: '000000' })).status);
    }
    expect(statuses.at(0)).toBe(400);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('whoever floods the device flow', () => {
  test('is refused by its address, in the shape of the flow', async () => {
    const client = aClient();
    for (let call = 0; call < limits.deviceCodesPerMinute; call += 1) {
      expect((await client('/auth/device/code', { client_id: 'svc' })).status).toBe(200);
    }
    const refused = await client('/auth/device/code', { client_id: 'svc' });
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { error: 'slow_down', error_description: expect.any(String) },
    ]);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await aClient()('/auth/device/code', { client_id: 'svc' })).status).toBe(200);
  });

  test('cannot guess user codes, from however many addresses a person does it', async () => {
    const browser = await signIn(service, await aPerson());
    const statuses: number[] = [];
    for (let call = 0; call <= limits.userCodesPerMinute; call += 1) {
      const guess = await service.app.http.request(
        `${baseUrl}/device?user_code=BCDF-GHJK`,
        { headers: browser.headers() },
        { incoming: { socket: { remoteAddress: `203.0.114.${call}` } } },
      );
      statuses.push(guess.status);
    }
    expect(statuses.at(0)).toBe(404);
    expect(statuses.at(-1)).toBe(429);
  });
});
