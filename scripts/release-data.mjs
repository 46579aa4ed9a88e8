/**
 * `npm run release-data -- X.Y.Z`: writes the data for the test of upgrades to later versions: the data of the last
 * release, upgraded by this version, and new data of this version. Data of this version that exists is kept.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { root } from './prepare.mjs';
import { isNewer } from './release-version.mjs';
import { installedBinaries } from './testing/postgres-binaries.mjs';
import { freePort, startPostgresCluster } from './testing/postgres-cluster.mjs';

const releases = join(root, 'packages/server/src/testing/fixtures/releases');
/** The agent token in the data of every release. */
const token = 'svc_tk_mLjaDYQdHNlzqyyb2R4FEynk1RNGcgCIJ-RgbpRluCE';
const startTimeoutMs = 120_000;

const version = process.argv[2];
if (version === undefined) {
  console.error('npm run release-data -- X.Y.Z');
  process.exit(1);
}
const file = join(releases, `${version}.sql.gz`);
if (existsSync(file)) {
  console.log(`${file} exists.`);
  process.exit(0);
}
const cluster = await startPostgresCluster({ binaries: installedBinaries() });
try {
  load(latestRelease());
  await withService(cluster.url, async (url) => {
    await call(`${url}/collections/parts/records`, 'POST', {
      records: [{ id: `release-${version}`, name: 'Brass key' }],
    });
    const corrected = { query: `key of release ${version}`, external_id: `release-${version}` };
    await call(`${url}/collections/parts/corrections`, 'POST', corrected);
    const document = { path: `notes/${version}.md`, text: `# Release ${version}\n`, base: null };
    await call(`${url}/documents/content`, 'PUT', document);
  });
  writeFileSync(file, gzipSync(dump(), { level: 9 }));
  console.log(file);
} finally {
  await cluster.stop();
}

/** The newest release with data. */
function latestRelease() {
  const versions = readdirSync(releases).map((name) => name.replace('.sql.gz', ''));
  const [latest] = versions.sort((left, right) => (isNewer(left, right) ? -1 : 1));
  return gunzipSync(readFileSync(join(releases, `${latest}.sql.gz`))).toString();
}

/** @param {string} sql */
function load(sql) {
  const input = `create role svc_app nologin;\n${sql}`;
  execFileSync(binary('psql'), [cluster.url, '-qX', '-v', 'ON_ERROR_STOP=1'], {
    input,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

/** Removes commands of psql, and settings that older PostgreSQL versions do not know. */
function dump() {
  const sql = execFileSync(binary('pg_dump'), [cluster.url, '--inserts', '--no-owner'], { encoding: 'utf8' });
  return sql.replaceAll(/^(\\(un)?restrict .*|SET transaction_timeout = .*)\n/gm, '');
}

/** @param {string} name */
function binary(name) {
  return join(String(installedBinaries()), name);
}

/** Runs the built service on a database. @param {string} databaseUrl @param {(url: string) => Promise<void>} work */
async function withService(databaseUrl, work) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-release-'));
  const port = await freePort();
  const settings = { SVC_DATABASE_URL: databaseUrl, SVC_PORT: String(port), SVC_DATA_DIR: folder, SVC_DEMO: '0' };
  const entry = join(root, 'packages/server/dist/main.js');
  const env = { PATH: process.env.PATH, SVC_LOG_LEVEL: 'warn', ...settings };
  const service = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(service, 'exit');
  try {
    const url = `http://127.0.0.1:${port}`;
    const deadline = Date.now() + startTimeoutMs;
    while (!(await isHealthy(url))) {
      if (service.exitCode !== null || Date.now() > deadline) throw new Error('The service did not start.');
      await sleep(100);
    }
    await work(url);
  } finally {
    service.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} url */
async function isHealthy(url) {
  return fetch(`${url}/health`).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** @param {string} url @param {string} method @param {unknown} body */
async function call(url, method, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
}
