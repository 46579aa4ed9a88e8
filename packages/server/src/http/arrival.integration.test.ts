import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startServedService } from '../testing/served-service.js';
import { exchange } from './testing/exchange.js';
import { serve } from './testing/serve.js';

const arrival = { headersMs: 500, bodyMs: 500, bytesPerSecond: 64 * 1024, checkMs: 50, lingerMs: 300 };
const paceMs = 20;
const service = await startServedService({}, { arrival });
const workspace = await service.createWorkspace();

function head(request: string, ...headers: string[]): string {
  const lines = [`${request} HTTP/1.1`, 'Host: tessera.test', `Origin: ${service.services.baseUrl}`, ...headers];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Sends `start`, then `piece` at intervals, until `bytes` are sent or forever. */
async function* paced(start: string, piece: string, bytes = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  yield start;
  for (let sent = 0; sent < bytes; sent += piece.length) {
    await pause(paceMs);
    yield piece;
  }
}

describe('slow requests', () => {
  it.each([
    ['says nothing', ''],
    ['never ends its headers', 'GET /health HTTP/1.1\r\nHost: a\r\n'],
  ])('return 408 when it %s', async (_title, start) => {
    expect(await exchange(service.server, [start])).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
  });

  it.each([
    ['a small JSON body', 'POST /collections', ['Content-Type: application/json', 'Content-Length: 400000']],
    ['a body in chunks', 'POST /collections', ['Content-Type: application/json', 'Transfer-Encoding: chunked']],
    ['an import', 'POST /collections/c/import', ['Content-Type: application/json', 'Content-Length: 4000000']],
    ['a message of an agent', 'POST /mcp/http', ['Content-Type: application/json', 'Content-Length: 400000']],
  ])('return 408 and close the connection when %s trickles', async (_title, request, headers) => {
    const start = head(request, ...headers, `Authorization: Bearer ${workspace.token}`);
    const piece = headers.includes('Transfer-Encoding: chunked') ? '1\r\n \r\n' : ' ';
    expect(await exchange(service.server, paced(start, piece))).toMatch(
      /^HTTP\/1\.1 408 .*connection: close.*"code":"request_timeout"/is,
    );
  });

  it('return 408 when a form arrives too slowly', async () => {
    const start = head('POST /sign-in', 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 1000');
    expect(await exchange(service.server, paced(start, 'a'))).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('return 408 when a push arrives too slowly', async () => {
    await service.call('POST', '/repos', { token: workspace.token, body: { name: 'notes' } });
    const authorization = `Authorization: Basic ${Buffer.from(`git:${workspace.token}`).toString('base64')}`;
    const start = head(
      `POST /git/${workspace.slug}/notes.git/git-receive-pack`,
      'Content-Type: application/x-git-receive-pack-request',
      'Content-Length: 4000000',
      authorization,
    );
    expect(await exchange(service.server, paced(start, '0'))).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('are accepted, even with a large body, while they keep the minimum rate', async () => {
    await service.call('POST', '/collections', { token: workspace.token, body: { name: 'large' } });
    const bytes = 2 * 1024 * 1024;
    const start = head(
      'POST /collections/large/import',
      'Content-Type: application/json',
      `Content-Length: ${bytes + 40}`,
      `Authorization: Bearer ${workspace.token}`,
    );
    const record = '{"records": [{"id": 1, "name": "One"}]}'.padEnd(40, ' ');
    const body = paced(start + record, ' '.repeat(32 * 1024), bytes);
    expect(await exchange(service.server, body, /"imported":1/)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('connections of one client address', () => {
  it('are closed above the limit, without affecting others or trusted proxies', async () => {
    const limited = await serve(service, { connectionsPerAddress: 20, trustedProxies: ['127.5.0.9'] });
    const { port } = new URL(limited.url);
    const open = async (localAddress: string) => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    };
    const attack = await Promise.all(Array.from({ length: 20 }, () => open('127.5.0.1')));
    const further = await open('127.5.0.1');
    await once(further, 'close');
    const proxied = await Promise.all(Array.from({ length: 30 }, () => open('127.5.0.9')));
    const others = [...proxied, await open('127.5.0.2')];
    const answers = others.map((socket) => once(socket, 'data'));
    for (const socket of others) {
      socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
    }
    for (const [answer] of await Promise.all(answers)) {
      expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
    }
    expect(attack.every((socket) => !socket.destroyed)).toBe(true);
    await limited.close();
  });
});
