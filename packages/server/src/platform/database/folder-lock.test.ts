import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FolderInUseError, lockFolder } from './folder-lock.js';

describe('lockFolder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const lockFile = () => join(folder, 'lock');
  const leave = (owner: { pid: number; host?: string; processStart?: string }, ageMs = 0) => {
    writeFileSync(lockFile(), JSON.stringify({ host: hostname(), processStart: '1', ...owner }));
    const then = new Date(Date.now() - ageMs);
    utimesSync(lockFile(), then, then);
  };

  it('locks the folder for one process only, and its error names that process', async () => {
    const release = await lockFolder(folder);
    await expect(lockFolder(folder, 0)).rejects.toThrow(FolderInUseError);
    await expect(lockFolder(folder, 0)).rejects.toThrow(
      `${folder} is in use by process ${process.pid} on ${hostname()}: stop it, or set SVC_DATA_DIR to another folder`,
    );
    release();
    (await lockFolder(folder, 0))();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('replaces the lock of a killed process', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    leave({ pid });
    const release = await lockFolder(folder, 0);
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
    release();
  });

  it('waits for a holder that releases the lock while stopping', async () => {
    const release = await lockFolder(folder);
    const next = lockFolder(folder);
    release();
    (await next)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('replaces the lock of an unreaped dead process', async () => {
    // The shell replaces itself with a program that never reaps its child.
    const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 1000']);
    const [line] = await once(parent.stdout, 'data');
    const stat = () => {
      const text = readFileSync(`/proc/${Number(line)}/stat`, 'utf8');
      return text.slice(text.lastIndexOf(')') + 2).split(' ');
    };
    await vi.waitFor(() => expect(stat()[0]).toBe('Z'), 20_000);
    leave({ pid: Number(line), processStart: stat()[19] ?? '' });
    (await lockFolder(folder, 0))();
    expect(readdirSync(folder)).toEqual([]);
    parent.kill();
  });

  it.runIf(process.platform === 'linux')('replaces the lock if its process id belongs to another process', async () => {
    leave({ pid: process.pid, processStart: 'an earlier one' });
    (await lockFolder(folder, 0))();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('respects the lock of another machine while its heartbeat is recent, and replaces it afterwards', async () => {
    leave({ pid: 1, host: 'elsewhere' }, 20_000);
    await expect(lockFolder(folder, 0)).rejects.toThrow('in use by process 1 on elsewhere');
    leave({ pid: 1, host: 'elsewhere' }, 31_000);
    (await lockFolder(folder, 0))();
    expect(readdirSync(folder)).toEqual([]);
  });
});
