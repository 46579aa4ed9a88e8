import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { limits } from '@tessera/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '../platform/data-folder.js';
import { startServedService } from '../testing/served-service.js';

const service = await startServedService();
const workspace = await service.createWorkspace();
const open = new Set<Socket>();
const folder = scratchFolder(service.services.settings);
const filesIn = () => readdirSync(folder).map((name) => statSync(join(folder, name)).size);
const mebibyte = 1024 * 1024;
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const bytesInMemory = () => {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
};
const block = Buffer.alloc(mebibyte, ' ');

afterEach(async () => {
  for (const socket of open) {
    socket.destroy();
  }
  open.clear();
  await expect.poll(filesIn).toEqual([]);
});

interface Sender {
  readonly path?: string;
  readonly method?: string;
  readonly token?: string;
  readonly address?: string;
  /** The declared length; undefined for a body in chunks. */
  readonly bytes?: number | undefined;
  readonly type?: string;
}

/** A request of which only the headers are sent. */
function unfinished({ path = '/', method = 'POST', token, address = '127.7.0.1', bytes, type }: Sender): Socket {
  const { port } = service.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress: address });
  socket.on('error', () => undefined);
  open.add(socket);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: tessera.test',
    `Origin: ${service.services.baseUrl}`,
    `Content-Type: ${type ?? 'application/json'}`,
    bytes === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`,
    'Expect: 100-continue',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** What the service sends before the body: `waits` if it reads it, otherwise the status and code of its refusal. */
async function headOf(socket: Socket): Promise<string> {
  const [data] = (await once(socket, 'data')) as [Buffer];
  const [, status, code] = /^HTTP\/1\.1 (\d+) .*?(?:"code":"(\w+)".*)?$/s.exec(String(data)) ?? [];
  return status === '100' ? 'waits' : `${status} ${code}`;
}

/** The requests that wait for their body, of those that are sent one after another until one is refused. */
async function waitingOf(sender: Sender): Promise<number> {
  const heads: string[] = [];
  do {
    heads.push(await headOf(unfinished(sender)));
  } while (heads.at(-1) === 'waits');
  expect(heads.at(-1)).toBe('429 rate_limited');
  return heads.length - 1;
}

const large = { path: '/documents/render', bytes: limits.documentBodyBytes };
const message = { path: '/mcp/http', bytes: limits.bodyBytes };
const newToken = async () => (await service.createWorkspace()).token;

describe('bodies that have not arrived', () => {
  it.each([
    ['on disk', large, limits.bodyDiskBytes],
    ['in memory', message, limits.bodyMemoryBytes],
  ])(
    '%s > are refused before they are read, above the share of a credential, and of an address',
    async (_where, sender, bytes) => {
      const [first, second, third] = await Promise.all([newToken(), newToken(), newToken()]);
      const mine = await waitingOf({ ...sender, token: first });
      expect((mine * sender.bytes) / bytes).toBeCloseTo(1 / 5, 1);
      const others = await waitingOf({ ...sender, token: second });
      expect(((mine + others) * sender.bytes) / bytes).toBeCloseTo(1 / 3, 1);
      expect(await waitingOf({ ...sender, token: third })).toBe(0);
      expect(await waitingOf({ ...sender, token: third, address: '127.7.0.2' })).toBeGreaterThan(1);
      for (const socket of open) {
        socket.destroy();
      }
      await expect.poll(() => waitingOf({ ...sender, token: third })).toBe(mine);
    },
  );

  it('leave room for others, however many credentials and addresses send them', async () => {
    for (let sender = 1; sender <= 6; sender += 1) {
      await waitingOf({ ...large, token: await newToken(), address: `127.7.1.${sender}` });
    }
    expect(await waitingOf({ ...large, token: await newToken() })).toBeGreaterThan(2);
  });

  it('are kept on disk and not in memory, and are deleted when their sender disconnects', async () => {
    const before = bytesInMemory();
    const sockets = Array.from({ length: 12 }, () => unfinished({ ...large, token: workspace.token }));
    await Promise.all(sockets.map(headOf));
    for (let sent = 0; sent < 7; sent += 1) {
      await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.write(block, resolve))));
    }
    await expect.poll(() => Math.min(...filesIn())).toBeGreaterThan(6 * mebibyte);
    expect(filesIn()).toHaveLength(12);
    expect(bytesInMemory() - before).toBeLessThan(30 * mebibyte);
  });

  it('count in chunks of any size, when their length is unknown', async () => {
    const socket = unfinished({ path: '/documents/render', token: workspace.token });
    await headOf(socket);
    const before = bytesInMemory();
    const pieces = 65_536;
    socket.write('1\r\n \r\n'.repeat(pieces));
    await expect.poll(() => Math.max(0, ...filesIn())).toBe(pieces);
    expect(bytesInMemory() - before).toBeLessThan(8 * mebibyte);
  });
});

it('every route > waits for no body of an address whose share is used up', async () => {
  const key = await service.call('POST', '/settings/api-keys', {
    token: workspace.token,
    body: { name: 'Keys', capabilities: ['grants'] },
  });
  const credentials: string[] = [workspace.token, service.operatorToken, key.body.secret];
  const sizes = [limits.bodyBytes, 50_000, 5_000, 500];
  for (const token of [await newToken(), await newToken()]) {
    for (const bytes of sizes) {
      await waitingOf({ ...message, token, bytes });
    }
  }
  const routes = service.app.http.routes.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method));
  const asked = [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].flatMap((route) => {
    const [method = '', path = ''] = route.split(' ');
    const address = path.replace(/:\w+(?:\{[^}]*\})?/g, workspace.id);
    const sent = { method, path: address, bytes: 10_000 };
    const asForm = { ...sent, type: 'application/x-www-form-urlencoded' };
    return [asForm, ...credentials.map((token) => ({ ...sent, token }))];
  });
  const heads = new Map<string, Set<string>>();
  for (const sender of asked) {
    const socket = unfinished(sender);
    const key = `${sender.method} ${sender.path}`;
    heads.set(key, (heads.get(key) ?? new Set()).add(await headOf(socket)));
    socket.destroy();
  }
  const waiting = [...heads].filter(([, answers]) => answers.has('waits')).map(([route]) => route);
  expect(waiting).toEqual(['POST /operator/workspaces/import']);
  const counting = [...heads.values()].filter((answers) => answers.has('429 rate_limited'));
  expect(counting.length).toBeGreaterThan(40);
});
