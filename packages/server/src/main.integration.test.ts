import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, isIPv6 } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from './platform/settings.js';
import { earlierFolder } from './platform/start.js';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));

interface Run {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the built service until it exits. If `until` is given, sends a signal to stop when the output matches. */
async function run(environment: Readonly<Record<string, string>>, until?: RegExp): Promise<Run> {
  const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, SVC_PORT: '0', ...environment } });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (until?.test(output)) {
      child.kill('SIGTERM');
    }
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const [status] = await once(child, 'close');
  return { status, output, errors };
}

/** The URL of a service, from its log. */
function urlOf(host: string, output: string): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${/"port":(\d+)/.exec(output)?.[1]}`;
}

/** Reads a stream. The returned function resolves when the output so far matches a pattern. */
function readingOf(stream: NodeJS.ReadableStream): (pattern: RegExp) => Promise<RegExpExecArray> {
  let text = '';
  stream.on('data', (chunk) => {
    text += chunk;
  });
  return async (pattern) => {
    for (;;) {
      const found = pattern.exec(text);
      if (found !== null) {
        return found;
      }
      await once(stream, 'data');
    }
  };
}

it('generate-token prints an operator token that the setting accepts', async () => {
  const program = spawn(process.execPath, [main, 'generate-token'], { env: { PATH: process.env.PATH } });
  const [token] = await readingOf(program.stdout)(/.*\n/);
  expect(readSettings({ SVC_OPERATOR_TOKEN: token.trim() }).SVC_OPERATOR_TOKEN).toMatch(/^svc_op_/);
});

describe('the process', () => {
  let data: { readonly SVC_DATA_DIR: string };
  let token: string;
  let neighbour: Server;
  beforeAll(async () => {
    data = { SVC_DATA_DIR: await mkdtemp(join(tmpdir(), 'tessera-main-')) };
    token = join(data.SVC_DATA_DIR, 'operator-token');
    neighbour = createServer();
    neighbour.listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
  });
  afterAll(async () => {
    neighbour.close();
    await rm(data.SVC_DATA_DIR, { recursive: true, force: true });
  });

  // The following tests use the same folder, which saves the time to create the sample again.
  it('creates its sample on the first start, even if it receives a signal meanwhile, and exits with status 0', async () => {
    const { status, output, errors } = await run(data, /"msg":"Tessera is ready[^\n]*\n/);
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    const lines = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.find((line) => 'agent_token' in line)).toMatchObject({
      agent_token: expect.stringMatching(/^svc_tk_[\w-]{43}$/),
      ingest_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/ingest\/[\w-]{43}$/),
    });
    expect((await stat(token)).mode & 0o777).toBe(0o600);
    expect(await readFile(token, 'utf8')).toMatch(/^svc_op_[\w-]{43}\n$/);
  });

  it.runIf(process.platform === 'linux')(
    'has its data folder alone until it is killed, also before its parent takes notice; then makes no second sample',
    async () => {
      // The shell replaces itself with a program that never reaps the service. The service has its own process group.
      const parent = spawn('sh', ['-c', `setsid "${process.execPath}" "${main}" & echo "pid $!"; exec sleep 1000`], {
        env: { PATH: process.env.PATH, SVC_PORT: '0', ...data },
      });
      const read = readingOf(parent.stdout);
      const pid = Number((await read(/pid (\d+)/))[1]);
      await read(/Tessera is ready/);
      const { status, errors } = await run(data);
      expect(errors).toMatch(new RegExp(`^tessera: the data folder .* is in use by process ${pid} on [^\\n]*\\n$`));
      expect(status).toBe(1);

      await chmod(token, 0o644);
      process.kill(-pid, 'SIGKILL');
      const host = hasIpv6 ? '::' : '0.0.0.0';
      const again = await run({ ...data, SVC_HOST: host }, /"msg":"Tessera is ready[^\n]*\n/);
      expect(again).toMatchObject({ status: 0, errors: '' });
      expect(again.output).toContain(`"msg":"Tessera is ready at ${urlOf(host, again.output)}"`);
      const lines = again.output.trimEnd().split('\n');
      expect(lines.filter((line) => !line.startsWith('{'))).toEqual([]);
      expect((await stat(token)).mode & 0o777).toBe(0o600);
      process.kill(pid, 0);
      parent.kill();
    },
  );

  it('leaves a folder of the earlier embedded engine as it is, and names the commit that moves its data', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tessera-earlier-'));
    await mkdir(join(folder, earlierFolder));
    await writeFile(join(folder, earlierFolder, 'PG_VERSION'), '17\n');
    const { status, errors } = await run({ SVC_DATA_DIR: folder });
    expect(errors).toMatch(/^tessera: .* does not read and leaves as it is: check out commit f4540973, [^\n]*\n$/);
    expect(status).toBe(1);
    expect(await readdir(join(folder, earlierFolder))).toEqual(['PG_VERSION']);
    expect(await readdir(folder)).not.toContain('postgres');
    await rm(folder, { recursive: true });
  });

  it.each([
    ['a bad setting', { SVC_PORT: 'eighty' }, /^tessera: SVC_PORT must be a whole number from 0 to 65535/],
    ['no database', { SVC_DATABASE_URL: 'postgres://a:pass-word@127.0.0.1:1/b' }, /^tessera: cannot open the database/],
  ])('with %s prints one line and exits with status 1', async (_title, environment, line) => {
    const { status, output, errors } = await run({ ...data, ...environment });
    expect(errors).toMatch(line);
    expect(errors.trimEnd()).not.toContain('\n');
    expect(output + errors).not.toMatch(/pass-word|\bat \S+:\d+/);
    expect(status).toBe(1);
  });

  it('prints one line and exits with status 1 if its port is taken', async () => {
    const { port } = neighbour.address() as AddressInfo;
    const { status, errors } = await run({ ...data, SVC_PORT: String(port) });
    expect(errors).toMatch(new RegExp(`^tessera: cannot listen on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE[^\\n]*\\n$`));
    expect(status).toBe(1);
  });

  it('when stopping finishes requests in progress, and serves what a proxy had sent on a kept connection, which it then closes', async () => {
    const host = hasIpv6 ? '::1' : '127.0.0.1';
    const child = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, SVC_PORT: '0', SVC_HOST: host, ...data },
    });
    const ended = once(child, 'close');
    const seen = readingOf(child.stdout);
    const port = Number((await seen(/"port":(\d+)/))[1]);
    // These requests keep their connections open: one lacks its body, the other lacks half of its head.
    const [first, second] = [connect(port, host), connect(port, host)];
    const [firstAnswer, secondAnswer] = [readingOf(first), readingOf(second)];
    second.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\nGET /health HTTP/1.1\r\n');
    await secondAnswer(/HTTP\/1\.1 200 OK/);
    const asked = ['Host: x', 'Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue'];
    first.write(`POST /auth/device/code HTTP/1.1\r\n${asked.join('\r\n')}\r\n\r\n`);
    await firstAnswer(/100 Continue/);
    child.kill('SIGTERM');
    await seen(/"stopping"/);
    second.write('Host: x\r\nX-Request-Id: job-77\r\n\r\n');
    const [served] = await secondAnswer(/HTTP\/1\.1 200 OK\r\n(?:(?!HTTP).)*"status":"ok"/s);
    expect(served).toMatch(/^x-request-id: job-77\r$/im);
    expect(served).toMatch(/^connection: close\r$/im);
    first.write('{}');
    // Without this, stopping would wait until the client closes its connection.
    const [finished] = await firstAnswer(/HTTP\/1\.1 400 .*"error":"invalid_request"/s);
    expect(finished).toMatch(/^connection: close\r$/im);
    expect((await ended)[0]).toBe(0);
  });
});
