import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInUseError, lockFolder } from './folder-lock.js';

describe('the lock of the data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const lockFile = () => join(folder, 'lock');
  const leave = (holder: { pid: number; host?: string; processStart?: string }, ageMs = 0) => {
    writeFileSync(lockFile(), JSON.stringify({ host: hostname(), processStart: '1', ...holder }));
    const then = new Date(Date.now() - ageMs);
    utimesSync(lockFile(), then, then);
  };

  it('is taken by one only, and the refusal names its holder', () => {
    const release = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(FolderInUseError);
    expect(() => lockFolder(folder)).toThrow(
      `${folder} is in use by process ${process.pid} on ${hostname()}: stop it, or set SVC_DATA_DIR to another folder`,
    );
    release();
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken over from a process that was killed', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    leave({ pid });
    const release = lockFolder(folder);
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
    release();
  });

  it.runIf(process.platform === 'linux')('is taken over when its number now belongs to another process', () => {
    leave({ pid: process.pid, processStart: 'an earlier one' });
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of another machine is respected while its heart beats, and taken over afterwards', () => {
    leave({ pid: 1, host: 'elsewhere' }, 20_000);
    expect(() => lockFolder(folder)).toThrow('in use by process 1 on elsewhere');
    leave({ pid: 1, host: 'elsewhere' }, 31_000);
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });
});
