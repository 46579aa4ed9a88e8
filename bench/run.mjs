/**
 * `npm run bench -- NAME [options]`: builds, then runs one benchmark. Lists all of them without a name. Each file
 * begins with what it measures, its options and the settings it reads.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const benchmarks = {
  access: ['access/read-decisions.mjs', 'how long it takes to decide what a caller may read'],
  beside: ['relevance/beside.mjs', 'the index of this version and of another checkout, alternately'],
  citus: ['citus/run.mjs', 'the same calls on one PostgreSQL and on a Citus cluster'],
  documents: ['documents/api.mjs', 'reading, listing, writing and searching documents'],
  duplicates: ['resolve/duplicates.mjs', 'duplicates among customers, compared with Splink and dedupe'],
  fields: ['resolve/fields.mjs', 'records resolved by their fields, compared with Splink and recordlinkage'],
  git: ['documents/git.mjs', 'clone and push compared with system git'],
  ingest: ['ingest/run.mjs', 'a burst of events at one ingest URL'],
  hostile: ['hostile/run.mjs', 'who waits while one caller attacks'],
  paint: ['paint/run.mjs', 'when a slow phone shows a reading page and the grid'],
  meaning: ['relevance/meaning.mjs', 'queries in other words than those of the records'],
  orders: ['resolve/orders.mjs', 'orders in free text resolved over customers and products'],
  race: ['race/run.mjs', 'import and queries compared with OpenSearch, pgvector and Meilisearch'],
  reads: ['speed/reads.mjs', 'processor time of bare reads, compared with node:http'],
  relevance: ['relevance/run.mjs', 'ranking and verdicts on public data sets'],
  resolve: ['resolve/run.mjs', 'many mentions in one call, compared with single calls and with Splink'],
  scan: ['relevance/scan.mjs', 'speed and recall of the vector scan'],
  slices: ['speed/slices.mjs', 'queries of callers confined to slices'],
  soak: ['soak/run.mjs', 'two processes under load, one of them killed every minute'],
  speed: ['speed/run.mjs', 'requests per second and latency over HTTP'],
  strictness: ['relevance/strictness.mjs', 'whether the strictness that labels allow holds its bound'],
  sync: ['sync/run.mjs', 'two processes that follow a source whose webhooks get lost'],
  trust: ['relevance/trust.mjs', 'how often each verdict is right'],
};

const [name, ...options] = process.argv.slice(2);
const benchmark = Object.hasOwn(benchmarks, name ?? '')
  ? benchmarks[/** @type {keyof typeof benchmarks} */ (name)]
  : undefined;
if (benchmark === undefined) {
  const isHelp = name === undefined || name === '--help';
  const list = Object.entries(benchmarks).map(([known, [, measures]]) => `  ${known.padEnd(10)} ${measures}`);
  const usage = ['Usage: npm run bench -- NAME [options]', '', 'Measures:', ...list].join('\n');
  console.log(isHelp ? usage : `There is no benchmark "${name}".\n\n${usage}`);
  process.exitCode = isHelp ? 0 : 2;
} else {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const run = (/** @type {string} */ command, /** @type {string[]} */ given) =>
    spawnSync(command, given, { cwd: root, stdio: 'inherit' }).status ?? 1;
  const built = run('npm', ['run', '--silent', 'build']);
  process.exitCode = built === 0 ? run(process.execPath, [`bench/${benchmark[0]}`, ...options]) : built;
}
