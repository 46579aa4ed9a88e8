import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const built = (file: string) => fileURLToPath(new URL(`../dist/${file}`, import.meta.url));

/** Starts a process that serves nothing and runs the faulty code. Returns its log and its exit status. */
async function processWith(fault: string): Promise<{ lines: Record<string, unknown>[]; status: number | null }> {
  const code = `
    import { runUntilStopped } from ${JSON.stringify(built('stopping.js'))};
    import { createLog } from ${JSON.stringify(built('platform/log.js'))};
    import { Hono } from ${JSON.stringify(import.meta.resolve('hono'))};
    import { withRequestId } from ${JSON.stringify(built('http/request.js'))};
    import { strayFaults } from ${JSON.stringify(built('platform/stray-faults.js'))};
    const log = createLog('info');
    await runUntilStopped(log, async ({ running }) => {
      running.close = async () => log.info({ counts: strayFaults() }, 'closed');
    });
    setInterval(() => undefined, 1_000);
    ${fault};
    log.info('still here');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const lines: Record<string, unknown>[] = [];
  createInterface(child.stdout).on('line', (text) => {
    const line = JSON.parse(text);
    lines.push(line);
    if (line.msg === 'stray rejection') {
      child.kill('SIGTERM');
    }
  });
  await ended;
  return { lines, status: child.exitCode };
}

const messages = (lines: readonly Record<string, unknown>[]) => lines.map(({ msg }) => msg);

describe('a process with an unhandled error', () => {
  it('continues after an unhandled rejection, which it logs and counts', async () => {
    const { lines, status } = await processWith(`void Promise.reject(new Error('nobody waited for ada@example.com'))`);
    expect(messages(lines)).toEqual(['still here', 'stray rejection', 'stopping', 'closed', 'stopped']);
    expect(lines[1]).toMatchObject({ level: 50, error: { message: 'nobody waited for [address]' } });
    expect(lines[3]).toMatchObject({ counts: { rejection: 1, exception: 0 } });
    expect(status).toBe(0);
  });

  it('stops in order after an uncaught exception, with a status that causes a restart', async () => {
    const { lines, status } = await processWith(`setImmediate(() => { throw new Error('half done'); })`);
    expect(messages(lines)).toEqual(['still here', 'stray exception', 'stopping', 'closed', 'stopped']);
    expect(lines[1]).toMatchObject({ level: 60, error: { message: 'half done' } });
    expect(lines[3]).toMatchObject({ counts: { rejection: 0, exception: 1 } });
    expect(status).toBe(1);
  });

  it('logs the error with the ids of the requests in progress', async () => {
    const { lines } = await processWith(`
      const answered = new Promise((resolve) => process.once('SIGTERM', resolve));
      const app = new Hono().use(withRequestId(() => 'made')).get('/', async (c) => {
        void Promise.reject(new Error('nobody waited'));
        await answered;
        return c.text('late');
      });
      await app.request('/none', { headers: { 'X-Request-Id': 'done-before' } });
      void app.request('/', { headers: { 'X-Request-Id': 'in-flight' } })`);
    expect(lines.find(({ msg }) => msg === 'stray rejection')).toMatchObject({ requests_in_flight: ['in-flight'] });
  });
});
