import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with one PostgreSQL installation per version: Debian's and Homebrew's. */
const installationFolders = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];

/**
 * Folder of the newest PostgreSQL server binaries (`initdb`, `postgres`) on this machine; undefined without any.
 * @returns {string | undefined}
 */
export function postgresBinaries() {
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
 * Whether tests can use PostgreSQL, because an address was given or a cluster can be created.
 * @returns {boolean}
 */
export function postgresAvailable() {
  return Boolean(process.env.TEST_DATABASE_URL) || postgresBinaries() !== undefined;
}

/** @param {string} name a folder name such as `15` or `postgresql@17` */
function versionOf(name) {
  return Number(/^(?:postgresql@)?(\d+)$/.exec(name)?.[1] ?? 0);
}
