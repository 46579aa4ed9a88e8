/**
 * `npm run pack [-- FOLDER]`: writes the packages that people install, by default to `dist/`. Each contains the
 * workspace packages that it depends on; all other dependencies are installed from the npm registry. Also writes
 * `server.json`, the entry of `svc agent` in the registry of the Model Context Protocol, `sbom.cdx.json`, which lists all
 * dependencies as CycloneDX, and with python3 a wheel of the Python client.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from './prepare.mjs';
import { pythonAvailable } from './python-available.mjs';
import { registryEntry } from './registry-entry.mjs';

/** @typedef {{ name: string, mcpName?: string, version: string, files?: string[], dependencies?: Record<string, string> }} Manifest */

const scope = '@tessera/';
const debugging = /\.(map|tsbuildinfo)$|\.build-stamp$/;

const target = resolve(process.env.INIT_CWD ?? '', process.argv[2] ?? join(root, 'dist'));
mkdirSync(target, { recursive: true });
for (const name of ['client', 'cli', 'server']) console.log(pack(name));
writeFileSync(join(target, 'server.json'), JSON.stringify(registryEntry(manifestOf('cli')), null, 2));
writeFileSync(join(target, 'sbom.cdx.json'), billOfMaterials());
if (pythonAvailable()) console.log(packPython());
else console.error('Not packed: the Python client (no python3 of 3.11 or later with venv here).');

/** Generates the Python client if it is outdated, and writes its wheel. */
function packPython() {
  execFileSync(process.execPath, [join(root, 'scripts/python-client.mjs')], { stdio: ['ignore', 2, 2] });
  const staging = mkdtempSync(join(tmpdir(), 'tessera-wheel-'));
  try {
    const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--wheel-dir', staging];
    execFileSync('python3', ['-m', 'pip', 'wheel', ...options, join(root, 'clients/python')], {
      stdio: ['ignore', 2, 2],
    });
    const [wheel = ''] = readdirSync(staging);
    cpSync(join(staging, wheel), join(target, wheel));
    return join(target, wheel);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** What the packages contain and install, with versions, licenses and hashes of package-lock.json. */
function billOfMaterials() {
  const options = ['--omit', 'dev', '--package-lock-only', '--workspaces'];
  return execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** @param {string} name */
function pack(name) {
  const staging = mkdtempSync(join(tmpdir(), 'tessera-pack-'));
  try {
    const bundled = workspaceDependencies(name);
    const manifest = stage(name, staging);
    for (const each of bundled) stage(each, join(staging, 'node_modules', scope + each));
    // The dependencies of bundled packages become those of the package, so that npm installs them where both find them.
    const external = Object.assign({}, ...[name, ...bundled].map((each) => externalDependencies(each)));
    const inside = Object.fromEntries(bundled.map((each) => [scope + each, manifestOf(each).version]));
    const packed = { ...manifest, dependencies: { ...external, ...inside }, bundleDependencies: Object.keys(inside) };
    writeFileSync(join(staging, 'package.json'), JSON.stringify(packed, null, 2));
    cpSync(join(root, 'LICENSE'), join(staging, 'LICENSE'));
    cpSync(join(root, 'packages', name, 'README.md'), join(staging, 'README.md'));
    if (name === 'server') {
      copy(join(root, 'packages/dashboard/dist'), join(staging, 'files/dashboard'));
      copy(join(root, 'packages/pages/dist'), join(staging, 'files/pages'));
      copy(join(root, 'docs'), join(staging, 'files/docs'));
    }
    const options = ['--silent', '--pack-destination', target];
    const file = execFileSync('npm', ['pack', ...options], { cwd: staging, encoding: 'utf8' }).trim();
    return join(target, file);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * Copies the published files of a package, and its manifest without fields that only the repository needs.
 * @param {string} name
 * @param {string} folder
 */
function stage(name, folder) {
  const from = join(root, 'packages', name);
  const { private: _, devDependencies, scripts, ...manifest } = manifestOf(name);
  mkdirSync(folder, { recursive: true });
  for (const each of manifest.files ?? []) if (each !== 'files') copy(join(from, each), join(folder, each));
  const { dependencies, ...bare } = {
    ...manifest,
    engines: JSON.parse(readFileSync(`${root}package.json`, 'utf8')).engines,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(bare, null, 2));
  return bare;
}

/** @param {string} name @returns {Manifest & Record<string, unknown>} */
function manifestOf(name) {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
}

/** @param {string} name @returns {string[]} names without the scope, also those of dependencies */
function workspaceDependencies(name) {
  const own = Object.keys(manifestOf(name).dependencies ?? {}).filter((each) => each.startsWith(scope));
  const names = own.map((each) => each.slice(scope.length));
  return [...new Set(names.flatMap((each) => [each, ...workspaceDependencies(each)]))];
}

/** @param {string} name */
function externalDependencies(name) {
  const entries = Object.entries(manifestOf(name).dependencies ?? {});
  return Object.fromEntries(entries.filter(([each]) => !each.startsWith(scope)));
}

/** @param {string} from @param {string} to */
function copy(from, to) {
  cpSync(from, to, { recursive: true, filter: (path) => !debugging.test(path) });
}
