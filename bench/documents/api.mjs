/**
 * Measures reading, listing, writing and searching documents, over HTTP and with operations called in process, compared
 * with system git in a working tree.
 * `npm run bench -- documents [--documents 10000 --runs 200 --engines embedded,postgres]`; writes api.md.
 */
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import isomorphicGit from 'isomorphic-git';
import { createCaller, startService } from '../speed/service.mjs';
import { pathOf, textOf } from './corpus.mjs';
import { openEngine } from './engines.mjs';
import { globs, listCold, measure, measureCalls, percentile } from './measures.mjs';
import { report } from './report.mjs';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '200' },
    engines: { type: 'string', default: 'embedded' },
  },
});
const [documents, runs] = [values.documents, values.runs].map(Number);
const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-documents-'));
const inProcess = fileURLToPath(new URL('in-process.mjs', import.meta.url));
const coldLists = 3;

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

/** Runs the same with a JavaScript git library, to separate the effect of this machine. */
async function isomorphic() {
  const repo = { fs, dir: join(folder, 'git'), cache: {} };
  const oid = await isomorphicGit.resolveRef({ ...repo, ref: 'HEAD' });
  const author = { name: 'A', email: 'a@b' };
  return {
    'read one': await measure(runs, (n) => isomorphicGit.readBlob({ ...repo, oid, filepath: pathOf(n) })),
    'commit one document': await measure(10, async (n) => {
      writeFileSync(join(repo.dir, pathOf(n)), `${textOf(n)}\nisomorphic ${n}`);
      await isomorphicGit.add({ ...repo, filepath: pathOf(n) });
      await isomorphicGit.commit({ ...repo, message: 'one', author });
    }),
    'list by 20 globs, cold': await measure(10, () => isomorphicGit.listFiles({ ...repo, cache: {}, ref: 'HEAD' })),
  };
}

/** Starts a service on an engine. Its callers keep working after a restart of the process. */
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
    await service?.stop();
    service = undefined;
  };
  return {
    as,
    asOperator: as(operator),
    memoryMb: () => service.residentBytes() / 2 ** 20,
    restart: async () => {
      await stop();
      service = await startService(environment);
    },
    stop,
    close: async () => {
      await stop();
      await close();
    },
    inProcess: async (work) => {
      const { stdout } = await promisify(execFile)(process.execPath, [inProcess, JSON.stringify(work)], {
        env: { PATH: process.env.PATH, BENCH_SERVICE: process.env.BENCH_SERVICE, ...environment },
      });
      return JSON.parse(stdout);
    },
  };
}

/** Creates a workspace with documents. Returns the tokens of an admin and of a confined member, and the duration. */
async function fill({ as, asOperator }, count) {
  const slug = `bench-${randomBytes(4).toString('hex')}`;
  const { workspace } = await asOperator('POST', '/operator/workspaces', { slug, name: 'Bench' });
  const home = `/operator/workspaces/${workspace.id}`;
  const token = async (body) => (await asOperator('POST', `${home}/tokens`, body)).secret;
  const admin = await token({ name: 'admin', role: 'admin', access: 'read_write' });
  const key = await asOperator('POST', `${home}/api-keys`, { name: 'key', capability: 'manage_permissions' });
  const group = await as(key.secret)('POST', '/v1/groups', { name: 'globs', paths: globs });
  const confined = await token({ name: 'confined', role: 'member', access: 'read_only', groups: [group.id] });
  const write = as(admin);
  await write('POST', '/repos', { name: 'docs' });
  const start = performance.now();
  for (let first = 0; first < count; first += 1_000) {
    const changes = Array.from({ length: Math.min(1_000, count - first) }, (_, n) => {
      return { action: 'put', path: `docs/${pathOf(first + n)}`, text: textOf(first + n), base: null };
    });
    await write('POST', '/documents/commit', { repo: 'docs', message: 'Fill', changes });
  }
  return { admin, confined, filledMs: performance.now() - start };
}

/** Measures calls over HTTP and in process, and the first list of several new processes. */
async function measureBoth(service, { admin, confined }, other) {
  const cold = { http: [], inProcess: [] };
  for (let n = 0; n < coldLists; n += 1) {
    await service.restart();
    cold.http.push(await listCold({ confined: service.as(confined), other: service.as(other.confined) }));
  }
  const callers = { admin: service.as(admin), confined: service.as(confined) };
  const http = await measureCalls(callers, { documents, runs, turn: 1 });
  const memoryMb = service.memoryMb();
  await service.stop();
  for (let n = 0; n < coldLists; n += 1) {
    const tokens = { confined, other: other.confined };
    cold.inProcess.push(await service.inProcess({ tokens, isCold: true }));
  }
  const direct = await service.inProcess({ tokens: { admin, confined }, documents, runs, turn: 2 });
  const coldRow = (times) => ({ 'list by 20 globs, cold': { p50: percentile(times, 0.5), p95: percentile(times, 1) } });
  return {
    http: { ...coldRow(cold.http), ...http.rows },
    inProcess: { ...coldRow(cold.inProcess), ...direct.rows },
    indexedMs: http.indexedMs,
    memoryMb,
  };
}

/** The results of an engine: over HTTP, and in process. */
async function ours(engine) {
  const service = await startOn(engine);
  try {
    const workspace = await fill(service, documents);
    const { http, inProcess: direct, ...notes } = await measureBoth(service, workspace, await fill(service, 500));
    return {
      [`${engine}, HTTP`]: { rows: http, filledMs: workspace.filledMs, ...notes },
      [`${engine}, in process`]: { rows: direct },
    };
  } finally {
    await service.close();
  }
}

try {
  const columns = { 'system git': { rows: await systemGit() }, 'isomorphic-git': { rows: await isomorphic() } };
  for (const engine of values.engines.split(',')) Object.assign(columns, await ours(engine));
  const text = report(columns, { documents, runs }).join('\n');
  console.log(text);
  writeFileSync(fileURLToPath(new URL('api.md', import.meta.url)), `${text}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
