/**
 * What slices cost those who write: every slice of a collection is kept in step with its records. Imports the same records
 * into collections with no, one and many slices, in turns in one run; each record is in one slice of as many as there
 * are. Then shares a filled collection anew. Prints Markdown.
 *   npm run bench:writes -- [--records 10000] [--rounds 3]
 * The service runs on PGlite, or on PostgreSQL when BENCH_DATABASE_URL names an empty database.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCaller, startService } from '../speed/service.mjs';

const { values: options } = parseArgs({
  options: { records: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '3' } },
});
const count = Number(options.records);
const rounds = Number(options.rounds);
const databaseUrl = process.env.BENCH_DATABASE_URL;
const sliceCounts = [0, 1, 10, 100, 1000];

const makeRecord = (n, slices, version) => ({
  id: n,
  name: `Part number ${n} of oak and brass, made ${version}`,
  sku: `SKU-${100_000 + n}`,
  customer: `customer-${n % Math.max(1, slices)}`,
  write_date: new Date(Date.UTC(2026, 0, version)).toISOString(),
});

const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
const operator = `svc_op_${'b'.repeat(43)}`;
const service = await startService({
  SVC_DATA_DIR: folder,
  SVC_OPERATOR_TOKEN: operator,
  ...(databaseUrl ? { SVC_DATABASE_URL: databaseUrl } : {}),
});
const asOperator = createCaller(service.port, operator);
const slug = `slice-writes-${process.pid}`;
const { workspace } = JSON.parse(await asOperator.call('POST', '/operator/workspaces', { slug, name: 'Slices' }));
const make = async (path, body) =>
  JSON.parse(await asOperator.call('POST', `/operator/workspaces/${workspace.id}/${path}`, body)).secret;
const admin = createCaller(service.port, await make('tokens', { name: 'admin', role: 'admin', access: 'read_write' }));
const groups = [];
while (groups.length < Math.max(...sliceCounts)) {
  // As many as a key may make in a minute.
  const key = await make('api-keys', { name: 'bench', capability: 'manage_permissions' });
  const asKey = createCaller(service.port, key);
  for (let n = 0; n < 20; n += 1) {
    groups.push(JSON.parse(await asKey.call('POST', '/v1/groups', { name: 'One', paths: ['docs/**'] })).id);
  }
}
const share = (name, at) =>
  admin.call('PUT', `/collections/${name}/grants/${groups[at]}`, {
    permission: 'read',
    filter: { customer: `customer-${at}` },
  });

async function importAll(name, slices, version) {
  const started = performance.now();
  for (let start = 0; start < count; start += 500) {
    const records = Array.from({ length: 500 }, (_, at) => makeRecord(start + at, slices, version));
    await admin.call('POST', `/collections/${name}/import`, { records });
  }
  return performance.now() - started;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const added = new Map(sliceCounts.map((slices) => [slices, []]));
const changed = new Map(sliceCounts.map((slices) => [slices, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const slices of sliceCounts) {
    const name = `with-${slices}-${round}`;
    await admin.call('POST', '/collections', { name });
    for (let at = 0; at < slices; at += 1) await share(name, at);
    added.get(slices).push(await importAll(name, slices, 1));
    changed.get(slices).push(await importAll(name, slices, 2));
  }
}
console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}; ${databaseUrl ? 'PostgreSQL' : 'PGlite'}.`,
);
console.log(`Command: npm run bench:writes -- ${process.argv.slice(2).join(' ')}\n`);
console.log(`| slices | ${count} records added, median s of ${rounds} | all of them changed |`);
console.log('|---|---|---|');
for (const slices of sliceCounts) {
  const seconds = [added, changed].map((times) => (median(times.get(slices)) / 1000).toFixed(2));
  console.log(`| ${slices} | ${seconds.join(' | ')} |`);
}
const name = `with-0-${rounds - 1}`;
const started = performance.now();
await share(name, 0);
console.log(`\nA slice of all of ${count} records, shared: ${Math.round(performance.now() - started)} ms.`);
await service.stop();
rmSync(folder, { recursive: true, force: true });
