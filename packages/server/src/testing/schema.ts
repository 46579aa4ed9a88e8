import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installedBinaries } from '../../../../scripts/testing/postgres-binaries.mjs';

const header = `-- The schema that the migrations make, for reading: the migrations are what is run. \`npm run schema\` writes it.

`;

/**
 * The schema of a database as from `pg_dump`, without differences between versions and owners. Requires PostgreSQL's
 * binaries.
 */
export async function dumpSchema(url: string): Promise<string> {
  const program = join(String(installedBinaries()), 'pg_dump');
  const { stdout } = await promisify(execFile)(program, ['--schema-only', '--no-owner', url], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const lines = stdout
    .split('\n')
    .filter((line) => !/^(--|SET |SELECT pg_catalog\.set_config|\\(un)?restrict )/.test(line))
    .map((line) => line.replace(/^(CREATE POLICY owner ON .*) TO \S+ /, '$1 TO CURRENT_USER '));
  return `${header}${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}
