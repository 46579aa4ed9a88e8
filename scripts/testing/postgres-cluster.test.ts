import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { postgresBinaries } from './postgres-binaries.mjs';
import { startPostgresCluster } from './postgres-cluster.mjs';

const run = promisify(execFile);
const binaries = postgresBinaries();
if (!binaries) console.info('Not run: the temporary cluster (no PostgreSQL here).');

describe.runIf(binaries)('a temporary PostgreSQL cluster', () => {
  it('answers as a superuser, sorts English by default and leaves no file behind', async () => {
    const cluster = await startPostgresCluster();
    expect(existsSync(cluster.folder)).toBe(true);

    const sql = "select usesuper, 'a' < 'B' from pg_user where usename = current_user";
    const { stdout } = await run(join(String(binaries), 'psql'), [cluster.url, '-AtXc', sql]);
    expect(stdout.trim()).toBe('t|t');

    await cluster.stop();
    expect(existsSync(cluster.folder)).toBe(false);
    const port = new URL(cluster.url).port;
    await expect(run(join(String(binaries), 'pg_isready'), ['-h', '127.0.0.1', '-p', port])).rejects.toThrow();
  });
});
