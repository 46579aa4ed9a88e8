import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { call, makeToken, makeWorkspace, ok, unique } from '../http.js';
import { exampleConfiguration, hasNginx, type Nginx, startProxy } from '../nginx.js';
import { createDatabase, newOperatorToken, type OwnService, startService } from '../service.js';

const postgresUrl = inject('postgresUrl');
const isRun = !process.env.ACCEPTANCE_URL && hasNginx;
if (!hasNginx) process.stdout.write('Not run: the tests behind nginx, which is not installed.\n');

describe.runIf(isRun)('behind ops/nginx.conf', () => {
  const operatorToken = newOperatorToken();
  const services: OwnService[] = [];
  let databaseUrl: string;
  let proxy: Nginx;

  beforeAll(async () => {
    databaseUrl = await createDatabase(postgresUrl);
    for (let n = 0; n < 2; n += 1) services.push(await startService({ databaseUrl, operatorToken }));
    proxy = await startProxy(services.map(({ url }) => new URL(url).port));
  });
  afterAll(async () => {
    await proxy?.stop();
    for (const service of services) await service.dispose();
  });

  it('the service keeps idle connections open for longer than the proxy', async () => {
    const [first] = services as [OwnService];
    const answer = await fetch(`${first.url}/health`);
    const kept = Number(/timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '')?.[1]);
    const closed = Number(/keepalive_timeout (\d+)s/.exec(await exampleConfiguration())?.[1]);
    expect(closed).toBeGreaterThan(0);
    expect(kept).toBeGreaterThan(closed);
  });

  it('no call fails while the processes are replaced one after another', async () => {
    const target = { url: proxy.url, operatorToken };
    const workspace = await makeWorkspace(target);
    let isOver = false;
    const statuses = new Map<string, number>();
    const client = async () => {
      const token = await makeToken(workspace.id, { target });
      // Several, because the proxy chooses a process by the collection's name.
      const names = Array.from({ length: 4 }, () => unique('c'));
      for (const name of names) await ok('POST /collections', { target, token, body: { name } });
      for (let id = 0; !isOver; id += 1) {
        const name = names[id % names.length];
        const record = { records: [{ id: `${id}` }] };
        for (const answer of [
          await call(`POST /collections/${name}/import`, { target, token, body: record }),
          await call(`GET /collections/${name}/records/${id}`, { target, token }),
        ]) {
          const seen = answer.status === 200 ? '200' : `${answer.status} ${JSON.stringify(answer.body)}`;
          statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
        }
        // Calls without a pause would keep the processors busy while a process starts.
        await sleep(10);
      }
    };
    const clients = Array.from({ length: 4 }, client);
    await expect.poll(() => statuses.get('200') ?? 0).toBeGreaterThan(30);
    for (const [at, service] of services.entries()) {
      expect(await service.end('SIGTERM')).toBe(0);
      const before = statuses.get('200') ?? 0;
      await expect.poll(() => statuses.get('200') ?? 0).toBeGreaterThan(before + 30);
      const port = Number(new URL(service.url).port);
      services[at] = await startService({ databaseUrl, operatorToken, port });
      // nginx uses a failed server again after its `fail_timeout`.
      await expect.poll(() => callsOf(services[at] as OwnService)).toBeGreaterThan(0);
    }
    isOver = true;
    await Promise.all(clients);
    expect([...statuses.keys()]).toEqual(['200']);
  });

  /** The number of record reads that a process has answered. */
  async function callsOf({ url }: OwnService): Promise<number> {
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${operatorToken}` } });
    const line = /seconds_count\{operation="collections.get_record",status="200"\} (\d+)/.exec(await metrics.text());
    return Number(line?.[1] ?? 0);
  }

  const smuggled = 'GET /me HTTP/1.1\r\nHost: smuggled\r\nX-Request-Id: smuggled\r\nX-Swallow: ';
  const chunk = (content: string) => `${content.length.toString(16)}\r\n${content}\r\n`;
  const post = (headers: readonly string[], body: string) =>
    `POST /auth/device/code HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
  const both = (transferEncoding: string, body = `0\r\n\r\n${smuggled}`) =>
    post([`Content-Length: ${body.length}`, transferEncoding], body);
  /** Requests whose end two programs can interpret differently. */
  const ambiguous: Readonly<Record<string, string>> = {
    'a length and chunks': both('Transfer-Encoding: chunked'),
    'chunks before a length': post(['Transfer-Encoding: chunked', 'Content-Length: 4'], `${chunk(smuggled)}0\r\n\r\n`),
    'two lengths': post(['Content-Length: 2', `Content-Length: ${2 + smuggled.length}`], `{}${smuggled}`),
    'two lengths in one': post([`Content-Length: 2, ${2 + smuggled.length}`], `{}${smuggled}`),
    'a length with a sign': post([`Content-Length: +${2 + smuggled.length}`], `{}${smuggled}`),
    'a length in another base': post(['Content-Length: 0x2'], `{}${smuggled}`),
    'chunks after a space': both('Transfer-Encoding : chunked'),
    'chunks after a tab': both('Transfer-Encoding:\tchunked'),
    'chunks behind another coding': both('Transfer-Encoding: identity, chunked'),
    'an unknown coding': both('Transfer-Encoding: xchunked'),
    'two codings': both('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity'),
    'a folded coding': both('Transfer-Encoding:\r\n chunked'),
    'a coding behind a carriage return': both('X: y\rTransfer-Encoding: chunked'),
    'a coding behind a line feed': both('X: y\nTransfer-Encoding: chunked'),
    'a chunk with an extension': post(['Transfer-Encoding: chunked'], `2;a=\n${smuggled}\r\n{}\r\n0\r\n\r\n`),
    'a chunk of a huge size': post(['Transfer-Encoding: chunked'], `ffffffffffffffff2\r\n{}${smuggled}`),
    'a body of a GET': `GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    'HTTP/1.0 with chunks': both('Transfer-Encoding: chunked').replace('HTTP/1.1', 'HTTP/1.0'),
    'a line end in the path': `GET /health%20HTTP/1.1%0d%0aHost:%20x%0d%0a%0d%0a${encodeURIComponent(smuggled)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  };

  /** Sends bytes, and reads until the connection closes or no more data arrives. */
  async function sendRaw(bytes: string): Promise<string> {
    const { port } = new URL(proxy.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes);
    // A second complete request makes the proxy close the connection if it has understood the first one.
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: behind\r\nConnection: close\r\n\r\n');
    return text(socket.setTimeout(15_000, () => socket.destroy())).catch(() => '');
  }

  it.each(Object.keys(ambiguous))('a request with %s affects no other request', async (name) => {
    let isOver = false;
    const attack = Promise.all(Array.from({ length: 4 }, () => sendRaw(ambiguous[name] ?? ''))).finally(() => {
      isOver = true;
    });
    do {
      const ids = Array.from({ length: 8 }, () => unique('victim'));
      const answers = await Promise.all(
        ids.map((id) => fetch(`${proxy.url}/health`, { headers: { 'x-request-id': id } })),
      );
      expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(ids);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    } while (!isOver);
    for (const answered of await attack) {
      // Neither the proxy nor the service has treated the smuggled bytes as a request.
      expect(answered).not.toMatch(/x-request-id: smuggled/i);
    }
  });
});
