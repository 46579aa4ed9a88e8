/**
 * Checks the requirements of a checkout: a recent Node.js, the dependencies in the lock file, and a current build. Uses
 * only Node.js, because nothing may be installed yet.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root folder, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const buildStamp = join(root, 'packages/server/dist/.build-stamp');

/**
 * Installs and builds whatever is outdated, and writes its output to stderr.
 * @returns {Promise<boolean>} whether everything is ready; otherwise the reason has been printed
 */
export async function prepare() {
  if (!nodeIsNewEnough()) return false;
  // The lock file contains each package's digest, so that a copy in npm's cache needs no request to the registry.
  const install = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'];
  if (!dependenciesAreCurrent() && !(await npm('Installing the dependencies of package-lock.json', install)))
    return false;
  const sources = sourcesFingerprint();
  if (buildIsCurrent(sources)) return true;
  if (!(await npm('Building', ['run', '--silent', 'build']))) return false;
  writeFileSync(buildStamp, sources);
  return true;
}

function nodeIsNewEnough() {
  const required = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [requiredMajor = 0, requiredMinor = 0] = required.split('.').map(Number);
  if (major > requiredMajor || (major === requiredMajor && minor >= requiredMinor)) return true;
  console.error(`Node.js ${required} or later is needed; this is ${process.versions.node}. See https://nodejs.org.`);
  return false;
}

/**
 * Whether node_modules matches the lock file, according to npm's own record. Optional packages for other platforms may
 * be missing.
 */
function dependenciesAreCurrent() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.optional) return true;
    const found = installed[path];
    return found?.version === entry.version && found?.resolved === entry.resolved && existsSync(join(root, path));
  });
}

/** @param {string} sources */
function buildIsCurrent(sources) {
  if (!existsSync(buildStamp) || readFileSync(buildStamp, 'utf8') !== sources) return false;
  return packageFolders().every((folder) => !existsSync(join(folder, 'src')) || existsSync(join(folder, 'dist')));
}

/** A digest of the path, size and time of every file that a build reads. */
function sourcesFingerprint() {
  const digest = createHash('sha256');
  const trees = packageFolders().flatMap((folder) => ['src', 'assembly', 'scripts'].map((name) => join(folder, name)));
  const files = packageFolders().flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (/\.(json|ts|html)$/.test(name) ? [join(folder, name)] : [])),
  );
  const rootFiles = ['package-lock.json', 'tsconfig.json', 'tsconfig.base.json'].map((name) => join(root, name));
  for (const path of [...trees, join(root, 'docs'), ...files, ...rootFiles]) addToDigest(path, digest);
  return digest.digest('hex');
}

function packageFolders() {
  return readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
}

/**
 * @param {string} path
 * @param {import('node:crypto').Hash} digest
 */
function addToDigest(path, digest) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (found.isDirectory()) {
    for (const name of readdirSync(path).sort()) addToDigest(join(path, name), digest);
  } else if (!path.endsWith('.test.ts')) {
    digest.update(`${path}\0${found.size}\0${found.mtimeMs}\n`);
  }
}

/** How often a long step reports that it is still running. */
const reportMs = 10_000;

/**
 * @param {string} doing the purpose of the step, printed before it and while it runs
 * @param {string[]} args
 * @returns {Promise<boolean>}
 */
async function npm(doing, args) {
  console.error(`${doing} (about a minute; longer on a slow machine) ...`);
  const start = performance.now();
  const seconds = () => `${Math.ceil((performance.now() - start) / 1_000)} s`;
  const report = setInterval(() => console.error(`${doing}: ${seconds()} ...`), reportMs);
  const failure = await exitOf(args);
  clearInterval(report);
  console.error(failure === undefined ? `Done in ${seconds()}.` : `npm ${args.join(' ')} failed${failure}.`);
  return failure === undefined;
}

/**
 * @param {string[]} args
 * @returns {Promise<string | undefined>} undefined after success, otherwise the reason if there is one
 */
function exitOf(args) {
  return new Promise((resolve) => {
    // Programs that run afterwards use stdout, so npm's output is written to stderr.
    // With NODE_ENV of a developer or a test, the pages would be built with React for development.
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = spawn('npm', args, { cwd: root, env, stdio: ['ignore', 2, 2] });
    child.once('error', (error) => resolve(`: ${error.message}`));
    child.once('exit', (status) => resolve(status === 0 ? undefined : ''));
  });
}
