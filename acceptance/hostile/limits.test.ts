import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asNewAdmin, call, type MadeCollection, makeToken, makeWorkspace, ok, unique } from '../http.js';
import { startOwnService } from '../own-service.js';
import type { OwnService } from '../service.js';

describe('anonymous limits of the built service', () => {
  let target: OwnService;
  beforeAll(async () => {
    target = await startOwnService();
  });
  afterAll(() => target.dispose());

  const form = (path: string, fields: Record<string, string>) =>
    call(`POST ${path}`, {
      target,
      raw: String(new URLSearchParams(fields)),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: target.url },
    });

  it.each([
    ['sign-in codes', 303, () => form('/sign-in', { email: `${unique('someone')}@example.com` })],
    ['device codes', 200, () => form('/auth/device/code', { client_id: 'svc' })],
  ])('refuse further %s from an address above its limit', async (_title, accepted, ask) => {
    const statuses: number[] = [];
    while (statuses.length < 200 && statuses.at(-1) !== 429) {
      statuses.push((await ask()).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([accepted]));
  });
});

describe('bodies to the built service', () => {
  let target: OwnService;
  beforeAll(async () => {
    target = await startOwnService();
  });
  afterAll(() => target.dispose());

  /** Sends the headers of a body that never arrives, and returns the answer. */
  async function announce(path: string, method: string, headers: Readonly<Record<string, string | number>>) {
    const sent = request(target.url + path, { method, headers });
    sent.flushHeaders();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const body = JSON.parse(await text(answer));
    sent.destroy();
    return `${answer.statusCode} ${body.error.code ?? body.error}`;
  }

  /** An admin with a collection, and the headers of a call of each route. */
  async function prepare() {
    const { workspace, asAdmin } = await asNewAdmin(target);
    const { secret } = await ok<MadeCollection>('POST /collections', { ...asAdmin, body: { name: 'things' } });
    await ok('POST /repos', { ...asAdmin, body: { name: 'docs' } });
    const { url } = await ok<{ url: string }>('POST /collections/things/reconciliation-url', { ...asAdmin, body: {} });
    const capabilities = ['manage_members', 'manage_permissions', 'manage_readers', 'create_sign_in_links'];
    const key = await ok<{ secret: string }>(`POST /operator/workspaces/${workspace.id}/api-keys`, {
      ...{ target, token: target.operatorToken, body: { name: 'key', capabilities } },
    });
    const headersOf = (path: string): Record<string, string> => {
      if (path.startsWith('/operator')) return { authorization: `Bearer ${target.operatorToken}` };
      if (path.startsWith('/v1')) return { 'x-api-key': key.secret };
      return /^\/(ingest|reconcile|auth)\//.test(path)
        ? {}
        : { authorization: `Bearer ${asAdmin.token}`, ...asAdmin.headers };
    };
    const addressOf = (path: string) =>
      path
        .replace('{name}', 'things')
        .replace('/ingest/{secret}', `/ingest/${secret}`)
        .replace('/reconcile/{secret}', new URL(url).pathname)
        .replace('{repo}/{path}', 'docs/a.bin')
        .replaceAll(/\{\w+\}/g, workspace.id);
    return (method: string, path: string, bytes: number) => {
      const headers = { 'content-type': 'application/json', 'content-length': bytes, 'if-none-match': '*' };
      return announce(addressOf(path), method, { ...headers, ...headersOf(path) });
    };
  }

  it('are refused above the limit of every route, before they arrive', async () => {
    const announceTo = await prepare();
    const { paths } = await ok<{ paths: Record<string, Record<string, object>> }>('GET /openapi.json', { target });
    const streamed = '/operator/workspaces/import';
    const addresses = Object.entries(paths).flatMap(([path, methods]) =>
      ['post', 'put', 'patch']
        .filter((method) => method in methods && path !== streamed)
        .map((method) => [method, path]),
    ) as [string, string][];
    expect(addresses.length).toBeGreaterThan(60);
    for (const [method, path] of addresses) {
      const answer = await announceTo(method.toUpperCase(), path, 2 ** 30);
      expect([path, answer]).toEqual([path, expect.stringMatching(/^413 (payload_too_large|invalid_request)$/)]);
    }
  });

  it.each([
    ['PUT', '/collections/{name}/views/{id}', 16 * 1024],
    ['POST', '/collections/{name}/query', 512 * 1024],
    ['POST', '/collections/{name}/resolve', 8 * 1024 * 1024],
    ['POST', '/ingest/{secret}/batch', 8 * 1024 * 1024],
  ])('are refused one byte above the limit of a route: %s %s', async (method, path, limit) => {
    const announceTo = await prepare();
    expect(await announceTo(method, path, limit + 1)).toBe('413 payload_too_large');
  });

  it.each([
    [1, 600_000],
    [30, 20_000],
    [1_200, 500],
  ])(
    'of %d objects with %d unknown keys are refused briefly, and other workspaces are served meanwhile',
    async (objects, keys) => {
      const [mine, theirs] = [await makeWorkspace(target), await makeWorkspace(target)];
      const [token, other] = [await makeToken(mine.id, { target }), await makeToken(theirs.id, { target })];
      for (const each of [token, other]) {
        await ok('POST /collections', { target, token: each, body: { name: 'things' } });
      }
      const object = `{${Array.from({ length: keys }, (_, at) => `"k${at}":1`).join()}}`;
      const list = `[${Array.from({ length: objects }, () => object).join()}]`;
      const json = { 'content-type': 'application/json' };
      let isOver = false;
      const send = async (path: string, raw: string) => {
        while (!isOver) {
          const { status, body } = await call(`POST ${path}`, { target, token, raw, headers: json });
          expect([status, JSON.stringify(body).length < 100_000]).toEqual([400, true]);
        }
      };
      const attack = Promise.all([
        send('/collections/things/import', `{"record":${list}}`),
        send('/collections/things/resolve', `{"queries":${list}}`),
      ]);
      for (let n = 0; n < 10; n += 1) {
        await ok('GET /collections/things/records', { target, token: other });
      }
      isOver = true;
      await attack;
    },
  );
});
