import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));

interface Run {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the built service until it ends, or until it prints `until` and is asked to stop. */
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

/** Reads a stream; what it gives waits until all that came so far matches. */
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

describe('the process', () => {
  let folder: string;
  let neighbour: Server;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-main-'));
    neighbour = createServer();
    neighbour.listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
  });
  afterAll(async () => {
    neighbour.close();
    await rm(folder, { recursive: true, force: true });
  });

  const data = (name: string) => ({ SVC_DATA_DIR: join(folder, name) });

  // The tests after this one find its folder filled, which spares them the time to make one.
  it('makes its sample on the first start only, keeps its token to its owner and stops with status 0', async () => {
    const first = await run(data('sample'), /Resolve a record.*-d '.*\n/s);
    expect(first).toMatchObject({ status: 0, errors: '' });
    expect(first.output).toMatch(/Agent token +svc_tk_[\w-]{43}/);
    expect(first.output).toMatch(/Ingest URL +http:\/\/127\.0\.0\.1:\d+\/ingest\/[\w-]{43}/);
    expect((await stat(join(folder, 'sample', 'operator-token'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder, 'sample', 'operator-token'), 'utf8')).toMatch(/^svc_op_[\w-]{43}\n$/);
    await chmod(join(folder, 'sample', 'operator-token'), 0o644);
    const second = await run(data('sample'), /Tessera is ready.*Sign-in.*\n/s);
    expect(second).toMatchObject({ status: 0, errors: '' });
    expect(second.output).not.toContain('svc_tk_');
    expect((await stat(join(folder, 'sample', 'operator-token'))).mode & 0o777).toBe(0o600);
  });

  it.runIf(process.platform === 'linux')(
    'starts again right after its process group was killed, also while its parent has not taken notice',
    async () => {
      const environment = { PATH: process.env.PATH, SVC_PORT: '0', SVC_DEMO: '0', ...data('killed') };
      // The shell becomes a program that never reaps the service, which has a process group of its own.
      const parent = spawn('sh', ['-c', `setsid "${process.execPath}" "${main}" & echo "pid $!"; exec sleep 1000`], {
        env: environment,
      });
      const read = readingOf(parent.stdout);
      const pid = Number((await read(/pid (\d+)/))[1]);
      await read(/Tessera is ready|listening/);
      process.kill(-pid, 'SIGKILL');
      const again = await run({ SVC_DEMO: '0', ...data('killed') }, /Tessera is ready|listening/);
      expect(again).toMatchObject({ status: 0, errors: '' });
      process.kill(pid, 0);
      parent.kill();
    },
  );

  it.each([
    ['a bad setting', { SVC_PORT: 'eighty' }, /^tessera: SVC_PORT must be a whole number from 0 to 65535/],
    ['a bad secret', { SVC_OPERATOR_TOKEN: 'pass-word' }, /^tessera: SVC_OPERATOR_TOKEN must be svc_op_/],
    ['no database', { SVC_DATABASE_URL: 'postgres://a:pass-word@127.0.0.1:1/b' }, /^tessera: cannot open the database/],
    ['no folder', { SVC_DATA_DIR: '/dev/null/data' }, /^tessera: SVC_DATA_DIR cannot be used: ENOTDIR/],
    [
      'no folder for its database',
      { SVC_DATA_DIR: '/dev/null/data', SVC_OPERATOR_TOKEN: `svc_op_${'a'.repeat(43)}` },
      /^tessera: SVC_DATA_DIR cannot be used: ENOTDIR/,
    ],
    ['no such address', { SVC_HOST: '203.0.113.1' }, /^tessera: cannot listen on 203\.0\.113\.1/],
  ])('with %s says so in one line and ends with status 1', async (_title, environment, line) => {
    const { status, output, errors } = await run({ ...data('sample'), SVC_DEMO: '0', ...environment });
    expect(errors).toMatch(line);
    expect(errors.trimEnd()).not.toContain('\n');
    expect(output + errors).not.toMatch(/pass-word|\bat \S+:\d+/);
    expect(status).toBe(1);
  });

  it('with an operator token that is empty says so in one line, and what to do, and ends with status 1', async () => {
    await mkdir(join(folder, 'emptied'));
    await writeFile(join(folder, 'emptied', 'operator-token'), '');
    const { status, errors } = await run({ ...data('emptied'), SVC_DEMO: '0' });
    expect(errors).toMatch(/^tessera: \S+operator-token does not hold an operator token .*: delete it [^\n]*\n$/);
    expect(status).toBe(1);
  });

  it('with a port that is taken says so in one line and ends with status 1', async () => {
    const { port } = neighbour.address() as AddressInfo;
    const { status, errors } = await run({ ...data('sample'), SVC_DEMO: '0', SVC_PORT: String(port) });
    expect(errors).toMatch(new RegExp(`^tessera: cannot listen on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE[^\\n]*\\n$`));
    expect(status).toBe(1);
  });

  it('stops at a data folder that another process has, and says which one', async () => {
    const shared = { ...data('sample'), SVC_DEMO: '0' };
    const holder = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, SVC_PORT: '0', ...shared } });
    const ended = once(holder, 'close');
    const ready = new Promise<void>((resolve) => {
      holder.stdout.on('data', (chunk) => (String(chunk).includes('Tessera is ready') ? resolve() : undefined));
    });
    await ready;
    const { status, errors } = await run(shared);
    expect(errors).toMatch(
      new RegExp(`^tessera: the data folder .* is in use by process ${holder.pid} on [^\\n]*\\n$`),
    );
    expect(status).toBe(1);
    // Killed, it leaves its lock behind, which the next one takes over.
    holder.kill('SIGKILL');
    await ended;
    expect(await run(shared, /Tessera is ready.*Sign-in.*\n/s)).toMatchObject({ status: 0, errors: '' });
  });

  it('asked to stop in the middle of its sample finishes it, and ends with status 0', async () => {
    const first = await run(data('stopped'), /Tessera is ready.*Sign-in.*\n/s);
    expect(first).toMatchObject({ status: 0, errors: '' });
    expect(first.output).toMatch(/Agent token +svc_tk_[\w-]{43}/);
  });

  it.runIf(hasIpv6).each(['::', '::1'])('listens on %s and says where', async (host) => {
    const { status, output, errors } = await run(
      { ...data('sample'), SVC_DEMO: '0', SVC_HOST: host },
      /Tessera is ready.*Sign-in.*\n/s,
    );
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    const port = /"port":(\d+)/.exec(output)?.[1];
    expect(output).toContain(`Tessera is ready at http://[${host}]:${port}\n`);
  });

  it('that stops finishes what is under way on its last connection, and refuses what comes by the id it brings', async () => {
    const child = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, SVC_PORT: '0', SVC_DEMO: '0', ...data('sample') },
    });
    const ended = once(child, 'close');
    const seen = readingOf(child.stdout);
    const port = Number((await seen(/"port":(\d+)/))[1]);
    // Requests that are under way keep their connections open: of one the body is missing, of the other half the head.
    const [first, second] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    const [firstAnswer, secondAnswer] = [readingOf(first), readingOf(second)];
    second.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\nGET /health HTTP/1.1\r\n');
    await secondAnswer(/HTTP\/1\.1 200 OK/);
    const asked = ['Host: x', 'Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue'];
    first.write(`POST /auth/device/code HTTP/1.1\r\n${asked.join('\r\n')}\r\n\r\n`);
    await firstAnswer(/100 Continue/);
    child.kill('SIGTERM');
    await seen(/"stopping"/);
    second.write('Host: x\r\nX-Request-Id: job-77\r\n\r\n');
    const [refused] = await secondAnswer(/HTTP\/1\.1 503 .*"code":"unavailable"/s);
    expect(refused).toMatch(/^x-request-id: job-77\r$/im);
    first.write('{}');
    // Else stopping would wait for whoever keeps the connection.
    const [finished] = await firstAnswer(/HTTP\/1\.1 400 .*"error":"invalid_request"/s);
    expect(finished).toMatch(/^connection: close\r$/im);
    expect((await ended)[0]).toBe(0);
  });

  it('makes no sample with SVC_DEMO=0', async () => {
    const { status, output } = await run({ ...data('empty'), SVC_DEMO: '0' }, /Tessera is ready.*Sign-in.*\n/s);
    expect(status).toBe(0);
    expect(output).not.toContain('sample');
  });
});
