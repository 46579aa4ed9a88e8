import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { limits } from '@tessera/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../testing/service.js';
import { createHttpServer } from './server.js';
import { exchange as exchangeWith } from './testing/exchange.js';

describe('the service on a socket', () => {
  let service: TestService;
  let workspace: TestWorkspace;
  let server: Server;

  beforeAll(async () => {
    service = await startTestService();
    workspace = await service.createWorkspace();
    server = createHttpServer((request) => service.app.http.fetch(request));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.close();
    await service.close();
  });

  const exchange = (parts: readonly (string | Buffer)[], enough?: RegExp) => exchangeWith(server, parts, enough);

  const head = (request: string, ...headers: string[]) =>
    `${[`${request} HTTP/1.1`, 'Host: tessera.test', `Authorization: Bearer ${workspace.token}`, ...headers].join('\r\n')}\r\n\r\n`;
  const json = 'Content-Type: application/json';

  it('refuses a declared size at once, without waiting for the body, and closes the connection', async () => {
    const answer = await exchange([
      head('POST /collections', json, `Content-Length: ${limits.bodyBytes + 1}`),
      '{"name": "never finished',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"payload_too_large"');
  });

  it('lets a caller finish sending, and read, what it refuses: the connection serves on', async () => {
    const length = 4 * limits.bodyBytes;
    const answer = await exchange(
      [
        head('POST /collections', json, `Content-Length: ${length}`),
        Buffer.alloc(length, ' '),
        head('GET /me', 'Connection: close'),
      ],
      /"kind":"pinned_token"/,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*payload_too_large.*HTTP\/1\.1 200 .*"kind":"pinned_token"/s);
  });

  it('refuses a body in chunks once it has grown too large', async () => {
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    const answer = await exchange([
      head('POST /collections', json, 'Transfer-Encoding: chunked'),
      ...Array.from({ length: 12 }, () => chunk),
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"payload_too_large"');
  });

  it('keeps a connection after a refusal whose body it has read', async () => {
    const answer = await exchange(
      [head('POST /collections', json, 'Content-Length: 1'), '{', head('GET /me', 'Connection: close')],
      /"kind":"pinned_token"/,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*invalid_json.*HTTP\/1\.1 200 .*"kind":"pinned_token"/su);
  });

  it('answers HEAD without a body and GET with one, on one connection', async () => {
    const answer = await exchange([head('HEAD /me'), head('GET /me', 'Connection: close')]);
    expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
    expect(answer.match(/"kind"/g)).toHaveLength(1);
  });

  it.each([
    ['no HTTP at all', ['\u0016\u0003\u0001 hello\r\n\r\n']],
    ['a header that never fits', [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`]],
    ['a host that is none', ['GET /health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n']],
    ['two lengths', ['POST /collections HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{']],
  ])('survives %s', async (_title, parts) => {
    const answer = await exchange(parts);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_request"/s);
    expect(answer).toMatch(/x-request-id: [\w-]+\r\n/i);
    expect(await exchange([head('GET /health', 'Connection: close')])).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('survives a caller that leaves in the middle of its body, and keeps nothing of it', async () => {
    const arrived = once(server, 'request');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`${head('POST /collections', json, 'Content-Length: 100')}{"name": "half"}`);
    await arrived;
    socket.destroy();
    const answer = await exchange([head('GET /collections', 'Connection: close')]);
    expect(answer).toContain('"count":0');
  });
});
