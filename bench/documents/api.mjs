/**
 * Reading, listing, writing and searching documents over HTTP beside system git in a working tree, in one run.
 * `npm run bench:documents [-- --documents 10000 --runs 200 --engines pglite,postgres]`; writes api.md.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createCaller, startService } from '../speed/service.mjs';
import { pathOf, questionOf, textOf } from './corpus.mjs';
import { machineLine, openEngine } from './engines.mjs';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '200' },
    engines: { type: 'string', default: 'pglite,postgres' },
  },
});
const [documents, runs] = [values.documents, values.runs].map(Number);
const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-documents-'));
const globs = Array.from({ length: 20 }, (_, n) => `docs/folder-${n * 5}/**/*${n % 10}.md`);

/** Calls before each measurement: a process compiles what it runs in its first thousands of calls. */
const warmUp = { reads: 3_000, writes: 1_000, lists: 500, searches: 1_000 };

const percentile = (times, share) =>
  times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

/** Times of so many calls, in milliseconds: median and 95th percentile. */
async function measure(count, work) {
  const times = [];
  for (let n = 0; n < count; n += 1) {
    const start = performance.now();
    await work(n);
    times.push(performance.now() - start);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

async function systemGit() {
  const cwd = join(folder, 'git');
  mkdirSync(cwd);
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', '-c', 'gc.auto=0', ...args], { cwd });
  git('init', '--quiet');
  for (let n = 0; n < documents; n += 1) {
    mkdirSync(dirname(join(cwd, pathOf(n))), { recursive: true });
    writeFileSync(join(cwd, pathOf(n)), textOf(n));
  }
  git('add', '.');
  git('commit', '--quiet', '-m', 'all');
  const few = Math.min(runs, 30);
  for (let n = 0; n < 100; n += 1) {
    writeFileSync(join(cwd, pathOf(1)), `version ${n}`);
    git('commit', '--quiet', '-m', 'version', pathOf(1));
  }
  return {
    'read one': await measure(few, (n) => git('cat-file', 'blob', `HEAD:${pathOf(n)}`)),
    'commit one document': await measure(few, (n) => {
      writeFileSync(join(cwd, pathOf(n)), `${textOf(n)}\n${n}`);
      git('commit', '--quiet', '-m', 'one', pathOf(n));
    }),
    'list by 20 globs, cold': await measure(few, () =>
      git('ls-files', ...globs.map((glob) => glob.replace('docs/', ''))),
    ),
    'history of 101 versions': await measure(few, () => git('log', '--follow', '--format=%H', '--', pathOf(1))),
  };
}

/** A service on an engine, and callers of it that outlive a restart of the process. */
async function startOn(engine) {
  const operator = `svc_op_${randomBytes(32).toString('base64url')}`;
  const { settings, close } = await openEngine(engine, folder);
  const environment = { ...settings, SVC_OPERATOR_TOKEN: operator, SVC_LOG_LEVEL: 'info' };
  let service = await startService(environment);
  let callers = new Map();
  const as = (token) => async (method, path, body) => {
    const caller = callers.get(token) ?? createCaller(service.port, token, 8);
    callers.set(token, caller);
    return JSON.parse(await caller.call(method, path, body));
  };
  const stop = async () => {
    for (const caller of callers.values()) caller.close();
    callers = new Map();
    await service.stop();
  };
  return {
    as,
    asOperator: as(operator),
    memoryMb: () => service.residentBytes() / 2 ** 20,
    restart: async () => {
      await stop();
      service = await startService(environment);
    },
    close: async () => {
      await stop();
      await close();
    },
  };
}

/** A workspace with so many documents: an admin, a member confined to the globs, and how long it took to store them. */
async function fill({ as, asOperator }, count) {
  const slug = `bench-${randomBytes(4).toString('hex')}`;
  const { workspace } = await asOperator('POST', '/operator/workspaces', { slug, name: 'Bench' });
  const home = `/operator/workspaces/${workspace.id}`;
  const token = async (body) => as((await asOperator('POST', `${home}/tokens`, body)).secret);
  const admin = await token({ name: 'admin', role: 'admin', access: 'read_write' });
  const key = await asOperator('POST', `${home}/api-keys`, { name: 'key', capability: 'manage_permissions' });
  const group = await as(key.secret)('POST', '/v1/groups', { name: 'globs', paths: globs });
  const confined = await token({ name: 'confined', role: 'member', access: 'read_only', groups: [group.id] });
  await admin('POST', '/repos', { name: 'docs' });
  const start = performance.now();
  for (let first = 0; first < count; first += 1_000) {
    const changes = Array.from({ length: Math.min(1_000, count - first) }, (_, n) => {
      return { action: 'put', path: `docs/${pathOf(first + n)}`, text: textOf(first + n), base: null };
    });
    await admin('POST', '/documents/commit', { repo: 'docs', message: 'Fill', changes });
  }
  return { admin, confined, filledMs: performance.now() - start };
}

async function readAndWrite({ admin }) {
  const read = (n) => admin('GET', `/documents/content?path=docs/${pathOf((n * 37) % documents)}`);
  const write = (n) =>
    admin('PUT', '/documents/content', {
      path: `docs/${pathOf(n % documents)}`,
      text: `${textOf(n)}\n${n}`,
      base: 'any',
    });
  await measure(warmUp.reads, read);
  await measure(warmUp.writes, write);
  const rows = {
    'read one': await measure(runs, read),
    'commit one document': await measure(runs, (n) => write(n + 1_000)),
  };
  for (let n = 0; n < 100; n += 1) {
    await admin('PUT', '/documents/content', { path: `docs/${pathOf(1)}`, text: `version ${n}`, base: 'any' });
  }
  rows['history of 101 versions'] = await measure(20, () =>
    admin('GET', `/documents/history?path=docs/${pathOf(1)}&limit=500`),
  );
  return rows;
}

/** Cold: a process that has served others, but has listed and matched nothing of this workspace. */
async function list(service, { confined }) {
  const other = await fill(service, 500);
  const cold = [];
  for (let n = 0; n < 3; n += 1) {
    await service.restart();
    await measure(30, () => other.confined('GET', '/documents?limit=100'));
    const { p50 } = await measure(1, () => confined('GET', '/documents?limit=100'));
    cold.push(p50);
  }
  return {
    'list by 20 globs, cold': { p50: percentile(cold, 0.5), p95: percentile(cold, 1) },
    'list by 20 globs, warm': await measure(warmUp.lists, () => confined('GET', '/documents?limit=100')).then(() =>
      measure(runs, () => confined('GET', '/documents?limit=100')),
    ),
  };
}

async function search({ admin, confined }) {
  const start = performance.now();
  for (;;) {
    try {
      await admin('POST', '/documents/search', { query: 'knowledge', limit: 1 });
      break;
    } catch {
      await sleep(200);
    }
  }
  const indexedMs = performance.now() - start;
  const ask = (caller) => (n) => caller('POST', '/documents/search', { query: questionOf(n), limit: 10 });
  await measure(warmUp.searches, ask(confined));
  const rows = {
    search: await measure(runs, ask(admin)),
    'search, confined to 20 globs': await measure(runs, ask(confined)),
  };
  return { rows, indexedMs };
}

async function ours(engine) {
  const service = await startOn(engine);
  try {
    const workspace = await fill(service, documents);
    const written = await readAndWrite(workspace);
    const listed = await list(service, workspace);
    const { rows, indexedMs } = await search(workspace);
    const memoryMb = service.memoryMb();
    return { rows: { ...written, ...listed, ...rows }, filledMs: workspace.filledMs, indexedMs, memoryMb };
  } finally {
    await service.close();
  }
}

/** The lines of api.md. */
function report(columns) {
  const names = [...new Set(Object.values(columns).flatMap(({ rows }) => Object.keys(rows)))];
  const cell = (times) => (times === undefined ? '-' : `${times.p50.toFixed(1)} / ${times.p95.toFixed(1)}`);
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const engines = Object.keys(columns);
  const seconds = (ms) => (ms / 1_000).toFixed(1);
  const notes = Object.entries(columns).flatMap(([name, { filledMs, indexedMs, memoryMb }]) =>
    filledMs === undefined
      ? []
      : `- ${name}: stored in ${seconds(filledMs)} s in commits of 1,000; searchable ${seconds(indexedMs)} s after a process's first search; ${memoryMb.toFixed(0)} MB.`,
  );
  return [
    '# Documents over the API',
    '',
    `\`npm run bench:documents\`. ${documents} documents of about 6 kB in 100 folders, ${runs} calls a row, beside system git in a working`,
    'tree, whose rows include the start of its process. Milliseconds, median / 95th percentile; of the cold list three.',
    '',
    machineLine(os),
    '',
    row(['', ...engines]),
    row(['---', ...engines.map(() => '--:')]),
    ...names.map((name) => row([name, ...engines.map((engine) => cell(columns[engine].rows[name]))])),
    '',
    ...notes,
    '',
    'Targets on both engines: read 1 ms, commit 5, list 60 cold and 10 warm, search 10 at the 95th percentile.',
  ];
}

try {
  const columns = { 'system git': { rows: await systemGit() } };
  for (const engine of values.engines.split(',')) columns[engine] = await ours(engine);
  const text = report(columns).join('\n');
  console.log(text);
  writeFileSync(fileURLToPath(new URL('api.md', import.meta.url)), `${text}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
