/**
 * Reading, listing, writing and searching documents over HTTP beside system git in a working tree, in one run.
 * `npm run bench:documents [-- --documents 10000 --runs 200 --engines pglite,postgres]`; an empty database of a
 * PostgreSQL server is named by BENCH_DATABASE_URL.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { randomSource } from '../relevance/random.mjs';
import { createCaller, startService } from '../speed/service.mjs';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '200' },
    engines: { type: 'string', default: process.env.BENCH_DATABASE_URL ? 'pglite,postgres' : 'pglite' },
  },
});
const [documents, runs] = [values.documents, values.runs].map(Number);
const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-documents-'));
const words = 'knowledge store document version folder member access grant reader search history commit page'.split(
  ' ',
);
const globs = Array.from({ length: 20 }, (_, n) => `docs/folder-${n * 5}/**/*${n % 10}.md`);

const pathOf = (n) => `folder-${n % 100}/document-${n}.md`;

/** About 6 kB of text under three headings. */
function textOf(n) {
  const random = randomSource(n + 1);
  const word = () =>
    random() < 0.3 ? Math.floor(random() * 1e6).toString(36) : words[Math.floor(random() * words.length)];
  const lines = Array.from({ length: 90 }, () => Array.from({ length: 9 }, word).join(' '));
  return `# ${lines[0]}\n\n${lines.slice(0, 30).join('\n')}\n\n## ${lines[31]}\n\n${lines.slice(31).join('\n')}\n`;
}

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
  return {
    'read one': await measure(few, (n) => git('cat-file', 'blob', `HEAD:${pathOf(n)}`)),
    'commit one document': await measure(few, (n) => {
      writeFileSync(join(cwd, pathOf(n)), `${textOf(n)}\n${n}`);
      git('commit', '--quiet', '-m', 'one', pathOf(n));
    }),
    'list by 20 globs, cold': await measure(few, () =>
      git('ls-files', ...globs.map((glob) => glob.replace('docs/', ''))),
    ),
    history: await measure(few, (n) => git('log', '--follow', '--format=%H', '--', pathOf(n))),
  };
}

async function ours(engine) {
  const operator = `svc_op_${randomBytes(32).toString('base64url')}`;
  const environment = {
    SVC_OPERATOR_TOKEN: operator,
    SVC_DATA_DIR: join(folder, engine),
    SVC_LOG_LEVEL: 'info',
    ...(engine === 'postgres' ? { SVC_DATABASE_URL: process.env.BENCH_DATABASE_URL } : {}),
  };
  let service = await startService(environment);
  const call = (token) => async (method, path, body) =>
    JSON.parse(await createCallerOnce(token).call(method, path, body));
  const callers = new Map();
  const createCallerOnce = (token) => {
    const key = `${service.port} ${token}`;
    callers.set(key, callers.get(key) ?? createCaller(service.port, token, 8));
    return callers.get(key);
  };
  const asOperator = call(operator);
  const slug = `bench-${randomBytes(4).toString('hex')}`;
  const { workspace } = await asOperator('POST', '/operator/workspaces', { slug, name: 'Bench' });
  const token = async (body) => (await asOperator('POST', `/operator/workspaces/${workspace.id}/tokens`, body)).secret;
  const admin = call(await token({ name: 'admin', role: 'admin', access: 'read_write' }));
  const key = await asOperator('POST', `/operator/workspaces/${workspace.id}/api-keys`, {
    name: 'key',
    capability: 'manage_permissions',
  });
  const group = await call(key.secret)('POST', '/v1/groups', { name: 'globs', paths: globs });
  const confined = call(await token({ name: 'confined', role: 'member', access: 'read_only', groups: [group.id] }));
  await admin('POST', '/repos', { name: 'docs' });
  const filling = performance.now();
  for (let start = 0; start < documents; start += 1_000) {
    const changes = Array.from({ length: Math.min(1_000, documents - start) }, (_, n) => ({
      action: 'put',
      path: `docs/${pathOf(start + n)}`,
      text: textOf(start + n),
      base: null,
    }));
    await admin('POST', '/documents/commit', { repo: 'docs', message: 'Fill', changes });
  }
  const filled = performance.now() - filling;
  await sleep(3_000);
  const rows = {};
  const read = (n) => admin('GET', `/documents/content?path=docs/${pathOf((n * 37) % documents)}`);
  await measure(50, read);
  rows['read one'] = await measure(runs, read);
  const write = (n) =>
    admin('PUT', '/documents/content', {
      path: `docs/${pathOf(n % documents)}`,
      text: `${textOf(n)}\n${n}`,
      base: 'any',
    });
  await measure(20, write);
  rows['commit one document'] = await measure(runs, (n) => write(n + 1_000));
  // A new process has listed nothing and matched nothing.
  await service.stop();
  service = await startService(environment);
  await confined('GET', '/me');
  rows['list by 20 globs, cold'] = await measure(1, () => confined('GET', '/documents?limit=500'));
  rows['list by 20 globs, warm'] = await measure(runs, () => confined('GET', '/documents?limit=100'));
  for (let n = 0; n < 100; n += 1) {
    await admin('PUT', '/documents/content', { path: `docs/${pathOf(1)}`, text: `version ${n}`, base: 'any' });
  }
  rows['history'] = await measure(20, () => admin('GET', `/documents/history?path=docs/${pathOf(1)}&limit=500`));
  const indexing = performance.now();
  for (;;) {
    try {
      await admin('POST', '/documents/search', { query: 'knowledge', limit: 1 });
      break;
    } catch {
      await sleep(500);
    }
  }
  const indexed = (performance.now() - indexing) / 1_000;
  const ask = (n) => ({ query: `${words[n % words.length]} ${words[(n * 7) % words.length]}`, limit: 10 });
  await measure(20, (n) => confined('POST', '/documents/search', ask(n)));
  rows['search'] = await measure(runs, (n) => admin('POST', '/documents/search', ask(n)));
  rows['search, confined to 20 globs'] = await measure(runs, (n) => confined('POST', '/documents/search', ask(n)));
  const memoryMb = service.residentBytes() / 2 ** 20;
  await service.stop();
  return { rows, filled, indexed, memoryMb };
}

try {
  const columns = { 'system git': { rows: await systemGit() } };
  for (const engine of values.engines.split(',')) columns[engine] = await ours(engine);
  const names = [...new Set(Object.values(columns).flatMap(({ rows }) => Object.keys(rows)))];
  const cell = (times) => (times === undefined ? '-' : `${times.p50.toFixed(1)} / ${times.p95.toFixed(1)}`);
  console.log(`${documents} documents; ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}; ms, median / p95\n`);
  console.log(
    `| | ${Object.keys(columns).join(' | ')} |\n|---|${Object.keys(columns)
      .map(() => '--:')
      .join('|')}|`,
  );
  for (const name of names) {
    console.log(
      `| ${name} | ${Object.values(columns)
        .map(({ rows }) => cell(rows[name]))
        .join(' | ')} |`,
    );
  }
  for (const [name, { filled, indexed, memoryMb }] of Object.entries(columns)) {
    if (filled !== undefined) {
      console.log(
        `\n${name}: stored in ${(filled / 1_000).toFixed(1)} s, searchable ${indexed.toFixed(1)} s after the first search, ${memoryMb.toFixed(0)} MB`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
