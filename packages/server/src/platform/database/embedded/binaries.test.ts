import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { findBinaries } from './binaries.js';

const runsNot = vi.hoisted(() => ({ message: '' }));
vi.mock('node:child_process', async (original) => {
  const real = await original<typeof import('node:child_process')>();
  type Callback = (error: Error | null, stdout?: string) => void;
  const execFile = (file: string, words: string[], options: object | Callback, callback?: Callback) => {
    const done = typeof options === 'function' ? options : callback;
    return file.endsWith('/postgres') && runsNot.message !== ''
      ? done?.(new Error(runsNot.message))
      : real.execFile(file, words, done as never);
  };
  return { ...real, execFile };
});

const { arch } = process;
const copies = mkdtempSync(join(tmpdir(), 'tessera-binaries-'));
afterEach(() => {
  Object.defineProperty(process, 'arch', { value: arch });
  runsNot.message = '';
  rmSync(copies, { recursive: true, force: true });
});

const instead = 'install PostgreSQL 15 or later, create a database, and set SVC_DATABASE_URL to it';

it('findBinaries > names the processor for which no PostgreSQL exists, and what to install', async () => {
  Object.defineProperty(process, 'arch', { value: 'riscv64' });
  await expect(findBinaries(undefined, copies)).rejects.toThrow(
    `no PostgreSQL comes with this service for ${process.platform}-riscv64: ${instead}`,
  );
});

it('findBinaries > says why the programs do not run, such as with musl, and what to install', async () => {
  runsNot.message = 'spawn /x/postgres ENOENT';
  await expect(findBinaries(undefined, copies)).rejects.toThrow(
    `the PostgreSQL that comes with this service does not run on this machine (spawn /x/postgres ENOENT): ${instead}`,
  );
});
