/**
 * Measures the cost of queries by callers confined to a slice, with one slice and with many. Prints Markdown.
 *   npm run bench -- slices [--records 100000] [--slices 200] [--seconds 4] [--engines embedded,postgres]
 * PostgreSQL uses an empty database at BENCH_DATABASE_URL and is omitted without it. BENCH_SERVICE is the main.js of
 * another build to compare with.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeQuestion, makeRecord } from './records.mjs';
import { createCaller, startService } from './service.mjs';

const { values: options } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    slices: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '4' },
    engines: { type: 'string', default: 'embedded' },
  },
});
const size = Number(options.records);
const sliceCount = Number(options.slices);
const seconds = Number(options.seconds);
const pageSize = 500;
const categoryCount = 40;
/** Maximum groups that an API key creates in a minute. */
const groupsPerKey = 25;

const progress = (text) => process.stderr.write(`\r\x1b[K${text}`);
const number = (value, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });

/** The filter of the n-th slice: a category, with another price limit in each round. */
const filterOf = (n) => ({ categ_id: n % categoryCount, price: { gte: Math.floor(n / categoryCount) * 10 } });
/** The number of a record in the n-th slice's category. */
const insideOf = (n, pick) => Math.floor(pick / categoryCount) * categoryCount + (n % categoryCount);

const kinds = {
  words: (n, pick) => ['POST', '/collections/items/query', { query: makeQuestion(insideOf(n, pick)) }],
  'words and filter': (n, pick) => [
    'POST',
    '/collections/items/query',
    { query: makeQuestion(insideOf(n, pick)), filters: { price: { lte: 250 } } },
  ],
  'exact id': (n, pick) => ['POST', '/collections/items/query', { query: String(insideOf(n, pick)) }],
  filter: (n, pick) => ['POST', '/collections/items/query', { filters: { sku: makeRecord(insideOf(n, pick)).sku } }],
  describe: () => ['GET', '/collections/items/describe'],
  'browse 100': () => ['GET', '/collections/items/records'],
};

async function setUp(service, operator) {
  const asOperator = createCaller(service.port, operator);
  const post = async (caller, path, body) => JSON.parse(await caller.call('POST', path, body));
  const { workspace } = await post(asOperator, '/operator/workspaces', {
    slug: `bench-${process.pid}-${Date.now()}`,
    name: 'Bench',
  });
  const at = `/operator/workspaces/${workspace.id}`;
  const { secret } = await post(asOperator, `${at}/tokens`, { name: 'bench', role: 'admin', access: 'read_write' });
  const admin = createCaller(service.port, secret);
  await admin.call('POST', '/collections', { name: 'items' });
  await admin.call('PATCH', '/collections/items', { id_match_fields: ['sku'], field_types: { price: 'number' } });
  const tokens = [];
  let key;
  for (let n = 0; n < sliceCount; n += 1) {
    progress(`sharing slice ${n + 1}`);
    if (n % groupsPerKey === 0) {
      const made = await post(asOperator, `${at}/api-keys`, { name: 'bench', capabilities: ['manage_permissions'] });
      key = createCaller(service.port, made.secret);
    }
    const group = await post(key, '/v1/groups', { name: `Group ${n}`, paths: ['docs/**'] });
    await admin.call('PUT', `/collections/items/grants/${group.id}`, { permission: 'read', filter: filterOf(n) });
    const made = await post(asOperator, `${at}/tokens`, {
      name: `agent ${n}`,
      role: 'member',
      access: 'read_only',
      groups: [group.id],
    });
    tokens.push(made.secret);
  }
  return { admin, tokens };
}

async function importAll(admin) {
  const start = performance.now();
  for (let sent = 0; sent < size; sent += pageSize) {
    const records = Array.from({ length: Math.min(pageSize, size - sent) }, (_, index) => makeRecord(sent + index + 1));
    await admin.call('POST', '/collections/items/import', { records });
    progress(`importing ${number(sent + records.length)} of ${number(size)}`);
  }
  return size / ((performance.now() - start) / 1_000);
}

async function measure(service, tokens, make) {
  const callers = tokens.map((token) => createCaller(service.port, token));
  const times = [];
  let picked = 1;
  const run = async (calls, endMs, note) => {
    for (let n = 0; n < calls || performance.now() < endMs; n += 1) {
      picked = (picked * 48_271) % 2_147_483_647;
      const at = n % callers.length;
      const sent = performance.now();
      await callers[at].call(...make(at, (picked % (size - categoryCount)) + 1));
      note(performance.now() - sent);
    }
  };
  // One call per caller first, so that indexes are built.
  await run(callers.length, 0, () => undefined);
  const cpuBefore = service.cpuSeconds();
  await run(0, performance.now() + seconds * 1_000, (ms) => times.push(ms));
  const cpuMs = ((service.cpuSeconds() - cpuBefore) * 1_000) / times.length;
  for (const caller of callers) caller.close();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), cpuMs };
}

/** Memory of the indexes according to the metrics, in MB. */
async function indexMegabytes(service, operator) {
  const headers = { authorization: `Bearer ${operator}` };
  const text = await (await fetch(`http://127.0.0.1:${service.port}/metrics`, { headers })).text();
  return Number(/^tessera_index_bytes (\S+)/m.exec(text)?.[1] ?? Number.NaN) / 1_048_576;
}

async function benchEngine(engine, databaseUrl) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
  const operator = `svc_op_${'b'.repeat(43)}`;
  const environment = {
    SVC_DATA_DIR: folder,
    SVC_OPERATOR_TOKEN: operator,
    SVC_INDEX_MEMORY_MB: '4096',
    ...(databaseUrl ? { SVC_DATABASE_URL: databaseUrl } : {}),
  };
  let service = await startService(environment);
  const { admin, tokens } = await setUp(service, operator);
  const rate = await importAll(admin);
  admin.close();
  progress('');
  console.log(`\n### ${engine}, ${number(size)} records\n`);
  console.log(`Import ${number(rate)} records/s with ${sliceCount} slices shared, one client.\n`);
  console.log('| request | slices | p50 ms | p95 ms | p99 ms | server CPU ms each |\n|---|---|---|---|---|---|');
  for (const count of [1, sliceCount]) {
    await service.stop();
    service = await startService(environment);
    for (const [kind, make] of Object.entries(kinds)) {
      progress(`${engine}: ${kind}, ${count} slices`);
      const found = await measure(service, tokens.slice(0, count), make);
      progress('');
      console.log(
        `| ${kind} | ${count} | ${number(found.p50, 2)} | ${number(found.p95, 2)} | ${number(found.p99, 2)} | ${number(found.cpuMs, 2)} |`,
      );
    }
    const indexes = await indexMegabytes(service, operator);
    const resident = service.residentBytes() / 1_048_576;
    console.log(
      `| memory with ${count} slices: indexes ${number(indexes)} MB, process ${number(resident)} MB | | | | | |`,
    );
  }
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, ${number(totalmem() / 1e9)} GB, Linux ${release()}.`,
);
console.log(`Command: npm run bench -- slices ${process.argv.slice(2).join(' ')}`);
for (const engine of options.engines.split(',')) {
  if (engine === 'postgres' && !process.env.BENCH_DATABASE_URL) {
    console.log('\nPostgreSQL was left out: BENCH_DATABASE_URL is not set.');
  } else {
    await benchEngine(engine, engine === 'postgres' ? process.env.BENCH_DATABASE_URL : undefined);
  }
}
