import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asNewAdmin, call, ok } from '../http.js';
import { type OwnService, startService } from '../service.js';

describe('an embedded database whose folder is damaged', () => {
  let service: OwnService;
  let asAdmin: Parameters<typeof call>[1] & object;

  beforeAll(async () => {
    service = await startService();
    ({ asAdmin } = await asNewAdmin(service));
    await ok('POST /collections', { ...asAdmin, body: { name: 'things' } });
  });
  afterAll(() => service.dispose());

  it('stops the process with status 1 and its reason in the log, after three failed restarts', async () => {
    const ended = once(service.process, 'exit');
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    // PostgreSQL stops when the write-ahead log needs its next file, and cannot start again without the folder.
    rmSync(join(service.dataFolder, 'postgres/cluster/pg_wal'), { recursive: true });
    const records = (from: number) =>
      Array.from({ length: 500 }, (_, n) => ({ id: from + n, text: 'x'.repeat(5_000) }));
    for (let written = 0; !isOver; written += 500) {
      const sent = { ...asAdmin, body: { records: records(written) } };
      await call('POST /collections/things/import', sent).catch(() => undefined);
    }
    expect(await ended).toEqual([1, null]);
    expect(service.printed()).toMatch(/PostgreSQL ended again after 3 restarts within a minute: .*pg_wal/);
  });
});
