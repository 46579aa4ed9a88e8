import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './prepare.mjs';
import { freePort } from './testing/postgres-cluster.mjs';

const run = promisify(execFile);
const startTimeoutMs = 120_000;

/** Shell commands of the README's quick start: those that start the service, and those for a second shell. */
function quickStart(): { start: string; use: string } {
  const page = /## Quick start([\s\S]*?)\n## /.exec(readFileSync(`${root}README.md`, 'utf8'))?.[1] ?? '';
  const [start, use] = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => String(match[1]));
  if (!start || !use) throw new Error('README.md has no quick start of two shell blocks.');
  return { start, use };
}

describe('the quick start of README.md', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'tessera-quick-start-'));
  let service: ChildProcess;
  let url: string;
  let printed = '';
  /** The complete `curl` command that the service printed, on one line; undefined until then. */
  const printedCommand = () => /^\s*(curl .+)\n/m.exec(printed.replaceAll(/\\\n\s*/g, ''))?.[1];

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const { PATH, HOME } = process.env;
    const settings = { SVC_PORT: String(port), SVC_DATA_DIR: dataFolder, SVC_LOG_LEVEL: 'warn' };
    service = spawn('sh', ['-c', `exec ${quickStart().start}`], {
      cwd: root,
      env: { PATH, HOME, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((resolve, reject) => {
      const fail = setTimeout(() => reject(new Error(`No sample credentials in: ${printed}`)), startTimeoutMs);
      service.once('exit', (status) => reject(new Error(`npm start ended with ${status}`)));
      service.stdout?.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (!/svc_tk_[\w-]{43}/.test(printed) || printedCommand() === undefined) return;
        clearTimeout(fail);
        resolve();
      });
    });
  });

  afterAll(async () => {
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    const [status] = await ended;
    rmSync(dataFolder, { recursive: true, force: true });
    expect(status).toBe(0);
  });

  it('prints the addresses of the service and its reference, credentials, and a curl command that resolves a record', async () => {
    expect(printed).toContain(url);
    expect(printed).toContain(`${url}/docs`);
    expect(printed).toContain(dataFolder);
    const { stdout } = await run('bash', ['-c', printedCommand() ?? '']);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ confidence: 'high', results: [{ external_id: expect.any(String) }] });
  });

  it('starts the service, pushes a record and finds it', async () => {
    const token = /svc_tk_[\w-]{43}/.exec(printed)?.[0] ?? '';
    const script = quickStart().use.replaceAll('http://127.0.0.1:8080', url).replaceAll('svc_tk_...', token);
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script]);
    const pushedAndFound = stdout
      .trim()
      .split('\n')
      .join('')
      .split(/(?<=\})(?=\{)/);
    const found = JSON.parse(pushedAndFound.at(-1) ?? '');
    expect(found.results[0]).toMatchObject({ external_id: '7', attributes: { sku: 'HN-220-L' } });
    expect(found.confidence).toBe('high');
  });
});
