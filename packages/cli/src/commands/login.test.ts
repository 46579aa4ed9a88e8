import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type RecordingServer, startRecordingServer } from '../testing/recording-server.js';
import { newFolder, runCli } from '../testing/run-cli.js';

const ada = { kind: 'personal_token', id: 'person-1', name: 'Ada', email: 'ada@example.com' };
const acme = { id: '11111111-1111-4111-8111-111111111111', slug: 'acme', name: 'Acme', role: 'admin', can_write: true };
const umbra = { ...acme, id: '22222222-2222-4222-8222-222222222222', slug: 'umbra', name: 'Umbra' };

let server: RecordingServer;
let configFolder: string;
let opened: string[];

beforeAll(async () => {
  server = await startRecordingServer();
});
afterAll(() => server.close());
beforeEach(() => {
  configFolder = newFolder();
  opened = [];
  server.requests.splice(0);
  server.answers.clear();
  server.answers.set('device.code', deviceCode(`${server.url}/device?user_code=BCDF-GHJK`));
  server.answers.set('device.token', { body: { access_token: 'svc_pt_new', token_type: 'Bearer' } });
  reach(acme);
  server.answers.set('me.get', { body: ada });
});

const reach = (...workspaces: object[]) =>
  server.answers.set('workspaces.list', { body: { workspaces, count: workspaces.length } });

const deviceCode = (address: string): Answer => ({
  body: {
    device_code: 'device',
    user_code: 'BCDF-GHJK',
    verification_uri: address,
    verification_uri_complete: address,
    expires_in: 900,
    interval: 0,
  },
});
const login = (...flags: string[]) =>
  runCli(['login', ...flags], {
    configFolder,
    environment: { SVC_BASE_URL: server.url },
    openBrowser: async (url) => {
      opened.push(url);
      return true;
    },
  });
/** The headers of a call that uses the stored credential. */
const calledWith = async (environment: Record<string, string> = {}) => {
  await runCli(['collections', 'list'], { configFolder, environment });
  expect(server.requests.at(-1)?.line).toBe('GET /collections');
  return server.requests.at(-1)?.headers;
};
const choose = (slug: string, environment: Record<string, string> = {}) =>
  runCli(['workspaces', 'use', slug], { configFolder, environment });
const kept = () => JSON.parse(readFileSync(join(configFolder, 'logins.json'), 'utf8'));
const polls = () => server.requests.filter(({ operation }) => operation === 'device.token').length;

describe('svc login', () => {
  it('requests access for this device, waits for the person, and stores the token without a workspace', async () => {
    let tries = 0;
    server.answers.set('device.token', () => {
      tries += 1;
      if (tries < 3) return { status: 400, body: { error: 'authorization_pending' } };
      return { body: { access_token: 'svc_pt_new', token_type: 'Bearer' } };
    });
    const { status, stdout, stderr } = await login();
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toContain('confirm the code BCDF-GHJK');
    expect(stderr).toContain('Workspace: Acme (acme)');
    expect(server.requests[0]?.body).toBe('{"client_id":"svc","device_name":"test machine"}');
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(polls()).toBe(3);
    const stored = { token: 'svc_pt_new', identity: ada.id };
    expect(kept()).toEqual({ current: server.url, servers: { [server.url]: stored } });
    expect(opened).toEqual([`${server.url}/device?user_code=BCDF-GHJK`]);
  });

  it('makes its server the default, with the new token and the only workspace', async () => {
    await login();
    expect(await calledWith()).toMatchObject({ authorization: 'Bearer svc_pt_new', 'x-svc-workspace': acme.id });
  });

  it('chooses no workspace if there is more than one', async () => {
    await login();
    reach(umbra, acme);
    expect(await calledWith()).not.toHaveProperty('x-svc-workspace');
  });

  it('keeps the choice of the same person as long as it can be reached', async () => {
    reach(acme, umbra);
    await login();
    await choose('umbra');
    server.answers.set('device.token', { body: { access_token: 'svc_pt_newer', token_type: 'Bearer' } });
    expect((await login()).stderr).toContain('Workspace: Umbra (umbra)');
    expect(await calledWith()).toMatchObject({ authorization: 'Bearer svc_pt_newer', 'x-svc-workspace': umbra.id });
    reach(acme, { ...umbra, id: '33333333-3333-4333-8333-333333333333', slug: 'stark', name: 'Stark' });
    await login();
    expect(await calledWith()).not.toHaveProperty('x-svc-workspace');
  });

  it('drops the choice of another person', async () => {
    reach(acme, umbra);
    await login();
    await choose('umbra');
    server.answers.set('device.token', { body: { access_token: 'svc_pt_other', token_type: 'Bearer' } });
    server.answers.set('me.get', { body: { ...ada, id: 'person-2', name: 'Bob', email: 'bob@example.com' } });
    expect((await login()).stderr).toContain('choose one with');
    expect(await calledWith()).not.toHaveProperty('x-svc-workspace');
    expect(JSON.stringify(kept())).not.toContain('umbra');
  });

  it('keeps one choice per credential, whatever is chosen with another one', async () => {
    reach(acme, umbra);
    await login();
    await choose('umbra');
    const other = { SVC_TOKEN: 'svc_pt_of_somebody' };
    expect(await calledWith(other)).not.toHaveProperty('x-svc-workspace');
    await choose('acme', other);
    expect(await calledWith(other)).toMatchObject({ 'x-svc-workspace': acme.id });
    expect(await calledWith()).toMatchObject({ 'x-svc-workspace': umbra.id });
  });

  it('keeps its server as the default when a workspace is chosen on another server', async () => {
    await login();
    const elsewhere = await startRecordingServer();
    elsewhere.answers.set('workspaces.list', { body: { workspaces: [umbra], count: 1 } });
    const { status } = await choose('umbra', { SVC_BASE_URL: elsewhere.url, SVC_TOKEN: 'svc_pt_of_somebody' });
    await elsewhere.close();
    expect(status).toBe(0);
    expect(await calledWith()).toMatchObject({ authorization: 'Bearer svc_pt_new' });
  });

  it('opens no browser with --no-browser', async () => {
    await login('--no-browser');
    expect(opened).toEqual([]);
  });

  it.each(['file:///etc/passwd', '--new-window', 'javascript:alert(1)'])(
    'opens nothing but a web address, whatever a server names: %s',
    async (address) => {
      server.answers.set('device.code', deviceCode(address));
      expect((await login()).status).toBe(0);
      expect(opened).toEqual([]);
    },
  );

  it.each([
    ['access_denied', 'was declined'],
    ['expired_token', 'has expired'],
    ['invalid_grant', 'invalid_grant'],
  ])('stores nothing and shows the reason after %s', async (error, message) => {
    server.answers.set('device.token', { status: 400, body: { error } });
    const { status, stderr } = await login();
    expect(status).toBe(1);
    expect(stderr).toContain(message);
    expect(kept).toThrow('ENOENT');
  });

  it('prints who signed in, and no secret, for programs', async () => {
    const { stdout } = await login('--json');
    expect(JSON.parse(stdout)).toEqual(ada);
  });
});

describe('svc logout', () => {
  it('revokes the token of this machine, and deletes it', async () => {
    await login();
    const tokens = [
      { id: 'other', current: false },
      { id: 'mine', current: true },
    ];
    server.answers.set('devices.list', { body: { devices: tokens, count: 2 } });
    const { status } = await runCli(['logout'], { configFolder });
    expect(status).toBe(0);
    expect(server.requests.at(-1)?.line).toBe('DELETE /me/devices/mine');
    expect(kept()).toEqual({ servers: {} });
  });

  it('deletes the token even if the server does not respond, and says that it is still valid there', async () => {
    await login();
    server.answers.set('devices.list', {
      status: 500,
      body: { error: { code: 'internal', message: 'A fault.' } },
    });
    const { status, stderr } = await runCli(['logout'], { configFolder });
    expect(status).toBe(1);
    expect(stderr).toContain('could not be revoked on the server');
    expect(kept()).toEqual({ servers: {} });
  });
});
