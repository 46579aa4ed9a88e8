/**
 * Clone and push over HTTP beside system git serving the same repo by `git daemon`, in one run.
 * `npm run bench:git [-- --documents 10000 --commits 1000 --runs 3 --engines pglite,postgres]`; PostgreSQL's server is
 * named by BENCH_DATABASE_URL.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { randomSource } from '../relevance/random.mjs';
import { startService } from '../speed/service.mjs';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    commits: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '3' },
    engines: { type: 'string', default: process.env.BENCH_DATABASE_URL ? 'pglite,postgres' : 'pglite' },
  },
});
const [documents, commits, runs] = [values.documents, values.commits, values.runs].map(Number);
const pushedFiles = 1_000;
const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-git-'));
const words = 'knowledge store document version folder member access grant reader search history commit page'.split(
  ' ',
);

/** Runs git and answers how many milliseconds it took. */
function timed(args, cwd = folder) {
  const start = performance.now();
  git(args, { cwd });
  return performance.now() - start;
}

function git(args, { cwd = folder, input } = {}) {
  const settings = ['user.name=Ada', 'user.email=ada@example.com', 'gc.auto=0', 'init.defaultBranch=main'];
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };
  const options = { cwd, env, input, stdio: ['pipe', 'pipe', 'pipe'], maxBuffer: 2 ** 30 };
  return execFileSync('git', [...settings.flatMap((setting) => ['-c', setting]), ...args], options).toString();
}

/** About 6 kB of text. */
function text(random) {
  const lines = Array.from({ length: 90 }, () =>
    Array.from({ length: 9 }, () =>
      random() < 0.3 ? Math.floor(random() * 1e6).toString(36) : words[Math.floor(random() * words.length)],
    ).join(' '),
  );
  return `# ${lines[0]}\n\n${lines.join('\n')}\n`;
}

/** A bare repo of so many documents in a hundred folders, and so many commits of one document each. */
function makeHistory(path) {
  git(['init', '--quiet', '--bare', path]);
  const random = randomSource(1);
  const stream = [];
  const commit = (n) =>
    stream.push(`commit refs/heads/main\ncommitter Ada <ada@example.com> ${1_700_000_000 + n} +0000\ndata 4\nText\n`);
  const put = (n) => {
    const content = text(random);
    stream.push(`M 100644 inline folder-${n % 100}/document-${n}.md\ndata ${Buffer.byteLength(content)}\n${content}\n`);
  };
  commit(0);
  for (let n = 0; n < documents; n += 1) put(n);
  for (let n = 1; n <= commits; n += 1) {
    commit(n);
    put((n * 7) % documents);
  }
  git(['fast-import', '--quiet'], { cwd: path, input: stream.join('') });
}

function median(times) {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)];
}

const seconds = (ms) => (ms / 1_000).toFixed(2);

/** Clone, bare and with its files, and push of new files, each `runs` times. */
function measure(remote, name) {
  const bare = [];
  const whole = [];
  const push = [];
  for (let run = 0; run < runs; run += 1) {
    const clone = join(folder, `${name}-${run}`);
    bare.push(timed(['clone', '--quiet', '--bare', remote, `${clone}.git`]));
    whole.push(timed(['clone', '--quiet', remote, clone]));
    const random = randomSource(100 + run);
    mkdirSync(join(clone, `new-${run}`));
    for (let n = 0; n < pushedFiles; n += 1) writeFileSync(join(clone, `new-${run}`, `${n}.md`), text(random));
    git(['add', '.'], { cwd: clone });
    git(['commit', '--quiet', '--message', 'New'], { cwd: clone });
    push.push(timed(['push', '--quiet', 'origin', 'main'], clone));
    git(['fsck', '--full'], { cwd: `${clone}.git` });
  }
  return [median(bare), median(whole), median(push)];
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

async function systemGit(source) {
  const bare = join(folder, 'served.git');
  git(['clone', '--quiet', '--bare', source, bare]);
  const port = await freePort();
  const daemon = spawn(
    'git',
    [
      'daemon',
      '--export-all',
      '--enable=receive-pack',
      '--listen=127.0.0.1',
      `--port=${port}`,
      `--base-path=${folder}`,
    ],
    { stdio: 'ignore' },
  );
  const remote = `git://127.0.0.1:${port}/served.git`;
  while (spawnSync('git', ['ls-remote', remote], { stdio: 'ignore' }).status !== 0) await sleep(50);
  try {
    return measure(remote, 'system');
  } finally {
    daemon.kill();
  }
}

/** An empty database beside the named one. */
async function newDatabase() {
  const name = `bench_git_${randomBytes(4).toString('hex')}`;
  const client = new pg.Client({ connectionString: process.env.BENCH_DATABASE_URL });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(process.env.BENCH_DATABASE_URL), { pathname: `/${name}` }).href;
}

async function tessera(engine, source) {
  const operator = `svc_op_${randomBytes(32).toString('base64url')}`;
  const service = await startService({
    SVC_DATA_DIR: join(folder, engine),
    SVC_OPERATOR_TOKEN: operator,
    SVC_LOG_LEVEL: 'info',
    ...(engine === 'postgres' ? { SVC_DATABASE_URL: await newDatabase() } : {}),
  });
  const call = async (path, token, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  try {
    const { workspace } = await call('/operator/workspaces', operator, { slug: 'bench', name: 'Bench' });
    const made = await call(`/operator/workspaces/${workspace.id}/tokens`, operator, {
      name: 'bench',
      role: 'admin',
      access: 'read_write',
    });
    await call('/repos', made.secret, { name: 'docs' });
    const remote = `http://git:${made.secret}@127.0.0.1:${service.port}/git/bench/docs.git`;
    const first = timed(['push', '--quiet', remote, 'main'], source);
    const residentMb = Math.round(service.residentBytes() / 2 ** 20);
    const measured = measure(remote, engine);
    return { first, measured, residentMb, afterMb: Math.round(service.residentBytes() / 2 ** 20) };
  } finally {
    await service.stop();
  }
}

try {
  const source = join(folder, 'source.git');
  makeHistory(source);
  const objects = git(['count-objects', '-v'], { cwd: source });
  console.log(`${documents} documents, ${commits + 1} commits (${objects.trim().replaceAll('\n', ', ')})`);
  console.log(
    `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${runs} runs, medians in seconds\n`,
  );
  console.log(
    '| served by | bare clone | clone | push of 1,000 files | everything as one push | MB after that push | MB at the end |',
  );
  console.log('|---|---|---|---|---|---|---|');
  console.log(`| system git | ${(await systemGit(source)).map(seconds).join(' | ')} | | | |`);
  for (const engine of values.engines.split(',')) {
    const { first, measured, residentMb, afterMb } = await tessera(engine, source);
    console.log(
      `| ${engine} | ${measured.map(seconds).join(' | ')} | ${seconds(first)} | ${residentMb} | ${afterMb} |`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
