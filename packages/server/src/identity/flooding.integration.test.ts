import { limits } from '@tessera/contract';
import { describe, expect, test } from 'vitest';
import { clientAt, type TestClient } from '../http/testing/client-at.js';
import { startServedService } from '../testing/served-service.js';
import { latestCode } from './testing/browser.js';
import { anAddress, invite } from './testing/people.js';

const proxy = '127.9.9.9';
let clients = 0;
const service = await startServedService({ SVC_TRUSTED_PROXIES: proxy });

/** A client with the given address, or by default with one that no other client uses. */
function aClient(address?: string, headers: Record<string, string> = {}): TestClient {
  clients += 1;
  const own = `127.1.${Math.floor(clients / 250)}.${(clients % 250) + 1}`;
  return clientAt({ url: service.url, origin: service.services.baseUrl }, address ?? own, headers);
}

/** A client behind the trusted proxy. */
function proxied(forwardedFor: string): TestClient {
  return aClient(proxy, { 'x-forwarded-for': forwardedFor });
}

async function aPerson(): Promise<string> {
  const email = anAddress();
  await invite(service, await service.createWorkspace(), email);
  return email;
}

const ask = (client: TestClient, email: string) => client.submit('/sign-in', { email, next: '/' });

async function signInWith(client: TestClient, email: string) {
  expect((await ask(client, email)).status).toBe(303);
  return client.submit('/sign-in/code', { code: await latestCode(service, email) });
}

/** Requests as many codes for an address as a day allows, each from another client. */
async function floodOf(email: string): Promise<void> {
  for (let call = 0; call < limits.signInCodesPerDayOfAll; call += 1) {
    expect((await ask(proxied(`203.0.${Math.floor(call / 250)}.${call % 250}`), email)).status).toBe(303);
  }
}

describe('a client that floods the sign-in', () => {
  test('is refused by its address, while others can still sign in', async () => {
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
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(aClient(), victim)).status).toBe(303);
    // The first code is still valid in the browser that requested it.
    expect((await before.submit('/sign-in/code', { code })).headers.location).toBe('/');
  });

  test('does not lock out a browser that the person has used before, even at the same client address', async () => {
    const victim = await aPerson();
    const office = '127.2.0.1';
    const known = aClient(office);
    expect((await signInWith(known, victim)).headers.location).toBe('/');
    const attacker = aClient(office);
    while ((await ask(attacker, victim)).status !== 429);
    expect((await signInWith(known, victim)).headers.location).toBe('/');
    // A browser is known for one address only, so for another one it shares the limit of its client address.
    for (let call = 0; call < limits.codesAskedPerMinute; call += 1) {
      await ask(attacker, anAddress());
    }
    expect((await ask(known, await aPerson())).status).toBe(429);
  });

  test('cannot lock an address out from many client addresses, and each further mail costs it another client address', async () => {
    const victim = await aPerson();
    const known = aClient();
    await signInWith(known, victim);
    await floodOf(victim);
    const newcomer = aClient();
    expect((await signInWith(newcomer, victim)).headers.location).toBe('/');
    const attacker = proxied('198.51.100.1');
    expect((await ask(attacker, victim)).status).toBe(303);
    expect((await ask(attacker, victim)).status).toBe(429);
    expect((await signInWith(known, victim)).headers.location).toBe('/');
  });

  test('is counted by the address that a trusted proxy reports, not by the one that it claims', async () => {
    for (let call = 0; call < limits.codesAskedPerMinute; call += 1) {
      await ask(proxied(`1.2.3.${call}, 203.0.113.5`), anAddress());
    }
    expect((await ask(proxied('9.9.9.9, 203.0.113.5'), anAddress())).status).toBe(429);
    expect((await ask(proxied('203.0.113.6'), anAddress())).status).toBe(303);
    const address = '127.3.0.1';
    for (let call = 0; call < limits.codesAskedPerMinute; call += 1) {
      await ask(aClient(address), anAddress());
    }
    expect((await ask(aClient(address, { 'x-forwarded-for': '1.1.1.1' }), anAddress())).status).toBe(429);
  });

  test('counts as one client for all addresses of its IPv6 network', async () => {
    for (let call = 0; call < limits.codesAskedPerMinute; call += 1) {
      await ask(proxied(`2001:db8:1:2:${call.toString(16)}::1`), anAddress());
    }
    expect((await ask(proxied('2001:db8:1:2:ffff::9'), anAddress())).status).toBe(429);
    expect((await ask(proxied('2001:db8:1:3::9'), anAddress())).status).toBe(303);
  });

  test('cannot try codes in many parallel sign-ins', async () => {
    const client = aClient();
    const statuses: number[] = [];
    for (let call = 0; call <= limits.signInTriesPerMinute; call += 1) {
      if (call % limits.signInCodeTries === 0) {
        await ask(client, anAddress());
      }
      statuses.push((await client.submit('/sign-in/code', { code: '000000' })).status);
    }
    expect(statuses.at(0)).toBe(400);
    expect(statuses.at(-1)).toBe(429);
  });

  test('cannot try sign-in links without limit', async () => {
    const client = aClient();
    for (let call = 0; call < limits.signInTriesPerMinute; call += 1) {
      expect((await client.submit('/sign-in/link', { token: 'unknown' })).status).toBe(410);
    }
    expect((await client.submit('/sign-in/link', { token: 'unknown' })).status).toBe(429);
  });
});

describe('a client that opens magic links in a loop', () => {
  test('is refused by its address, and no further session opens', async () => {
    const client = aClient();
    for (let call = 0; call < limits.linksOpenedPerMinute; call += 1) {
      expect((await client.get('/r?token=unknown')).status).toBe(404);
    }
    const refused = await client.get('/r?token=unknown');
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('rate_limited')]);
    expect((await aClient().get('/r?token=unknown')).status).toBe(404);
  });
});

describe('a client that floods the device flow', () => {
  test('is refused by its address, in the format of RFC 8628', async () => {
    const client = aClient();
    for (let call = 0; call < limits.deviceCodesPerMinute; call += 1) {
      expect((await client.submit('/auth/device/code', { client_id: 'svc' })).status).toBe(200);
    }
    const refused = await client.submit('/auth/device/code', { client_id: 'svc' });
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      429,
      { error: 'slow_down', error_description: expect.any(String) },
    ]);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect((await aClient().submit('/auth/device/code', { client_id: 'svc' })).status).toBe(200);
  });

  test('cannot poll without limit', async () => {
    const client = aClient();
    const grant = { client_id: 'svc', grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' };
    const answers: number[] = [];
    for (let call = 0; call < limits.devicePollsPerMinute; call += 1) {
      answers.push((await client.submit('/auth/device/token', grant)).status);
    }
    expect(new Set(answers)).toEqual(new Set([400]));
    expect((await client.submit('/auth/device/token', grant)).status).toBe(429);
  });

  test('cannot guess user codes as one person, even from many addresses', async () => {
    const browser = aClient();
    await signInWith(browser, await aPerson());
    const statuses: number[] = [];
    for (let call = 0; call <= limits.userCodesPerMinute; call += 1) {
      const elsewhere = proxied(`198.51.101.${call}`);
      elsewhere.cookies.set('svc_session', browser.cookies.get('svc_session') ?? '');
      statuses.push((await elsewhere.get('/device?user_code=BCDF-GHJK')).status);
    }
    expect(statuses.at(0)).toBe(404);
    expect(statuses.at(-1)).toBe(429);
  });

  test('cannot guess user codes from one address, even as many people', async () => {
    const address = '127.4.0.1';
    const statuses: number[] = [];
    for (let call = 0; call <= limits.userCodesPerMinute; call += 1) {
      const browser = aClient();
      await signInWith(browser, await aPerson());
      const here = aClient(address);
      here.cookies.set('svc_session', browser.cookies.get('svc_session') ?? '');
      statuses.push((await here.get('/device?user_code=BCDF-GHJK')).status);
    }
    expect(statuses.at(0)).toBe(404);
    expect(statuses.at(-1)).toBe(429);
  });
});
