/**
 * Compares the same calls on one PostgreSQL and on a coordinator with two workers, alternately. Prints Markdown.
 *   TEST_CITUS=<binaries of a PostgreSQL with Citus> npm run bench -- citus [--seconds 4] [--rounds 3]
 * All servers run on this machine, so this measures the cost of the coordinator, not the benefit of more machines.
 */
import { spawnSync } from 'node:child_process';
import { cpus, loadavg, release } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { citusBinaries, startCitusCluster } from '../../scripts/testing/citus-cluster.mjs';
import { startPostgresCluster } from '../../scripts/testing/postgres-cluster.mjs';
import { makeRecord } from '../speed/records.mjs';
import { createCaller, startService } from '../speed/service.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, rounds: { type: 'string', default: '3' } },
});
const workspaceCount = 8;
const recordCount = 500;
const main = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url));
const operator = `svc_op_${'c'.repeat(43)}`;

const kinds = {
  'write one record': (n) => ['POST', '/collections/items/records', { records: [makeRecord(n)] }],
  'write 100 records': (n) => [
    'POST',
    '/collections/items/import',
    { records: Array.from({ length: 100 }, (_, index) => makeRecord(((n + index) % recordCount) + 1)) },
  ],
  'read one record': (n) => ['GET', `/collections/items/records/${n}`],
  'query by identifier': (n) => ['POST', '/collections/items/query', { query: makeRecord(n).sku }],
  'read a document': () => ['GET', '/documents/content?path=notes/start.md'],
};

/** Starts the service on a database, with a caller for each workspace. */
async function prepare(databaseUrl) {
  const environment = {
    SVC_OPERATOR_TOKEN: operator,
    SVC_DATABASE_URL: databaseUrl,
    SVC_DAILY_WRITE_CAP: '1000000000',
  };
  const service = await startService(environment);
  const asOperator = createCaller(service.port, operator);
  const operate = async (path, body) => JSON.parse(await asOperator.call('POST', `/operator${path}`, body));
  const callers = [];
  for (let n = 0; n < workspaceCount; n += 1) {
    const { workspace } = await operate('/workspaces', { slug: `bench-${n}`, name: 'Bench' });
    const role = { name: 'bench', role: 'admin', access: 'read_write' };
    const { secret } = await operate(`/workspaces/${workspace.id}/tokens`, role);
    const caller = createCaller(service.port, secret);
    await caller.call('POST', '/collections', { name: 'items' });
    await caller.call('PATCH', '/collections/items', { id_match_fields: ['sku'] });
    await caller.call('POST', '/repos', { name: 'notes' });
    await caller.call('PUT', '/documents/content', {
      path: 'notes/start.md',
      base: null,
      text: '# Start\n\nA page.\n',
    });
    const records = Array.from({ length: recordCount }, (_, index) => makeRecord(index + 1));
    await caller.call('POST', '/collections/items/import', { records });
    callers.push(caller);
  }
  asOperator.close();
  const stop = async () => {
    for (const caller of callers) caller.close();
    await service.stop();
  };
  return { callers, stop, times: new Map(), counts: new Map() };
}

/** Runs calls of one kind with the callers of all workspaces for the given time. */
async function measure({ callers, times, counts }, kind) {
  const seconds = Number(values.seconds);
  const end = performance.now() + seconds * 1_000;
  const noted = times.get(kind) ?? [];
  times.set(kind, noted);
  const before = noted.length;
  await Promise.all(
    callers.map(async (caller, index) => {
      for (let n = index; performance.now() < end; n += 7) {
        const sent = performance.now();
        await caller.call(...kinds[kind]((n % recordCount) + 1));
        noted.push(performance.now() - sent);
      }
    }),
  );
  counts.set(kind, [...(counts.get(kind) ?? []), (noted.length - before) / seconds]);
}

function shown({ times, counts }, kind) {
  const sorted = times.get(kind).sort((a, b) => a - b);
  const rates = counts.get(kind).sort((a, b) => a - b);
  const rate = rates[Math.floor(rates.length / 2)];
  return `${Math.round(rate)} | ${sorted[Math.floor(sorted.length / 2)].toFixed(1)} | ${sorted[Math.floor(sorted.length * 0.95)].toFixed(1)}`;
}

if (!citusBinaries) throw new Error('Set TEST_CITUS to the binaries of a PostgreSQL that has the extension Citus.');
const one = await startPostgresCluster({ binaries: citusBinaries, isDurable: true });
const several = await startCitusCluster({ isDurable: true });
await several.sql('create extension citus');
await several.addWorkers();
const environment = { ...process.env, SVC_DATABASE_URL: several.url };
spawnSync(process.execPath, [main, 'distribute'], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
const sides = [await prepare(one.url), await prepare(several.url)];
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const kind of Object.keys(kinds)) for (const side of sides) await measure(side, kind);
}
console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}, load ${loadavg()[0]?.toFixed(1)}.`,
);
console.log(
  `${workspaceCount} workspaces with a caller each, ${values.rounds} rounds of ${values.seconds} s; the median of the rounds.\n`,
);
console.log('| | one PostgreSQL: calls/s | p50 ms | p95 ms | coordinator and two workers: calls/s | p50 ms | p95 ms |');
console.log('|---|---|---|---|---|---|---|');
for (const kind of Object.keys(kinds))
  console.log(`| ${kind} | ${sides.map((side) => shown(side, kind)).join(' | ')} |`);
for (const side of sides) await side.stop();
await one.stop();
await several.stop();
