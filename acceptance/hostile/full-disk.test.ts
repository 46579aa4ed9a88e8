import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asNewAdmin, call, ok } from '../http.js';
import { type OwnService, startService } from '../service.js';

const disk = mkdtempSync(join(tmpdir(), 'tessera-disk-'));
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]).status === 0;
if (!isMounted) {
  rmdirSync(disk);
  process.stdout.write('Not run: the tests of a full disk, which mount a file system (root on Linux).\n');
}

const megabyte = 2 ** 20;
const filler = join(disk, 'filler');

/** Fills the disk up to the given number of free bytes. */
function fill(freeBytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  const file = openSync(filler, 'a');
  for (let left = bavail * bsize - freeBytes; left > 0; left -= megabyte) {
    writeSync(file, Buffer.alloc(Math.min(megabyte, left)));
  }
  closeSync(file);
}

describe.runIf(isMounted && !process.env.ACCEPTANCE_URL)('a full disk', () => {
  let service: OwnService;
  let asAdmin: Parameters<typeof call>[1] & object;
  let written = 0;

  beforeAll(async () => {
    service = await startService({ dataFolder: disk });
    ({ asAdmin } = await asNewAdmin(service));
    await ok('POST /collections', { ...asAdmin, body: { name: 'things' } });
  });
  afterAll(async () => {
    await service.dispose();
    execFileSync('umount', [disk]);
    rmdirSync(disk);
  });

  const write = async (records: number, bytes = 10) => {
    const body = {
      records: Array.from({ length: records }, (_, index) => ({ id: `${written + index}`, text: 'x'.repeat(bytes) })),
    };
    const answer = await call<{ error?: { message: string } }>('POST /collections/things/import', { ...asAdmin, body });
    written += answer.status === 200 ? records : 0;
    return answer;
  };
  const count = async () => (await ok<{ count: number }>('GET /collections/things/records?limit=1', asAdmin)).count;
  const health = () => call<{ failing?: string }>('GET /health', { target: service });

  it('refuses writes and serves reads until there is space', async () => {
    expect((await write(10)).status).toBe(200);
    fill(0);
    await expect.poll(async () => (await write(10)).status).toBe(503);
    expect((await write(10)).body.error?.message).toContain('disk full');
    expect(await health()).toMatchObject({ status: 503, body: { failing: expect.stringContaining('disk full') } });
    await expect.poll(service.printed).toContain('disk full');
    expect(await count()).toBe(written);
    // Its index is built while the disk is full.
    const found = await ok<{ results: unknown[] }>('POST /collections/things/query', {
      ...asAdmin,
      body: { query: 'no such words' },
    });
    expect(found).not.toHaveProperty('warnings');
    rmSync(filler);
    await expect.poll(async () => (await write(10)).status, { timeout: 10_000 }).toBe(200);
    expect((await health()).status).toBe(200);
    expect(await count()).toBe(written);
  });

  it('rolls back a write in progress, and keeps acknowledged writes', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const writing = write(500, 5_000);
      fill(0);
      const { status } = await writing;
      expect([200, 503]).toContain(status);
      expect((await write(1)).status).toBe(503);
      rmSync(filler);
      await expect.poll(async () => (await write(1)).status, { timeout: 10_000 }).toBe(200);
      expect(await count()).toBe(written);
    }
  });
});
