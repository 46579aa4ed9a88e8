/**
 * `npm test [-- vitest arguments]`: installs and builds what is outdated, then runs the test projects. `npm run
 * test:full` runs large tests at full size. The last lines name what could
 * not run and why, and the final one counts: `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '../acceptance/chromium.mjs';
import { isFullSize } from '../acceptance/full-size.mjs';
import { prepare, root } from './prepare.mjs';
import { pythonAvailable } from './python-available.mjs';
import { installedBinaries } from './testing/postgres-binaries.mjs';

/** Twice the maximum size of the files of a run. */
const neededBytes = 4 * 2 ** 30;

if (!(await prepare())) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}
// Vitest handles an interrupt and ends, after which this process ends.
process.on('SIGINT', () => undefined);
const folder = mkdtempSync(join(process.env.TMPDIR ?? memoryFolder() ?? tmpdir(), 'tessera-test-'));
// If the tests run as root, PostgreSQL runs as another account.
chmodSync(folder, 0o755);
const report = join(folder, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const given = process.argv.slice(2);
const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...given], {
  cwd: root,
  env: { ...process.env, TMPDIR: folder },
  stdio: ['ignore', 'inherit', 'inherit'],
});
const { passed, failed, skipped } = countResults();
rmSync(folder, { recursive: true, force: true });

if (!isFullSize) {
  console.log('Left to `npm run test:full`: large imports and lists at full size.');
}
if (!installedBinaries()) {
  console.log(
    'Not run: the schema as `pg_dump` writes it, and backups of a server (no PostgreSQL 15+ installed here).',
  );
}
if (!process.env.TEST_DATA_DIR) {
  console.log('Not run: tests on real data (set TEST_DATA_DIR to a folder that holds it).');
}
if (!chromiumPath()) {
  console.log('Not run: tests in a browser (no chromium here; install it or set TEST_CHROMIUM).');
}
if (!pythonAvailable()) {
  console.log('Not run: the Python client (no python3 of 3.11 or later with venv here).');
}
if (spawnSync('nginx', ['-v']).error) {
  console.log('Not run: several processes behind ops/nginx.conf (no nginx here).');
}
if (!process.env.TEST_CITUS) {
  console.log(
    'Not run: distributed tables (set TEST_CITUS to the binaries of a PostgreSQL that has the extension Citus).',
  );
}
// A run can fail without a failed test, by an unhandled error, a crash or an error during set-up.
const failures = status === 0 ? failed : Math.max(failed, 1);
console.log(`${passed} passed, ${failures} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failures === 0 ? 0 : 1;

/**
 * Creates a folder in memory for the files of the tests. Tests create hundreds of databases with 300 files each, which
 * on a disk take a fifth of a test's processor time.
 */
function memoryFolder() {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > neededBytes ? folder : undefined;
}

/** Counts tests. A file that cannot be loaded counts as one failure. */
function countResults() {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const results = JSON.parse(readFileSync(report, 'utf8'));
  const broken = results.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + broken.length,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}
