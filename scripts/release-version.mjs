/** The places of a release's version: manifests, sources and the section of CHANGELOG.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {Record<string, unknown> & { version: string }} Manifest */

/** A release that was refused or undone. */
export class Refusal extends Error {}

const unreleased = '## [Unreleased]\n';
const scope = '@tessera/';

/** Examples of the reference, whose responses can contain the version. */
const examples = 'packages/contract/src/generated/examples.ts';

const chart = 'ops/helm/Chart.yaml';
const repeated = [examples, chart];

/** Files that contain the version once as text. The examples and the Helm chart can contain it several times. */
export const statedInText = [
  chart,
  'packages/contract/src/version.ts',
  examples,
  'packages/client/README.md',
  'packages/cli/README.md',
  'packages/server/README.md',
  'clients/python/pyproject.toml',
];

/**
 * Whether `X.Y.Z` is newer than another version; undefined if it does not have three numbers.
 * @param {string} version @param {string} before
 */
export function isNewer(version, before) {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) return undefined;
  const [left, right] = [version, before].map((each) => each.split('.').map(Number));
  const at = left?.findIndex((number, index) => number !== right?.[index]) ?? -1;
  return at !== -1 && Number(left?.[at]) > Number(right?.[at]);
}

/**
 * The new text of every file that contains the version, by path.
 * @param {string} root @param {{ from: string, to: string, manifests: string[] }} release manifests are paths of
 * `package.json`
 * @returns {Map<string, string>}
 */
export function withVersion(root, { from, to, manifests }) {
  const texts = new Map(manifests.map((path) => [path, withManifestVersion(read(root, path), to)]));
  texts.set('package-lock.json', withLockVersion(read(root, 'package-lock.json'), to));
  for (const path of statedInText) {
    const pieces = read(root, path).split(from);
    if (pieces.length < 2 || (pieces.length > 2 && !repeated.includes(path)))
      throw new Refusal(`${path} states the version ${from} ${pieces.length - 1} times, not once.`);
    texts.set(path, pieces.join(to));
  }
  return texts;
}

/** @param {string} text @param {string} version */
function withManifestVersion(text, version) {
  return json(setVersion(JSON.parse(text), version));
}

/** @param {string} text @param {string} version */
function withLockVersion(text, version) {
  const lock = JSON.parse(text);
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    const isOurs = !path.includes('node_modules/') && entry.version !== undefined;
    return [path, isOurs ? setVersion(entry, version) : entry];
  });
  return json({ ...lock, version, packages: Object.fromEntries(packages) });
}

/**
 * Sets the version in a manifest, and in its dependencies on workspace packages. @param {Manifest} manifest @param
 * {string} version
 */
function setVersion(manifest, version) {
  const changed = Object.entries(manifest).map(([key, value]) => {
    if (!/ependencies$/.test(key)) return [key, value];
    const entries = Object.entries(/** @type {Record<string, string>} */ (value));
    return [key, Object.fromEntries(entries.map(([name, range]) => [name, name.startsWith(scope) ? version : range]))];
  });
  return { ...Object.fromEntries(changed), version };
}

/** @param {unknown} value */
function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * The unreleased section of a changelog; empty without entries.
 * @param {string} changelog
 */
export function unreleasedNotes(changelog) {
  return (changelog.split(unreleased)[1]?.split('\n## ')[0] ?? '').trim();
}

/**
 * The changelog with its unreleased section under this version, and an empty one above.
 * @param {string} changelog @param {string} version @param {string} date such as `2026-01-31`
 */
export function withReleasedSection(changelog, version, date) {
  return changelog.replace(unreleased, `${unreleased}\n## [${version}] - ${date}\n`);
}

/** @param {string} root @param {string} path */
function read(root, path) {
  return readFileSync(join(root, path), 'utf8');
}
