/**
 * Compares resolving records by their fields with Splink and recordlinkage, all with default settings and without
 * labels. Prints Markdown.
 *   TEST_DATA_DIR=... npm run bench -- fields [--record] [--half]
 * Products are those of Abt in Buy, by name and price. People are generated (`people.mjs`). In the other sets, half of
 * the records are absent (`--half` runs only these); a price list names the model and maker of each product as well. The
 * peers are installed from PyPI into a temporary folder; the table contains "not run" if that fails. `--record` writes
 * fields.md beside this file.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hasData, plainRowsOf } from '../relevance/data.mjs';
import { randomSource } from '../relevance/random.mjs';
import { createCaller, startService } from '../speed/service.mjs';
import { mentions as mentionsOf, people } from './people.mjs';

const flag = { type: 'boolean', default: false };
const { values: options } = parseArgs({ options: { record: flag, half: flag } });
const packages = ['splink==5.0.0', 'pyarrow==26.0.1', 'pandas==2.3.3', 'recordlinkage==0.16'];
const pageSize = 500;
const peopleCount = 2_000;
const strangers = 200;
/** Minimum probability of a peer's link that counts as accepted. */
const least = 0.95;

/** Sets of records, and mentions of them with the correct ids (none for strangers). */
function labelledSets() {
  const known = people(peopleCount);
  const written = mentionsOf(known, { strangers }).map(({ record, answer }) => ({
    record,
    answers: answer === null ? [] : [answer],
  }));
  const sets = [
    { name: 'People', records: known, mentions: written, configuration: { field_types: { birth_date: 'date' } } },
  ];
  const whole = hasData() ? [products(), ...sets] : sets;
  const halves = (hasData() ? [priceList(), ...whole] : whole).map(halved);
  return options.half ? halves : [...whole, ...halves];
}

/** The set without half of its records, so that about half of its mentions mean no record. */
function halved({ name, records, mentions, ...set }) {
  const random = randomSource(5);
  const kept = records.filter(() => random() < 0.5);
  const ids = new Set(kept.map(({ id }) => id));
  const left = mentions.map(({ record, answers }) => ({ record, answers: answers.filter((id) => ids.has(id)) }));
  return { ...set, name: `${name}, half absent`, records: kept, mentions: left };
}

/** The products as a supplier lists them: the model that ends a name has a field of its own, and the maker too. */
function priceList() {
  const { records, mentions } = products();
  const listed = ({ name, ...rest }) => {
    const [, title = name, modelno] = /^(.+?)\s+-\s+(\S*\d\S*)$/.exec(name) ?? [];
    return { title, ...(modelno && { modelno }), brand: name.split(' ')[0], ...rest };
  };
  return {
    name: 'Price list',
    records: records.map(({ description, ...record }) => ({ ...listed(record), ...(description && { description }) })),
    mentions: mentions.map(({ record, answers }) => ({ record: listed(record), answers })),
    configuration: {
      embed_fields: ['title', 'brand', 'description', 'price'],
      id_match_fields: ['modelno'],
      field_types: { price: 'number' },
    },
  };
}

function products() {
  const [abt, buy, pairs] = ['abt', 'buy', 'gt'].map((file) => plainRowsOf(`abt-buy/${file}.csv`));
  const answers = new Map();
  for (const { D1, D2 } of pairs) answers.set(D1, [...(answers.get(D1) ?? []), D2]);
  const priced = ({ name, price }) => ({
    name,
    ...(price === '' ? {} : { price: Number(price.replace(/[$,]/g, '')) }),
  });
  return {
    name: 'Products',
    records: buy.map((row) => ({
      id: row.id,
      ...priced(row),
      ...(row.description && { description: row.description }),
    })),
    mentions: abt.map((row) => ({ record: priced(row), answers: answers.get(row.id) ?? [] })),
    configuration: { embed_fields: ['name', 'description', 'price'], field_types: { price: 'number' } },
  };
}

async function resolved(caller, { records, mentions, configuration }, collection) {
  const post = async (path, body) => JSON.parse(await caller.call('POST', path, body));
  await post('/collections', { name: collection });
  await caller.call('PATCH', `/collections/${collection}`, configuration);
  for (let sent = 0; sent < records.length; sent += pageSize) {
    await post(`/collections/${collection}/import`, { records: records.slice(sent, sent + pageSize) });
  }
  await post(`/collections/${collection}/query`, { query: 'ready' });
  const start = performance.now();
  const links = [];
  for (let sent = 0; sent < mentions.length; sent += pageSize) {
    const queries = mentions.slice(sent, sent + pageSize).map(({ record }) => ({ record }));
    const { results } = await post(`/collections/${collection}/resolve`, { queries, fields: [] });
    links.push(...results.map(({ external_id: id }) => id));
  }
  return { links, seconds: (performance.now() - start) / 1_000 };
}

/** Installs Python packages of the peers, and returns the reason if that fails. */
function installPeers(folder) {
  const run = (command, ...given) => spawnSync(command, given, { encoding: 'utf8' }).status === 0;
  const python = join(folder, 'bin', 'python');
  const isThere =
    run('python3', '-m', 'venv', folder) &&
    run(python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages);
  return isThere ? python : undefined;
}

function linkedByPeers(python, { records, mentions }) {
  const script = fileURLToPath(new URL('./link_fields.py', import.meta.url));
  const input = JSON.stringify({ records, mentions: mentions.map(({ record }) => record), least });
  const { status, stdout, stderr } = spawnSync(python, [script], { input, encoding: 'utf8', maxBuffer: 1e8 });
  return status === 0 ? JSON.parse(stdout) : { Splink: { error: stderr.trim().split('\n').at(-1) } };
}

function row(name, { links, seconds, error }, mentions) {
  if (error !== undefined) return `| ${name} | not run: ${error} | | | | | |`;
  const count = (wanted) => mentions.filter(({ answers }, at) => wanted(answers, links[at] ?? null)).length;
  const acted = count((_, id) => id !== null);
  const right = count((answers, id) => answers.includes(id));
  const present = mentions.filter(({ answers }) => answers.length > 0).length;
  const share = acted === 0 ? '' : `${((100 * right) / acted).toFixed(2)} %`;
  const coverage = `${((100 * right) / present).toFixed(1)} %`;
  return `| ${name} | ${acted} | ${right} | ${acted - right} | ${share} | ${coverage} | ${seconds.toFixed(1)} |`;
}

const folder = mkdtempSync(join(tmpdir(), 'tessera-fields-'));
const operator = `svc_op_${'b'.repeat(43)}`;
const sets = labelledSets();
const python = installPeers(join(folder, 'python'));
const notRun = { error: 'its packages could not be installed' };
const peers = sets.map((set) =>
  python === undefined ? { Splink: notRun, recordlinkage: notRun } : linkedByPeers(python, set),
);
const service = await startService({ SVC_DATA_DIR: join(folder, 'data'), SVC_OPERATOR_TOKEN: operator });
const asOperator = createCaller(service.port, operator);
const { workspace } = JSON.parse(
  await asOperator.call('POST', '/operator/workspaces', { slug: `fields-${process.pid}`, name: 'Fields' }),
);
const token = { name: 'bench', role: 'admin', access: 'read_write' };
const { secret } = JSON.parse(await asOperator.call('POST', `/operator/workspaces/${workspace.id}/tokens`, token));
asOperator.close();
const caller = createCaller(service.port, secret);
const lines = [
  '# Records by their fields\n',
  'Each mention is a record as another source writes it. *Acted on* are verdicts of `high` and links with a probability of at',
  `least ${least}. *Right* is their share that means the record, *coverage* the share of the mentions with a record that are`,
  'rightly acted on. Splink 5.0.0 and recordlinkage 0.16 (`ECMClassifier`) fit their models without labels, with the',
  'comparisons of their documentation and nothing tuned (`link_fields.py`). Their time contains the fit.\n',
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, embedded engine. \`npm run bench -- fields\`.`,
];
for (const [at, set] of sets.entries()) {
  const own = await resolved(caller, set, `set-${at}`);
  const without = set.mentions.filter(({ answers }) => answers.length === 0).length;
  lines.push(
    `\n## ${set.name}\n`,
    `${set.mentions.length.toLocaleString('en-US')} mentions of ${set.records.length.toLocaleString('en-US')} records; ${without} mean no record.\n`,
    '| | acted on | right | wrong | share right | coverage | seconds |',
    '|---|--:|--:|--:|--:|--:|--:|',
    row('resolve by fields', own, set.mentions),
    ...Object.entries(peers[at]).map(([name, found]) => row(name, found, set.mentions)),
  );
}
if (!hasData()) lines.push('\nProducts: not run, because TEST_DATA_DIR is not set.');
caller.close();
await service.stop();
rmSync(folder, { recursive: true, force: true });
const page = `${lines.join('\n')}\n`;
console.log(page);
if (options.record) writeFileSync(new URL('./fields.md', import.meta.url), page);
