/**
 * A collection whose index is moved to OpenSearch on three nodes; one node is killed half-way under load. Every answer is
 * compared with that of the same process before the move.
 *   npm run bench -- opensearch [--records 200000] [--queries 2000] [--clients 4] [--heap 512] [--hang] [--write]
 * Prints a table and ends with status 1 if an answer is wrong: its first record or verdict differs, although it is not refused.
 * With more than 20,000 records, neighbours come from a graph; the share that it finds is reported. `--hang` stops the node
 * instead, so that it accepts requests and does not answer. `--write` measures queries without load: after another query,
 * and after the write of a record.
 * Needs PostgreSQL's binaries, mvn, java and unzip, and 5 GB of memory.
 */
import { randomBytes } from 'node:crypto';
import { cpus, release } from 'node:os';
import { parseArgs } from 'node:util';
import { builtinEmbedder } from '../../packages/resolver/dist/index.js';
import { vectorBytes } from '../../packages/server/dist/collections/search/engine/documents.js';
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
    heap: { type: 'string', default: '512' },
    hang: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [records, queries, clients] = [values.records, values.queries, values.clients].map(Number);
const pageSize = 500;

const reason = whyNoOpenSearch();
if (reason !== undefined) {
  console.log(`Not run: OpenSearch (${reason}).`);
  process.exit(0);
}
const engine = await startOpenSearch({ nodes: 3, heapMegabytes: Number(values.heap) });
const postgres = await startPostgresCluster();
const operatorToken = `svc_op_${randomBytes(32).toString('base64url')}`;
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const environment = { SVC_SEARCH_URL: engine.urls.join(','), SVC_INDEX_WAIT_SECONDS: '300' };
const service = await startProcess({ port, operatorToken, databaseUrl: postgres.url, environment });
try {
  process.exitCode = await measure();
} finally {
  await service.kill();
  await postgres.stop();
  await engine.stop();
}

async function must(method, path, sent) {
  const { status, body } = await call(address, method, path, sent);
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

async function measure() {
  const operator = { token: operatorToken };
  const body = { name: 'Bench', slug: 'bench' };
  const { workspace } = await must('POST', '/operator/workspaces', { ...operator, body });
  const path = `/operator/workspaces/${workspace.id}`;
  const made = { name: 'bench', role: 'admin', access: 'read_write' };
  const token = (await must('POST', `${path}/tokens`, { ...operator, body: made })).secret;
  await must('POST', '/collections', { token, body: { name: 'products' } });
  for (let first = 0; first < records; first += pageSize) {
    const page = Array.from({ length: Math.min(pageSize, records - first) }, (_, at) => makeRecord(first + at));
    await must('POST', '/collections/products/import', { token, body: { records: page } });
  }
  const query = (number) =>
    call(address, 'POST', '/collections/products/query', { token, body: { query: makeQuestion(number) } });
  await untilIndexed(query);
  const expected = await each((number) => query(number));
  await setReplicas(0);
  await must('PUT', `${path}/collections/products/index`, { ...operator, body: { index: 'opensearch' } });
  const buildSeconds = await untilIndexed(query);
  await setReplicas(1);
  return values.write ? afterWrites(query, token) : underLoad(query, { expected, buildSeconds });
}

/** Sets the copies of each shard. The index is built without a second one, because copying its files is faster. */
async function setReplicas(replicas) {
  const body = { index_patterns: ['tessera-*'], template: { settings: { number_of_replicas: replicas } } };
  await asked('PUT', '/_index_template/copies', body);
  if (replicas > 0) {
    await asked('PUT', '/tessera-*/_settings', { index: { number_of_replicas: replicas } });
    while ((await asked('GET', '/_cluster/health?wait_for_status=green&timeout=60s')).timed_out);
  }
}

async function asked(method, path, body) {
  const answer = await call(engine.urls[0], method, path, { body });
  if (answer.status !== 200 && answer.status !== 408) {
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return answer.body;
}

/** Queries until the index is built. Returns the seconds. */
async function untilIndexed(query) {
  const startMs = performance.now();
  const isIndexed = ({ status, body }) => status === 200 && !body.warnings?.length;
  while (!isIndexed(await query(0))) await new Promise((resolve) => setTimeout(resolve, 1_000));
  return (performance.now() - startMs) / 1_000;
}

/** Kills or stops a node while all clients query. */
async function underLoad(query, built) {
  const bytes = await storedBytes();
  const before = cpuSeconds();
  const startMs = performance.now();
  let kill;
  const found = await each((number, at) => {
    if (at === Math.floor(queries / 2)) kill = values.hang ? process.kill(engine.pids[2], 'SIGSTOP') : engine.kill(2);
    return query(number);
  });
  await kill;
  const seconds = (performance.now() - startMs) / 1_000;
  const cpu = cpuSeconds() - before;
  return report({ ...built, found, bytes, seconds, cpu, recall: await recallOfGraph() });
}

/** The share of the 128 nearest vectors to queries that the graph finds. */
async function recallOfGraph() {
  const [index, { mappings }] = Object.entries(await asked('GET', '/tessera-*/_mapping'))[0];
  const [field] = Object.entries(mappings.properties).find(([, { type }]) => type === 'knn_vector');
  const size = 128;
  const idsOf = async (query) => {
    const { hits } = await asked('POST', `/${index}/_search`, { size, _source: ['id'], query });
    return hits.hits.map(({ _source: { id } }) => id);
  };
  let [found, nearest] = [0, 0];
  for (let at = 0; at < Math.min(queries, 100); at += 1) {
    const [vector] = await builtinEmbedder.embed([makeQuestion((at * 7_919) % records)]);
    const values = vectorBytes(vector);
    const params = { field, query_value: values, space_type: 'cosinesimil' };
    const script = { lang: 'knn', source: 'knn_score', params };
    const exact = await idsOf({ script_score: { query: { exists: { field } }, script } });
    const near = new Set(await idsOf({ knn: { [field]: { vector: values, k: size } } }));
    found += exact.filter((id) => near.has(id)).length;
    nearest += exact.length;
  }
  return (100 * found) / nearest;
}

/** Measures queries of one client, alternately after a write and after a query. */
async function afterWrites(query, token) {
  const milliseconds = { 'after a query': [], 'after a write': [] };
  for (let at = 0; at < queries; at += 1) {
    for (const kind of Object.keys(milliseconds)) {
      if (kind === 'after a write') {
        await must('POST', '/collections/products/records', { token, body: { records: [makeRecord(records + at)] } });
      }
      const startMs = performance.now();
      await query((at * 7_919) % records);
      milliseconds[kind].push(performance.now() - startMs);
    }
  }
  console.log(`${records} records, ${queries} queries of each kind, 1 client, three nodes.\n`);
  console.log('| query | p50 | p95 |\n|---|---|---|');
  for (const [kind, all] of Object.entries(milliseconds)) {
    const sorted = all.sort((one, other) => one - other);
    const share = (part) => `${sorted[Math.floor(part * (sorted.length - 1))].toFixed(0)} ms`;
    console.log(`| ${kind} | ${share(0.5)} | ${share(0.95)} |`);
  }
  return 0;
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
  return [...nodes, service.cpuSeconds()].reduce((sum, each) => sum + each, 0);
}

async function storedBytes() {
  const { body } = await call(engine.urls[0], 'GET', '/_stats/store');
  return body._all.primaries.store.size_in_bytes;
}

function report({ expected, found, buildSeconds, bytes, seconds, cpu, recall }) {
  const idsOf = ({ body }) => (body.results ?? []).map(({ external_id }) => external_id);
  let [wantedIds, missedIds] = [0, 0];
  const wrong = { 'wrong, `high`': 0, 'wrong, `low`': 0, 'wrong, `none`': 0 };
  const counts = { equal: 0, 'equal first record and verdict': 0, refused: 0, ...wrong };
  found.forEach((answer, at) => {
    const wanted = expected[at];
    const isSame =
      answer.body.confidence === wanted.body.confidence &&
      answer.body.results?.[0]?.external_id === wanted.body.results[0]?.external_id;
    const kind =
      answer.status !== 200
        ? 'refused'
        : !isSame
          ? `wrong, \`${answer.body.confidence}\``
          : `${idsOf(answer)}` === `${idsOf(wanted)}`
            ? 'equal'
            : null;
    counts[kind ?? 'equal first record and verdict'] += 1;
    if (answer.status === 200) {
      const shown = new Set(idsOf(answer));
      wantedIds += idsOf(wanted).length;
      missedIds += idsOf(wanted).filter((id) => !shown.has(id)).length;
    }
  });
  console.log(`Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}.`);
  console.log(
    `${records} records, ${queries} queries, ${clients} clients, three nodes, one ${values.hang ? 'stopped' : 'killed'} half-way.\n`,
  );
  console.log('| answers | |\n|---|---|');
  for (const [kind, count] of Object.entries(counts)) console.log(`| ${kind} | ${count} |`);
  console.log('\n| | |\n|---|---|');
  console.log(
    `| results before the move that are found after it | ${(100 - (100 * missedIds) / wantedIds).toFixed(2)} % |`,
  );
  console.log(`| nearest vectors that the graph finds | ${recall.toFixed(2)} % |`);
  console.log(`| index built in | ${buildSeconds.toFixed(0)} s |`);
  console.log(`| disk a record and copy | ${Math.round(bytes / records)} bytes |`);
  console.log(`| queries a second | ${(queries / seconds).toFixed(1)} |`);
  console.log(`| processor time a query, two nodes and service | ${((1_000 * cpu) / queries).toFixed(0)} ms |`);
  return Object.keys(wrong).some((kind) => counts[kind] > 0) ? 1 : 0;
}
