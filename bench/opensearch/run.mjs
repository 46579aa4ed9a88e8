/**
 * A collection whose index is in OpenSearch on three nodes under load; one node is killed half-way. Every answer is compared
 * with that of a process that has the index in memory.
 *   npm run bench -- opensearch [--records 200000] [--queries 2000] [--clients 4]
 * Prints a table and ends with status 1 if an answer is wrong: its first record or verdict differs, although it is not refused.
 * With more than 20,000 records, neighbours come from a graph; what it misses is counted apart, with the equal order of answers.
 * Needs PostgreSQL's binaries, mvn, java and unzip, and 5 GB of memory.
 */
import { randomBytes } from 'node:crypto';
import { cpus, release } from 'node:os';
import { parseArgs } from 'node:util';
import { startOpenSearch, whyNoOpenSearch } from '../../scripts/testing/opensearch.mjs';
import { freePort, startPostgresCluster } from '../../scripts/testing/postgres-cluster.mjs';
import { call, startProcess } from '../soak/processes.mjs';
import { makeQuestion, makeRecord } from '../speed/records.mjs';
import { figuresOf } from '../speed/service.mjs';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '200000' },
    queries: { type: 'string', default: '2000' },
    clients: { type: 'string', default: '4' },
  },
});
const [records, queries, clients] = [values.records, values.queries, values.clients].map(Number);
const pageSize = 500;

const reason = whyNoOpenSearch();
if (reason !== undefined) {
  console.log(`Not run: OpenSearch (${reason}).`);
  process.exit(0);
}
const engine = await startOpenSearch({ nodes: 3 });
const postgres = await startPostgresCluster();
const operatorToken = `svc_op_${randomBytes(32).toString('base64url')}`;
const started = [];
try {
  process.exitCode = await measure();
} finally {
  for (const each of started) await each.kill();
  await postgres.stop();
  await engine.stop();
}

/** Starts a process and returns its address. */
async function start(environment) {
  const port = await freePort();
  started.push(await startProcess({ port, operatorToken, databaseUrl: postgres.url, environment }));
  return `http://127.0.0.1:${port}`;
}

async function must(address, method, path, sent) {
  const { status, body } = await call(address, method, path, sent);
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

async function measure() {
  const memory = await start({ SVC_INDEX_WAIT_SECONDS: '300' });
  const { workspace } = await must(memory, 'POST', '/operator/workspaces', {
    token: operatorToken,
    body: { name: 'Bench', slug: 'bench' },
  });
  const path = `/operator/workspaces/${workspace.id}/tokens`;
  const made = { name: 'bench', role: 'admin', access: 'read_write' };
  const token = (await must(memory, 'POST', path, { token: operatorToken, body: made })).secret;
  const { id } = await must(memory, 'POST', '/collections', { token, body: { name: 'products' } });
  for (let first = 0; first < records; first += pageSize) {
    const page = Array.from({ length: Math.min(pageSize, records - first) }, (_, at) => makeRecord(first + at));
    await must(memory, 'POST', '/collections/products/import', { token, body: { records: page } });
  }
  const environment = { SVC_SEARCH_URL: engine.urls[0], SVC_SEARCH_COLLECTIONS: id, SVC_INDEX_WAIT_SECONDS: '300' };
  const remote = await start(environment);
  const query = (address, number) =>
    call(address, 'POST', '/collections/products/query', { token, body: { query: makeQuestion(number) } });
  const buildStart = performance.now();
  while ((await query(remote, 0)).body.warnings?.length) await new Promise((resolve) => setTimeout(resolve, 1_000));
  const buildSeconds = (performance.now() - buildStart) / 1_000;
  const bytes = await storedBytes();
  const expected = await each((number) => query(memory, number));
  const before = cpuSeconds();
  const startMs = performance.now();
  let kill;
  const found = await each((number, at) => {
    if (at === Math.floor(queries / 2)) kill = engine.kill(2);
    return query(remote, number);
  });
  await kill;
  const seconds = (performance.now() - startMs) / 1_000;
  const after = cpuSeconds();
  return report({ expected, found, buildSeconds, bytes, seconds, cpu: after - before });
}

/** Runs a query for each of some records, spread over all clients. */
async function each(work) {
  const results = [];
  let next = 0;
  const client = async () => {
    for (let at = next++; at < queries; at = next++) results[at] = await work((at * 7_919) % records, at);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return results;
}

/** CPU time of the nodes that stay alive, and of the service next to them. */
function cpuSeconds() {
  const nodes = engine.pids.slice(0, 2).map((pid) => figuresOf(pid).cpuSeconds());
  return [...nodes, started[1].cpuSeconds()].reduce((sum, each) => sum + each, 0);
}

async function storedBytes() {
  const { body } = await call(engine.urls[0], 'GET', '/_stats/store');
  return body._all.primaries.store.size_in_bytes;
}

function report({ expected, found, buildSeconds, bytes, seconds, cpu }) {
  const idsOf = ({ body }) => body.results.map(({ external_id }) => external_id).join(' ');
  const counts = { equal: 0, 'equal first record and verdict': 0, refused: 0, wrong: 0 };
  found.forEach((answer, at) => {
    const wanted = expected[at];
    const isSame =
      answer.body.confidence === wanted.body.confidence &&
      answer.body.results?.[0]?.external_id === wanted.body.results[0]?.external_id;
    const kind =
      answer.status !== 200 ? 'refused' : !isSame ? 'wrong' : idsOf(answer) === idsOf(wanted) ? 'equal' : null;
    counts[kind ?? 'equal first record and verdict'] += 1;
  });
  console.log(`Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}.`);
  console.log(`${records} records, ${queries} queries, ${clients} clients, three nodes, one killed half-way.\n`);
  console.log('| answers | |\n|---|---|');
  for (const [kind, count] of Object.entries(counts)) console.log(`| ${kind} | ${count} |`);
  console.log('\n| | |\n|---|---|');
  console.log(`| index built in | ${buildSeconds.toFixed(0)} s |`);
  console.log(`| disk a record and copy | ${Math.round(bytes / records)} bytes |`);
  console.log(`| queries a second | ${(queries / seconds).toFixed(1)} |`);
  console.log(`| processor time a query, two nodes and service | ${((1_000 * cpu) / queries).toFixed(0)} ms |`);
  return counts.wrong > 0 ? 1 : 0;
}
