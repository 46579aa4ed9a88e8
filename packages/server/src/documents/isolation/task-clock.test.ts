import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { cpuTimeMs, type Overrun, watchTask, watchWork } from './task-clock.js';

const started: { kill(signal: 'SIGKILL'): void }[] = [];
afterEach(() => {
  for (const child of started.splice(0)) {
    child.kill('SIGKILL');
  }
});

/** Starts a program and returns its process id when it runs. */
async function run(program: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', `process.stdout.write('on');${program}`]);
  started.push(child);
  await once(child.stdout, 'data');
  return child.pid as number;
}

function overrunOf(pid: number | undefined, timeoutMs: number): Promise<Overrun> {
  return new Promise((resolve) => {
    watchTask(pid, timeoutMs, resolve);
  });
}

describe('task clock > a watched task', () => {
  it('is late when its process has used its processor time', async () => {
    const pid = await run('for (;;);');
    const before = cpuTimeMs(pid) ?? 0;
    expect(await overrunOf(pid, 300)).toBe('late');
    expect((cpuTimeMs(pid) ?? 0) - before).toBeGreaterThanOrEqual(300);
  });

  it('is not late while its process has used less processor time than has passed', async () => {
    const briefly = 'const end = Date.now() + 10; while (Date.now() < end);';
    const pid = await run(`setInterval(() => { ${briefly} }, 250);`);
    expect(await overrunOf(pid, 500)).toBe('stalled');
  });

  it('is stalled when its process does not work at all', async () => {
    expect(await overrunOf(await run('setInterval(() => undefined, 100_000);'), 300)).toBe('stalled');
  });

  it('is late by the clock if the system does not report processor time', async () => {
    expect(await overrunOf(undefined, 50)).toBe('late');
  });

  it('is slow once its process has used more processor time than a quick task', async () => {
    const pid = await run('for (;;);');
    const before = cpuTimeMs(pid) ?? 0;
    await new Promise<void>((resolve) => {
      watchWork(pid, 200, resolve);
    });
    expect((cpuTimeMs(pid) ?? 0) - before).toBeGreaterThanOrEqual(200);
  });
});
