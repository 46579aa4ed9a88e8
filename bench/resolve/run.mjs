/**
 * Compares 500 mentions in one call of `POST /collections/{name}/resolve` with 500 calls of query and with Splink,
 * which links tables with a model that it fits without labels. Prints Markdown.
 *   TEST_DATA_DIR=... npm run bench -- resolve [--turns 3] [--record]
 * Splink runs with BENCH_PYTHON, a Python that has it (`pip install splink==5.0.0 pyarrow==26.0.1`), and is omitted
 * without it. The engine is PostgreSQL with an empty database at BENCH_DATABASE_URL, otherwise the embedded one.
 * `--record` writes results.md beside this file.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { abtQueries, corpora, hasData } from '../relevance/data.mjs';
import { knownItemQueries } from '../relevance/queries.mjs';
import { randomSource } from '../relevance/random.mjs';
import { createCaller, startService } from '../speed/service.mjs';

const { values: options } = parseArgs({
  options: { turns: { type: 'string', default: '3' }, record: { type: 'boolean', default: false } },
});
const mentionCount = 500;
const pageSize = 500;
/** Minimum probability of a Splink link that counts as accepted. */
const actFrom = 0.95;

/** Selects `count` elements of a list with a seed. */
function sampled(list, count, seed) {
  const random = randomSource(seed);
  return list
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ value }) => value);
}

/** Mentions with their correct id (null: none), and the records to search. */
function labelledSets() {
  const { buy, bestbuy } = corpora();
  return {
    'Abt names in Buy': { records: buy, mentions: sampled(abtQueries(), mentionCount, 1) },
    'Best Buy names as people write them': { records: bestbuy, mentions: knownItemQueries(bestbuy, 2, mentionCount) },
  };
}

/** Creates a collection for each set; returns the token. */
async function fill(service, operator, sets) {
  const asOperator = createCaller(service.port, operator);
  const post = async (path, body) => JSON.parse(await asOperator.call('POST', path, body));
  const { workspace } = await post('/operator/workspaces', { slug: `resolve-${process.pid}`, name: 'Resolve' });
  const { secret } = await post(`/operator/workspaces/${workspace.id}/tokens`, {
    name: 'bench',
    role: 'admin',
    access: 'read_write',
  });
  asOperator.close();
  const caller = createCaller(service.port, secret);
  for (const [at, { records }] of sets.entries()) {
    await caller.call('POST', '/collections', { name: `set-${at}` });
    await caller.call('PATCH', `/collections/set-${at}`, { embed_fields: ['name', 'text'] });
    for (let sent = 0; sent < records.length; sent += pageSize) {
      const page = records.slice(sent, sent + pageSize).map(({ id, name, text }) => ({ id, name, text }));
      await caller.call('POST', `/collections/set-${at}/import`, { records: page });
    }
    await caller.call('POST', `/collections/set-${at}/query`, { query: 'ready' });
  }
  return caller;
}

/** Wall-clock and CPU seconds of the service during calls, with their results. */
async function timed(service, work) {
  const [start, cpu] = [performance.now(), service.cpuSeconds()];
  const links = await work();
  return { links, seconds: (performance.now() - start) / 1_000, cpuSeconds: service.cpuSeconds() - cpu };
}

/** Ways to resolve mentions, each to an id, or null if the verdict was not high. */
const ways = {
  'one call of resolve': async (caller, path, mentions) => {
    const queries = mentions.map(({ text }) => ({ query: text }));
    const { results } = JSON.parse(await caller.call('POST', `${path}/resolve`, { queries, fields: [] }));
    return results.map(({ external_id: id }) => id);
  },
  '500 calls of query': async (caller, path, mentions) => {
    const links = [];
    for (const { text } of mentions) {
      const body = { query: text, fields: [], top_k: 4 };
      const { confidence, results } = JSON.parse(await caller.call('POST', `${path}/query`, body));
      links.push(confidence === 'high' ? results[0].external_id : null);
    }
    return links;
  },
};

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The links of Splink; undefined if it is not installed. */
function splinkLinks({ records, mentions }) {
  const python = process.env.BENCH_PYTHON;
  if (python === undefined) return undefined;
  const input = JSON.stringify({
    mentions: mentions.map(({ text }) => text),
    records: records.map(({ id, name }) => ({ id, name })),
    least: actFrom,
  });
  const script = fileURLToPath(new URL('./link.py', import.meta.url));
  const { status, stdout, stderr } = spawnSync(python, [script], { input, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`Splink failed: ${stderr.slice(-2_000)}`);
  return JSON.parse(stdout);
}

function row(name, { links, seconds, cpuSeconds }, mentions) {
  const has = (wanted) => mentions.filter(({ answer }, at) => wanted(answer, links[at] ?? null)).length;
  const right = has((answer, id) => id !== null && id === answer);
  const wrong = has((answer, id) => id !== null && id !== answer);
  const withheld = has((_, id) => id === null);
  const absent = has((answer, id) => id === null && answer === null);
  const cpu = cpuSeconds === undefined ? '' : cpuSeconds.toFixed(2);
  return `| ${name} | ${right} | ${wrong} | ${withheld} (${absent}) | ${seconds.toFixed(2)} | ${cpu} |`;
}

async function measure(service, caller, [name, set, splink], at) {
  const path = `/collections/set-${at}`;
  const turns = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  // A first run without measurement, so that the code has been compiled.
  const progress = (text) => process.stderr.write(`\r\x1b[K${text}`);
  for (let turn = 0; turn <= Number(options.turns); turn += 1) {
    for (const [way, ask] of Object.entries(ways)) {
      progress(`${name}: ${way}, turn ${turn}`);
      const found = await timed(service, () => ask(caller, path, set.mentions));
      if (turn > 0) turns[way].push(found);
    }
  }
  const rows = Object.entries(turns).map(([way, found]) => {
    const [seconds, cpuSeconds] = ['seconds', 'cpuSeconds'].map((key) => median(found.map((each) => each[key])));
    return { way, links: found[0].links, seconds, cpuSeconds };
  });
  progress('');
  const without = set.mentions.filter(({ answer }) => answer === null).length;
  return [
    `\n## ${name}\n`,
    `${set.mentions.length} mentions of ${set.records.length.toLocaleString('en-US')} records; ${without} mean no record.\n`,
    '| | right | wrong | withheld (rightly) | seconds | server CPU, s |',
    '|---|--:|--:|--:|--:|--:|',
    ...rows.map(({ way, ...found }) => row(way, found, set.mentions)),
    splink === undefined ? '\nSplink was left out: BENCH_PYTHON is not set.' : row('Splink', splink, set.mentions),
    `\nOne call takes ${(rows[0].seconds / rows[1].seconds).toFixed(2)} of the time of 500 calls, and ` +
      `${(rows[0].cpuSeconds / rows[1].cpuSeconds).toFixed(2)} of the processor time.`,
  ];
}

if (!hasData()) {
  console.log('Not run: TEST_DATA_DIR is not set to the public data sets.');
} else {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-resolve-'));
  const operator = `svc_op_${'b'.repeat(43)}`;
  const databaseUrl = process.env.BENCH_DATABASE_URL;
  const environment = {
    SVC_DATA_DIR: folder,
    SVC_OPERATOR_TOKEN: operator,
    ...(databaseUrl === undefined ? {} : { SVC_DATABASE_URL: databaseUrl }),
  };
  const sets = labelledSets();
  // Runs before the service is started, so that they do not affect each other.
  const linked = Object.values(sets).map(splinkLinks);
  const service = await startService(environment);
  const caller = await fill(service, operator, Object.values(sets));
  const load = loadavg()[0].toFixed(1);
  const machine = `Node ${process.version}, ${cpus()[0].model}, ${cpus().length} cores, load ${load}`;
  const lines = [
    '# Many mentions at once\n',
    '`high` is acted on; everything else is withheld, rightly where the mention means no record (in brackets). Splink 5.0.0 links',
    'tables by a model that it fits without labels, on name, words and codes (`link.py`). A link with a probability of at least',
    `${actFrom} counts as acted on. Its time contains the fit. Compare ratios: absolute times of a shared machine are noisy.\n`,
    `${new Date().toISOString().slice(0, 10)}, ${machine}, ${databaseUrl === undefined ? 'embedded engine' : 'PostgreSQL'}. ` +
      `\`npm run bench -- resolve ${process.argv.slice(2).join(' ')}\`. Medians of ${options.turns} turns.`,
  ];
  for (const [at, [name, set]] of Object.entries(sets).entries()) {
    lines.push(...(await measure(service, caller, [name, set, linked[at]], at)));
  }
  caller.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
  const page = `${lines.join('\n')}\n`;
  console.log(page);
  if (options.record) writeFileSync(new URL('./results.md', import.meta.url), page);
}
