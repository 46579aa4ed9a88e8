/**
 * Duplicates among generated customers, compared with Splink and dedupe:
 *   npm run bench -- duplicates [--record] [--customers=20000] [--doubles=800] [--minutes=60]
 * --record writes duplicates.md. Peers are installed with pip into a temporary folder, or `BENCH_PYTHON` has them. Each
 * of them has --minutes.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createClient } from '@tessera/client';
import { startService } from '../speed/service.mjs';
import { mentions, people } from './people.mjs';

const { values: options } = parseArgs({
  options: {
    record: { type: 'boolean' },
    customers: { type: 'string', default: '20000' },
    doubles: { type: 'string', default: '800' },
    minutes: { type: 'string', default: '60' },
  },
});
const [customers, doubles] = [Number(options.customers), Number(options.doubles)];
const packages = ['splink==5.0.0', 'dedupe==3.0.3', 'BTrees==6.1', 'pandas==3.1.1'];
const least = 0.95;
const labels = 100;
const name = 'customers';
const pageSize = 500;

/** Customers with a second record of some of them, written as another source does, and the true pairs. */
function generated() {
  const known = people(customers - doubles);
  const step = Math.floor(known.length / doubles);
  const doubled = known.filter((_, at) => at % step === 0).slice(0, doubles);
  const second = mentions(doubled).map(({ answer, record }) => ({ id: `d${answer}`, ...record }));
  return { records: [...known, ...second], pairs: doubled.map(({ id }) => [id, `d${id}`]) };
}

async function found({ records }, folder) {
  const operator = `svc_op_${'b'.repeat(43)}`;
  const service = await startService({ SVC_DATA_DIR: join(folder, 'data'), SVC_OPERATOR_TOKEN: operator });
  const baseUrl = `http://127.0.0.1:${service.port}`;
  const asOperator = createClient({ baseUrl, token: operator });
  const { workspace } = await asOperator.operator.create_workspace({ body: { slug: 'bench', name: 'Bench' } });
  const { secret: token } = await asOperator.operator.create_token({
    params: { id: workspace.id },
    body: { name: 'bench', role: 'admin', access: 'read_write' },
  });
  const { collections, items } = createClient({ baseUrl, token });
  await collections.create({ body: { name, field_types: { birth_date: 'date' } } });
  for (let sent = 0; sent < records.length; sent += pageSize) {
    const body = { records: records.slice(sent, sent + pageSize) };
    await collections.import_records({ params: { name }, body });
  }
  const start = performance.now();
  while (!(await collections.list_matches({ params: { name } })).complete) await pause(1_000);
  const seconds = (performance.now() - start) / 1_000;
  const listed = [];
  for await (const match of items('collections.list_matches', { params: { name } })) listed.push(match);
  await service.stop();
  const pairsOf = (matches) => matches.map(({ external_ids: ids }) => ids);
  return {
    'matches, `same` and `maybe`': { pairs: pairsOf(listed), seconds },
    'matches, `same`': { pairs: pairsOf(listed.filter(({ verdict }) => verdict === 'same')), seconds },
  };
}

function foundByPeers(given, folder) {
  const run = (/** @type {string} */ command, /** @type {string[]} */ ...words) =>
    spawnSync(command, words, { encoding: 'utf8' }).status === 0;
  const python = process.env.BENCH_PYTHON ?? join(folder, 'python', 'bin', 'python');
  if (process.env.BENCH_PYTHON === undefined) {
    const isThere =
      run('python3', '-m', 'venv', join(folder, 'python')) &&
      run(python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages);
    if (!isThere) return { peers: { error: 'their packages could not be installed' } };
  }
  const script = fileURLToPath(new URL('./duplicates.py', import.meta.url));
  const input = JSON.stringify({ ...given, least, labels, seconds: 60 * Number(options.minutes) });
  const { status, stdout, stderr } = spawnSync(python, [script], { input, encoding: 'utf8', maxBuffer: 1e8 });
  return status === 0 ? JSON.parse(stdout) : { peers: { error: stderr.trim().split('\n').at(-1) } };
}

/** @param {string} who @param {{ pairs?: string[][], seconds?: number, error?: string }} result @param {string[][]} pairs */
function row(who, { pairs: listed = [], seconds = 0, error }, pairs) {
  if (error !== undefined) return `| ${who} | not run: ${error} | | | |`;
  const keyOf = (/** @type {string[]} */ pair) => [...pair].sort().join(' ');
  const distinct = new Set(listed.map(keyOf));
  const right = pairs.filter((pair) => distinct.has(keyOf(pair))).length;
  const share = (/** @type {number} */ of) => `${((100 * right) / Math.max(1, of)).toFixed(1)} %`;
  return `| ${who} | ${distinct.size} | ${share(pairs.length)} | ${share(distinct.size)} | ${Math.round(seconds)} |`;
}

const folder = mkdtempSync(join(tmpdir(), 'tessera-duplicates-'));
const given = generated();
const results = { ...(await found(given, folder)), ...foundByPeers(given, folder) };
rmSync(folder, { recursive: true, force: true });
const page = `# Duplicates

${customers.toLocaleString('en-US')} generated customers, ${doubles} of them twice: the second record has typos, other spellings, former addresses and missing
fields. One in ten shares name, address and telephone number with another. Nothing is tuned and no field is declared as an
identifier. Splink 5.0.0 fits its model without labels, with the comparisons of its documentation; listed are pairs with a
probability of at least ${least}. dedupe 3.0.3 learns from ${labels} right answers to its own questions; listed are pairs of its
clusters. The time of matches contains pauses, because they are found in the background.

${new Date().toISOString().slice(0, 10)}, Node ${process.version}, embedded engine. \`npm run bench -- duplicates\`.

| | pairs listed | true pairs listed | listed ones true | seconds |
|---|--:|--:|--:|--:|
${Object.entries(results)
  .map(([who, result]) => row(who, result, given.pairs))
  .join('\n')}
`;
console.log(page);
if (options.record) writeFileSync(new URL('./duplicates.md', import.meta.url), page);
