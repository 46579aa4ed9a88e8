import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findBinaries } from './binaries.js';

const { arch } = process;
const copies = mkdtempSync(join(tmpdir(), 'tessera-binaries-'));
afterEach(() => {
  Object.defineProperty(process, 'arch', { value: arch });
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
  // A program without its loader, and one that is started in an absent folder, fail alike.
  const account = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, cwd: join(copies, 'none') };
  await expect(findBinaries(account, copies)).rejects.toThrow(
    /^the PostgreSQL that comes with this service does not run on this machine \(.*ENOENT.*\): install PostgreSQL 15/,
  );
});
