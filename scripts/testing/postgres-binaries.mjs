import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders with one PostgreSQL installation per version: Debian's and Homebrew's. */
const installationFolders = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];

/**
 * Folder of the newest PostgreSQL that is installed on this machine, with programs such as `psql` and `pg_dump`;
 * undefined without any.
 * @returns {string | undefined}
 */
export function installedBinaries() {
  const candidates = installationFolders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder).map((name) => ({ version: versionOf(name), path: join(folder, name, 'bin') })),
    )
    .filter(
      ({ version, path }) => version >= 15 && existsSync(join(path, 'initdb')) && existsSync(join(path, 'postgres')),
    );
  return candidates.sort((left, right) => right.version - left.version)[0]?.path;
}

/**
 * Folder of the server programs for tests, which `account` can run: `TEST_POSTGRES_BINARIES`, otherwise those of the
 * embedded database.
 * @param {{ uid: number, gid: number } | undefined} account
 * @returns {Promise<string>}
 */
export async function testBinaries(account) {
  const given = process.env.TEST_POSTGRES_BINARIES;
  if (given) return given;
  const built = new URL('../../packages/server/dist/platform/database/embedded/binaries.js', import.meta.url);
  const { findBinaries } = await import(built.href);
  return findBinaries(account, account ? '/var/lib/tessera' : join(tmpdir(), 'tessera-binaries'));
}

/** @param {string} name a folder name such as `15` or `postgresql@17` */
function versionOf(name) {
  return Number(/^(?:postgresql@)?(\d+)$/.exec(name)?.[1] ?? 0);
}
