import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { limits } from '@tessera/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../platform/log.js';
import { startTestService, type TestService, type TestWorkspace } from '../testing/service.js';
import { arrivalLimits } from './arrival.js';
import { createHttpServer } from './server.js';
import { exchange as exchangeWith } from './testing/exchange.js';

describe('HTTP server', () => {
  let service: TestService;
  let workspace: TestWorkspace;
  let server: Server;
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
    service = await startTestService({}, { log });
    workspace = await service.createWorkspace();
    server = createHttpServer((request, connection) => service.app.http.fetch(request, connection), {
      arrival: { ...arrivalLimits, lingerMs: 300 },
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.close();
    await service.close();
  });

  const exchange = (pieces: readonly (string | Buffer)[], enough?: RegExp) => exchangeWith(server, pieces, enough);

  const head = (request: string, ...headers: string[]) =>
    `${[`${request} HTTP/1.1`, 'Host: tessera.test', `Authorization: Bearer ${workspace.token}`, ...headers].join('\r\n')}\r\n\r\n`;
  const json = 'Content-Type: application/json';

  it('refuses a body that declares a too large size at once, without reading it, and closes the connection', async () => {
    const answer = await exchange([
      head('POST /collections', json, `Content-Length: ${limits.bodyBytes + 1}`),
      '{"name": "never finished',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"payload_too_large"');
  });

  it('reads the rest of a refused request, and keeps the connection', async () => {
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

  it('refuses a chunked body when it exceeds the limit', async () => {
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    const answer = await exchange([
      head('POST /collections', json, 'Transfer-Encoding: chunked'),
      ...Array.from({ length: 12 }, () => chunk),
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"payload_too_large"');
  });

  it.each([
    ['declares two gigabytes', 'Content-Length: 2000000000', Buffer.alloc(65_536, ' ')],
    ['never says how much it sends', 'Transfer-Encoding: chunked', `10000\r\n${' '.repeat(65_536)}\r\n`],
  ])(
    'stops reading a body that %s after the refusal, and the client can read the response',
    async (_title, size, part) => {
      const connected = once(server, 'connection');
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      const [served] = (await connected) as [Socket];
      const closed = once(served, 'close');
      let received = '';
      socket.on('data', (chunk) => {
        received += String(chunk);
      });
      // Sends until the service closes the connection, which makes writing fail.
      const sent = pipeline(
        (function* () {
          yield head('POST /collections', json, size);
          for (;;) {
            yield part;
          }
        })(),
        socket,
      );
      await expect(sent).rejects.toThrow();
      await closed;
      expect(received).toMatch(/^HTTP\/1\.1 413 .*"code":"payload_too_large"/s);
      expect(received).toMatch(/^connection: close\r$/im);
      expect(served.bytesRead).toBeLessThan(2 * limits.bodyBytes);
    },
  );

  it('lets a normal client read the reason for refusing its body', async () => {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/collections`, {
      method: 'POST',
      headers: { authorization: `Bearer ${workspace.token}`, 'content-type': 'application/json' },
      body: Buffer.alloc(limits.largeBodyBytes + 1, ' '),
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: 'payload_too_large' } });
  });

  it('keeps a connection open after refusing a body that it has read', async () => {
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
    ['a host that is none', ['GET /health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n']],
    ['two lengths', ['POST /collections HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{']],
  ])('survives %s', async (_title, chunks) => {
    const answer = await exchange(chunks);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_request"/s);
    expect(answer).toMatch(/x-request-id: [\w-]+\r\n/i);
    expect(await exchange([head('GET /health', 'Connection: close')])).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ['POST /collections', 'Content-Length: 100', '{"name": "half"}', 'collections.create'],
    ['PATCH /collections/things', 'Transfer-Encoding: chunked', '10\r\n{"name": "half"}\r\n', 'collections.update'],
    ['POST /mcp/http', 'Content-Length: 100', '{"jsonrpc": "2.0"', '/mcp/http'],
  ])('survives a client of %s (%s) that disconnects during its body, and stores nothing', async (...sent) => {
    const [request, size, half, route] = sent;
    const arrived = once(server, 'request');
    const before = lines.length;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`${head(request, json, size)}${half}`);
    await arrived;
    socket.destroy();
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(before), { timeout: 30_000, interval: 20 });
    const answer = await exchange([head('GET /collections', 'Connection: close')]);
    expect(answer).toContain('"count":0');
    // A client that disconnects is not a failure of the service, so the level is "info".
    expect(lines[before]).toMatchObject({ level: 30, msg: 'request aborted by its caller', status: 499 });
    expect(JSON.stringify(lines[before])).not.toContain('stack');
    const metrics = await service.call('GET', '/metrics', { token: service.operatorToken });
    expect(metrics.body).toContain(`_count{method="${request.split(' ')[0]}",route="${route}",status="499"} 1`);
    expect(metrics.body).not.toMatch(/status="5\d\d"/);
  });

  const requestId = 'X-Request-Id: job-77';

  it.each([
    ['a request without Host', `GET /health HTTP/1.1\r\n${requestId}\r\n\r\n`, '400', 'invalid_request'],
    ['a host that is none', `GET /health HTTP/1.1\r\nHost: a b\r\n${requestId}\r\n\r\n`, '400', 'invalid_request'],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\nHost: a\r\n${requestId}\r\n\r\n`, '400', 'invalid_request'],
    [
      'another expectation',
      `GET /health HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n${requestId}\r\n\r\n`,
      '417',
      'expectation_failed',
    ],
  ])('refuses %s in the envelope with its request id', async (_title, request, status, code) => {
    const answer = await exchange([request]);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*"error":\\{"code":"${code}"`, 's'));
    expect(answer).toMatch(/^x-request-id: job-77\r$/im);
  });

  it('answers HTTP/1.0 without Host, as sent by load balancer probes', async () => {
    const answer = await exchange([`GET /health HTTP/1.0\r\n${requestId}\r\n\r\n`]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*"status":"ok"/s);
    expect(answer).toMatch(/^x-request-id: job-77\r$/im);
  });

  it('refuses endless headers with an error envelope', async () => {
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const answer = exchange(['GET /health HTTP/1.1\r\nHost: a\r\n']);
    const [served] = await connected;
    // Node.js reports this error only after a minute.
    server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), served);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n.*"code":"request_timeout"/s);
  });

  it.each([
    ['too large', `Content-Length: ${limits.bodyBytes + 1}`, '413', 'payload_too_large'],
    ['without a credential', 'Content-Length: 2\r\nAuthorization: Bearer', '401', 'unauthenticated'],
  ])('sends no 100 Continue for a body that it will not read: %s', async (_title, extra, status, code) => {
    const lines = ['POST /collections HTTP/1.1', 'Host: a', json, 'Expect: 100-continue', extra];
    const credential = extra.includes('Authorization') ? [] : [`Authorization: Bearer ${workspace.token}`];
    const answer = await exchange([`${[...lines, ...credential].join('\r\n')}\r\n\r\n`]);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*"code":"${code}"`, 's'));
    expect(answer).toMatch(/^connection: close\r$/im);
  });

  it('sends 100 Continue if it reads the body, and keeps the connection', async () => {
    const answer = await exchange(
      [
        head('POST /collections', json, 'Content-Length: 1', 'Expect: 100-continue'),
        '{',
        head('GET /me', 'Connection: close'),
      ],
      /"kind":"pinned_token"/,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 .*invalid_json.*HTTP\/1\.1 200 /s);
  });

  it('refuses too large headers', async () => {
    const answer = await exchange([`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`]);
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n.*"code":"headers_too_large"/s);
    expect(answer).toMatch(/x-request-id: [\w-]+\r\n/i);
    expect(await exchange([head('GET /health', 'Connection: close')])).toMatch(/^HTTP\/1\.1 200 /);
  });
});
