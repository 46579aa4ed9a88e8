/**
 * `npm run python-client`: generates clients/python/tessera_client from the API's description with
 * openapi-python-client. Does nothing if it is up to date. Requires python3 with venv; the generator is installed into
 * a temporary folder.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

if (!(await prepare())) process.exit(1);
const { endpoints } = await import(`${root}packages/contract/dist/index.js`);
const { openApiDocument } = await import(`${root}packages/server/dist/http/openapi.js`);
const folder = join(root, 'clients/python');
const target = join(folder, 'tessera_client');
const description = describedApi(openApiDocument('http://127.0.0.1:8080'));
const settings = ['generator.txt', 'generator.yml'].map((name) => readFileSync(join(folder, name), 'utf8'));
const repeatable = repeatablePosts();
const digest = createHash('sha256')
  .update([description, repeatable, ...settings].join('\n'))
  .digest('hex');
const stamp = join(target, '.generated-from');

if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) console.error('The Python client is up to date.');
else generate();

/** Writes the package and finally its stamp, so that an interrupted run is repeated. */
function generate() {
  console.error('Generating the Python client ...');
  const scratch = mkdtempSync(join(tmpdir(), 'tessera-python-client-'));
  try {
    const source = join(scratch, 'openapi.json');
    writeFileSync(source, description);
    const bin = join(scratch, 'venv/bin');
    run('python3', ['-m', 'venv', join(scratch, 'venv')]);
    run(join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', join(folder, 'generator.txt')]);
    const options = ['--path', source, '--config', join(folder, 'generator.yml'), '--meta', 'none', '--overwrite'];
    run(join(bin, 'openapi-python-client'), ['generate', ...options, '--fail-on-warning', '--output-path', target], {
      PATH: `${bin}:${process.env.PATH}`,
    });
    writeFileSync(join(target, 'py.typed'), '');
    writeFileSync(join(target, 'repeatable.py'), repeatable);
    writeFileSync(stamp, digest);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** A module with patterns for the paths of POST routes that have no further effect when they are called again. */
function repeatablePosts() {
  const posts = Object.values(endpoints).filter(({ method, isRepeatable }) => method === 'POST' && isRepeatable);
  const patterns = posts.map(({ path }) => `    r"${path.replace(/\{\w+\}/g, '[^/]+')}",\n`);
  return `"""POST routes whose calls may be sent twice."""\n\nREPEATABLE_POSTS = (\n${patterns.join('')})\n`;
}

/** @param {string} program @param {string[]} words @param {Record<string, string>} [environment] */
function run(program, words, environment = {}) {
  // stdout is for the output of the caller: `npm run pack` prints the written files.
  execFileSync(program, words, {
    stdio: ['ignore', process.stderr, 'inherit'],
    env: { ...process.env, ...environment },
  });
}

/**
 * The API's description without version and examples, which clients do not contain.
 * @param {Record<string, unknown>} document
 * @returns {string}
 */
function describedApi(document) {
  const info = { .../** @type {object} */ (document.info), version: '' };
  return JSON.stringify(readable({ ...document, info }), null, 1);
}

/** @param {unknown} value @param {boolean} [namesFields] whether its keys are names of fields @returns {unknown} */
function readable(value, namesFields = false) {
  if (Array.isArray(value)) return value.map((each) => readable(each));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, each]) => namesFields || !isLeftOut(key, each));
  return Object.fromEntries(kept.map(([key, each]) => [key, readable(each, key === 'properties')]));
}

/**
 * Keys that the generator cannot read correctly: it cannot close a tuple with `items: false`, nor serialize the object
 * that it creates for a UUID.
 * @param {string} key @param {unknown} value
 */
function isLeftOut(key, value) {
  return key === 'example' || (key === 'items' && value === false) || (key === 'format' && value === 'uuid');
}
