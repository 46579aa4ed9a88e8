import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createHttpServer, type ServerOptions } from './server.js';

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
let running: Server | undefined;
afterEach(() => {
  running?.close();
  running?.closeAllConnections();
});

async function listen(answer: () => Response | Promise<Response>, options: ServerOptions = {}): Promise<Server> {
  const server = createHttpServer(answer, options);
  running = server;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

async function open(server: Server): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

it('server > closes a connection on which nothing of a response is read', async () => {
  const server = await listen(() => new Response('x'.repeat(64 * 1024 * 1024)), { unread: { unreadMs: 200 } });
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = await open(server);
  client.pause();
  client.write(request);
  const [socket] = await accepted;
  await once(socket, 'close');
  client.destroy();
});

it('server > limits the bytes of all responses that are not read, and closes no more connections than it must', async () => {
  const [mebibyte, sockets] = [1024 * 1024, [] as Socket[]];
  const unread = { unreadBytes: 100 * mebibyte, checkMs: 50 };
  const server = await listen(() => new Response('x'.repeat(40 * mebibyte)), { unread });
  server.on('connection', (socket: Socket) => sockets.push(socket));
  const clients = await Promise.all(Array.from({ length: 4 }, () => open(server)));
  for (const client of clients) {
    client.pause();
    client.write(request);
  }
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(2);
  for (const client of clients) {
    client.destroy();
  }
});

it('server > keeps a connection whose response takes longer than the time for reading it', async () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await listen(() => released.then(() => new Response('late')), { unread: { unreadMs: 50 } });
  const client = await open(server);
  client.write(request);
  await once(server, 'timeout');
  const answered = once(client, 'data');
  release();
  expect(String(await answered)).toContain('late');
  client.destroy();
});

it('server > closes connections between two requests if there are too many', async () => {
  const server = await listen(() => new Response('done'));
  server.maxConnections = 2;
  const kept = await Promise.all([open(server), open(server)]);
  for (const client of kept) {
    client.write(request);
    await once(client, 'data');
  }
  const closed = kept.map((client) => once(client, 'close'));
  const refused = await open(server);
  await Promise.all([once(refused.resume(), 'close'), ...closed]);
  const next = await open(server);
  next.write(request);
  expect(String(await once(next, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
  next.destroy();
});
