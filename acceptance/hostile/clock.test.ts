import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { asNewAdmin, call, ok } from '../http.js';
import { createDatabase, startService } from '../service.js';

const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file));
if (library === undefined) console.info('Not run: jumps of the clock (libfaketime is not installed).');

describe.runIf(library !== undefined && !process.env.ACCEPTANCE_URL)('a clock that jumps', () => {
  let folder: string | undefined;
  afterAll(async () => folder && rm(folder, { recursive: true, force: true }));

  it('locks no one out and loses nothing when it moves an hour forwards and two backwards', async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-clock-'));
    const clock = join(folder, 'clock');
    const set = (shift: string) => writeFile(clock, shift);
    await set('+0');
    const postgresUrl = inject('postgresUrl');
    const service = await startService({
      databaseUrl: await createDatabase(postgresUrl),
      settings: {
        LD_PRELOAD: String(library),
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    });
    onTestFinished(service.dispose);
    const { asAdmin } = await asNewAdmin(service);
    await ok('POST /collections', { ...asAdmin, body: { name: 'things' } });
    const shown = async () => {
      const { time } = await ok<{ time: string }>('GET /health', { target: service });
      // Adding 0 turns -0 into 0.
      return Math.round((Date.parse(time) - Date.now()) / 3_600_000) + 0;
    };
    let id = 0;
    for (const hours of [0, 1, -1, 0]) {
      await set(hours === 0 ? '+0' : `${hours > 0 ? '+' : ''}${hours}h`);
      // The process reads its time from the file.
      await expect.poll(shown).toBe(hours);
      for (let turn = 0; turn < 3; turn += 1) {
        id += 1;
        await ok('POST /collections/things/import', {
          ...asAdmin,
          body: { records: [{ id: `${id}`, name: `n${id}` }] },
        });
        await ok(`GET /collections/things/records/${id}`, asAdmin);
        await ok('POST /collections/things/query', { ...asAdmin, body: { query: `${id}` } });
      }
      const asked = await call('POST /auth/device/code', { target: service, body: {} });
      expect([200, 400]).toContain(asked.status);
      expect((await ok<{ count: number }>('GET /collections/things/records?limit=1', asAdmin)).count).toBe(id);
    }
    // A limit that was reached in the future ends after a minute of the present, not after an hour.
    const tries = await Promise.all(
      Array.from({ length: 80 }, () => call('GET /oauth/authorize?client_id=x', { target: service })),
    );
    const waits = tries.flatMap(({ headers }) => headers.get('retry-after') ?? []).map(Number);
    expect(waits.length).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(61);
    expect(await service.end('SIGTERM')).toBe(0);
  });
});
