import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { limits } from '@tessera/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.js';
import { workerFile } from '../../platform/worker-file.js';
import { createIsolation, type Isolated, type Isolation } from './isolated.js';
import { busyProcess, environmentOf, isolatedProcessesOf, isRunning } from './testing/processes.js';

/** A document that takes minutes to render. */
const endless = { path: 'docs/a.md', text: '//a.b/'.repeat(150_000) };
const fine = { path: 'docs/a.md', text: '# Fine' };
const awaited = { timeout: 60_000 };
const processCount = limits.isolatedProcesses + limits.reservedIsolatedProcesses;

/** Waits until all processes run. Returns their ids. */
async function allProcesses(): Promise<number[]> {
  let ids: number[] = [];
  const count = () => {
    ids = isolatedProcessesOf();
    return ids.length;
  };
  await expect.poll(count, awaited).toBe(processCount);
  return ids;
}

const patient = { timeoutMs: 600_000 };
const rendered = { answer: expect.objectContaining({ html: expect.stringContaining('Fine') }) };

let isolation: Isolation;
const start = (...given: Parameters<typeof createIsolation> extends [unknown, ...infer Rest] ? Rest : never) => {
  isolation = createIsolation(createLog('silent'), ...given);
  return isolation.isolated;
};
afterEach(() => isolation.close());

/** Has a task of workspace `a` stopped. Returns the ids of the processes that were not replaced. */
async function replaceOne(isolated: Isolated): Promise<number[]> {
  const late = isolated('render', endless, 'a');
  const before = await allProcesses();
  expect(await late).toEqual({ lost: 'late' });
  return isolatedProcessesOf().filter((id) => before.includes(id));
}

describe('isolation > a task', () => {
  it('is stopped if it takes too long, and the next one of its workspace runs', async () => {
    const isolated = start({ timeoutMs: 300 });
    const late = isolated('render', endless, 'a');
    const next = isolated('outlines', [fine], 'a');
    expect(await late).toEqual({ lost: 'late' });
    expect(await next).toEqual({ answer: [expect.objectContaining({ title: 'Fine' })] });
  });

  it('fails alone if it takes too much memory', async () => {
    const isolated = start({ ...patient, memoryMb: 200 });
    const rows = `|${'a|'.repeat(10)}\n|${'-|'.repeat(10)}\n${`|${'1|'.repeat(10)}\n`.repeat(30_000)}`;
    expect(await isolated('render', { path: 'docs/a.md', text: rows }, 'a')).toEqual({ lost: 'failed' });
    expect(await isolated('render', fine, 'a')).toEqual(rendered);
  });

  it('fails alone if it throws, and its process continues', async () => {
    const isolated = start();
    await isolated('render', fine, 'a');
    const processes = isolatedProcessesOf();
    const deep = await isolated('render', { path: 'docs/a.md', text: '<div>'.repeat(20_000) }, 'a');
    expect(deep).toEqual({ lost: 'failed', error: expect.stringContaining('RangeError') });
    expect(await isolated('render', fine, 'a')).toEqual(rendered);
    expect(isolatedProcessesOf()).toEqual(processes);
  });

  it('waits neither for an endless task of another workspace nor for the tasks queued behind it', async () => {
    const isolated = start(patient);
    const order: string[] = [];
    const attacks = Promise.allSettled(
      [1, 2, 3].map(() => isolated('render', endless, 'a').finally(() => order.push('attack'))),
    );
    const other = isolated('render', fine, 'b').then(() => order.push('other'));
    await other;
    await isolation.close();
    await attacks;
    expect(order[0]).toBe('other');
  });

  it('gets the reserve process while two other workspaces keep the rest busy', async () => {
    const isolated = start(patient);
    const busy = Promise.allSettled(['a', 'a', 'b', 'b'].map((workspace) => isolated('render', endless, workspace)));
    expect(await isolated('render', fine, 'c')).toEqual(rendered);
    await isolation.close();
    await busy;
  });

  it('does not get the reserve process if its workspace had late tasks', async () => {
    const isolated = start({ timeoutMs: 300 });
    const late = (workspace: string) => isolated('render', endless, workspace);
    expect(await Promise.all(['a', 'b', 'c'].map(late))).toEqual(Array(3).fill({ lost: 'late' }));
    const order: string[] = [];
    const again = Promise.allSettled(
      ['a', 'b', 'c'].map((workspace) => late(workspace).then(() => order.push('late'))),
    );
    await isolated('render', fine, 'd');
    order.push('other');
    await again;
    expect(order[0]).toBe('other');
  });

  it('is refused if its workspace has too many waiting tasks, while other workspaces are served', async () => {
    const isolated = start(patient);
    const slots = Array.from({ length: limits.isolatedTasksPerWorkspace });
    const taken = Promise.allSettled(slots.map(() => isolated('render', endless, 'a')));
    await expect(isolated('render', fine, 'a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await isolated('render', fine, 'b')).toEqual(rendered);
    await isolation.close();
    await taken;
  });
});

describe('isolation > a process', () => {
  it.each(['SIGKILL', 'SIGSEGV'] as const)(
    'that ends by %s is replaced, and only its caller notices',
    async (signal) => {
      const isolated = start(patient);
      await isolated('render', fine, 'a');
      const hit = isolated('render', endless, 'a');
      const next = isolated('render', fine, 'a');
      process.kill(await busyProcess(), signal);
      expect(await hit).toEqual({ lost: 'failed' });
      expect(await next).toEqual(rendered);
      expect(await isolated('render', fine, 'b')).toEqual(rendered);
    },
  );

  it('is reported as stalled and replaced if a signal stops it', async () => {
    // Long enough for the process to be seen at work, even on a busy machine.
    const isolated = start({ timeoutMs: 4_000 });
    await isolated('render', fine, 'a');
    const hit = isolated('render', endless, 'a');
    const stopped = await busyProcess();
    process.kill(stopped, 'SIGSTOP');
    expect(await hit).toEqual({ lost: 'stalled' });
    expect(await isolated('render', fine, 'a')).toEqual(rendered);
    expect(isRunning(stopped)).toBe(false);
  });

  it('is replaced at once if it is killed, before the next task', async () => {
    const isolated = start({ timeoutMs: 300 });
    const late = isolated('render', endless, 'a');
    const before = await allProcesses();
    expect(await late).toEqual({ lost: 'late' });
    expect(await allProcesses()).not.toEqual(before);
  });

  it('gets a lower priority than the service when its task is slow, and is replaced afterwards', async () => {
    const isolated = start({ ...patient, quickMs: 50 });
    const slow = isolated('render', { path: 'docs/a.md', text: '//a.b/'.repeat(10_000) }, 'a');
    const slowed = () => isolatedProcessesOf().filter((id) => getPriority(id) > getPriority());
    await expect.poll(slowed, awaited).toHaveLength(1);
    expect(await slow).toHaveProperty('answer');
    expect(slowed()).toEqual([]);
    expect(await allProcesses()).toHaveLength(processCount);
  });

  it('is preferred if it is ready over one that was just replaced', async () => {
    const isolated = start({ timeoutMs: 1_000 });
    const left = await replaceOne(isolated);
    expect(await isolated('render', endless, 'b')).toEqual({ lost: 'late' });
    expect(isolatedProcessesOf()).not.toEqual(expect.arrayContaining(left));
  });

  it('that replaces another is for the workspace whose task was slow', async () => {
    const isolated = start({ timeoutMs: 300 });
    const left = await replaceOne(isolated);
    expect(await isolated('render', endless, 'a')).toEqual({ lost: 'late' });
    expect(isolatedProcessesOf()).toEqual(expect.arrayContaining(left));
  });

  it('is replaced if it ends while it has no task', async () => {
    const isolated = start();
    await isolated('render', fine, 'a');
    for (const id of isolatedProcessesOf()) {
      process.kill(id, 'SIGKILL');
    }
    expect(await isolated('render', fine, 'a')).toEqual(rendered);
  });

  it('starts with the first task, has no setting in its environment, and ends after an idle time', async () => {
    const isolated = start({ idleMs: 500 });
    expect(isolatedProcessesOf()).toEqual([]);
    const first = isolated('outlines', [fine], 'a');
    const environments = (await allProcesses()).flatMap(environmentOf);
    expect(environments.filter((entry) => !entry.startsWith('NODE_CHANNEL_') && !entry.startsWith('PWD='))).toEqual([]);
    expect(await first).toHaveProperty('answer');
    await expect.poll(() => isolatedProcessesOf(), awaited).toEqual([]);
    expect(await isolated('outlines', [fine], 'a')).toHaveProperty('answer');
  });

  it('ignores signals to its group, and stops with the service', async () => {
    const isolated = start(patient);
    await isolated('render', fine, 'a');
    const ids = isolatedProcessesOf();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      for (const id of ids) {
        process.kill(id, signal);
      }
    }
    expect(await isolated('render', fine, 'a')).toEqual(rendered);
    expect(isolatedProcessesOf()).toEqual(ids);
    const hit = isolated('render', endless, 'a');
    await busyProcess();
    await isolation.close();
    expect(await hit).toEqual({ lost: 'failed' });
    expect(ids.filter(isRunning)).toEqual([]);
    await expect(isolated('render', fine, 'a')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each([
    ['is without a task', 0],
    ['is at work', 150_000],
  ])('does not outlive a killed service if it %s', async (_when, length) => {
    start();
    const module = workerFile('isolated', import.meta.url).href;
    const program = `const { createIsolation } = await import(${JSON.stringify(module)});
      const { isolated } = createIsolation({ warn: () => undefined }, { timeoutMs: 2_000 });
      await isolated('render', ${JSON.stringify(fine)}, 'a');
      process.stdout.write('ready');
      setInterval(() => undefined, 1_000);
      while (${length} > 0) {
        await isolated('render', { path: 'docs/a.md', text: '//a.b/'.repeat(${length}) }, 'a');
      }`;
    const service = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(service.stdout, 'data');
    if (length > 0) {
      await busyProcess(service.pid);
    }
    const ids = isolatedProcessesOf(service.pid);
    service.kill('SIGKILL');
    await once(service, 'exit');
    await expect.poll(() => ids.filter(isRunning), awaited).toEqual([]);
  });
});
