/**
 * Compares clone and push over HTTP with system git serving the same repo by `git http-backend`.
 * `npm run bench -- git [--documents 10000 --commits 1000 --runs 3 --engines embedded,postgres]`; writes git.md.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startService } from '../speed/service.mjs';
import { pathOf, textOf } from './corpus.mjs';
import { freePort, machineLine, openEngine } from './engines.mjs';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    commits: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '3' },
    engines: { type: 'string', default: 'embedded' },
  },
});
const [documents, commits, runs] = [values.documents, values.commits, values.runs].map(Number);
const pushedFiles = 1_000;
const smallPushes = 30;
const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-git-'));

/** Runs git, and returns the duration in milliseconds. */
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

/** Creates a bare repo of documents in a hundred folders, with commits of one document each. */
function makeHistory(path) {
  git(['init', '--quiet', '--bare', path]);
  const stream = [];
  const commit = (n) =>
    stream.push(`commit refs/heads/main\ncommitter Ada <ada@example.com> ${1_700_000_000 + n} +0000\ndata 4\nText\n`);
  const put = (n, content = textOf(n)) => {
    stream.push(`M 100644 inline ${pathOf(n)}\ndata ${Buffer.byteLength(content)}\n${content}\n`);
  };
  commit(0);
  for (let n = 0; n < documents; n += 1) put(n);
  for (let n = 1; n <= commits; n += 1) {
    commit(n);
    put((n * 7) % documents, textOf(documents + n));
  }
  git(['fast-import', '--quiet'], { cwd: path, input: stream.join('') });
}

function median(times) {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)];
}

const seconds = (ms) => (ms / 1_000).toFixed(2);

/** Measures bare clone, clone with files, and push of new files, `runs` times each, then pushes of one file. */
function measure(remote, name) {
  const bare = [];
  const whole = [];
  const push = [];
  for (let run = 0; run < runs; run += 1) {
    const clone = join(folder, `${name}-${run}`);
    bare.push(timed(['clone', '--quiet', '--bare', remote, `${clone}.git`]));
    whole.push(timed(['clone', '--quiet', remote, clone]));
    mkdirSync(join(clone, `new-${run}`));
    for (let n = 0; n < pushedFiles; n += 1)
      writeFileSync(join(clone, `new-${run}`, `${n}.md`), textOf(1_000_000 * (run + 1) + n));
    git(['add', '.'], { cwd: clone });
    git(['commit', '--quiet', '--message', 'New'], { cwd: clone });
    push.push(timed(['push', '--quiet', 'origin', 'main'], clone));
    git(['fsck', '--full'], { cwd: `${clone}.git` });
  }
  const clone = join(folder, `${name}-${runs - 1}`);
  const small = Array.from({ length: smallPushes }, (_, n) => {
    writeFileSync(join(clone, 'small.md'), textOf(n));
    git(['add', '.'], { cwd: clone });
    git(['commit', '--quiet', '--message', 'Small'], { cwd: clone });
    return timed(['push', '--quiet', 'origin', 'main'], clone);
  }).sort((one, other) => one - other);
  return [median(bare), median(whole), median(push), median(small), small[Math.floor(smallPushes * 0.9)]];
}

async function systemGit(source) {
  const bare = join(folder, 'served.git');
  git(['clone', '--quiet', '--bare', source, bare]);
  git(['config', 'http.receivepack', 'true'], { cwd: bare });
  const port = await freePort();
  const server = spawn(process.execPath, [fileURLToPath(new URL('http-backend.mjs', import.meta.url)), folder, port], {
    stdio: 'ignore',
  });
  const remote = `http://git:any@127.0.0.1:${port}/served.git`;
  while (spawnSync('git', ['ls-remote', remote], { stdio: 'ignore' }).status !== 0) await sleep(50);
  try {
    return measure(remote, 'system');
  } finally {
    server.kill();
  }
}

async function tessera(engine, source) {
  const operator = `svc_op_${randomBytes(32).toString('base64url')}`;
  const { settings, close } = await openEngine(engine, folder);
  const service = await startService({ ...settings, SVC_OPERATOR_TOKEN: operator, SVC_LOG_LEVEL: 'info' });
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
    await close();
  }
}

try {
  const source = join(folder, 'source.git');
  makeHistory(source);
  const [, count] = /in-pack: (\d+)/.exec(git(['count-objects', '-v'], { cwd: source })) ?? [];
  const columns =
    '| served by | bare clone | clone | push of 1,000 files | push of one file | its 90th percentile | everything as one push | MB after that push | MB at the end |';
  const lines = [
    '# Clone and push over git',
    '',
    `\`npm run bench -- git\`. ${documents} documents of about 6 kB in 100 folders, ${commits + 1} commits, ${count} objects. Medians of`,
    `${runs} runs in seconds; memory is the whole process. System git serves the same repo by \`git http-backend\` in the same run.`,
    '',
    machineLine(os),
    '',
    columns,
    columns.replace(/[^|]+/g, '---'),
    `| system git | ${(await systemGit(source)).map(seconds).join(' | ')} | | | |`,
  ];
  for (const engine of values.engines.split(',')) {
    const { first, measured, residentMb, afterMb } = await tessera(engine, source);
    lines.push(`| ${engine} | ${measured.map(seconds).join(' | ')} | ${seconds(first)} | ${residentMb} | ${afterMb} |`);
  }
  lines.push('', 'Targets: a clone in 3 s, a push of 1,000 files in 2 s.');
  console.log(lines.join('\n'));
  writeFileSync(fileURLToPath(new URL('git.md', import.meta.url)), `${lines.join('\n')}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
