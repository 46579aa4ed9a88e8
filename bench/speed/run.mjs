/**
 * How fast the service is, over HTTP, on each engine and at growing sizes. Prints Markdown.
 *   npm run bench -- speed [--records 10000,100000,1000000] [--seconds 4] [--engines pglite,postgres]
 * PostgreSQL takes an empty database from BENCH_DATABASE_URL and is left out without it. BENCH_SERVICE names the main.js of
 * another build, to compare with.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeCursor } from '../../packages/server/dist/platform/paging.js';
import { makeQuestion, makeRecord } from './records.mjs';
import { createCaller, startService } from './service.mjs';

const { values: options } = parseArgs({
  options: {
    records: { type: 'string', default: '10000,100000,1000000' },
    seconds: { type: 'string', default: '4' },
    engines: { type: 'string', default: 'pglite,postgres' },
  },
});
const sizes = options.records.split(',').map(Number);
const secondsEach = Number(options.seconds);
/** Before each measurement the same calls are made for so long, until what they need is compiled and cached. */
const warmUpSeconds = 2;
const pageSize = 500;
const clientCounts = [1, 8];

const progress = (text) => process.stderr.write(`\r\x1b[K${text}`);
const number = (value, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });

/** Requests of each kind, for the n-th call against a collection of `size`. */
const kinds = {
  'read one record (baseline)': (pick) => ['GET', `/collections/items/records/${pick}`],
  'exact id': (pick) => ['POST', '/collections/items/query', { query: String(pick) }],
  'exact identifier': (pick) => ['POST', '/collections/items/query', { query: makeRecord(pick).sku }],
  words: (pick) => ['POST', '/collections/items/query', { query: makeQuestion(pick) }],
  filter: (pick) => ['POST', '/collections/items/query', { filters: { sku: makeRecord(pick).sku } }],
  'words and filter': (pick) => [
    'POST',
    '/collections/items/query',
    { query: makeQuestion(pick), filters: { price: { lte: 250 } } },
  ],
};

/** Requests that look at a whole collection, by one client each. Inspecting must not take longer the more it holds. */
const looks = {
  'list collections': () => ['GET', '/collections'],
  describe: () => ['GET', '/collections/items/describe'],
  'inspect fields, 1,000 records': () => ['GET', '/collections/items/fields'],
  'inspect fields, 10,000 records': () => ['GET', '/collections/items/fields?sample=10000'],
  'browse 100, first page': () => ['GET', '/collections/items/records'],
  'browse 100, from anywhere': (pick) => ['GET', `/collections/items/records?cursor=${encodeCursor([String(pick)])}`],
};

async function measure(service, token, { size, make, clients }) {
  const caller = createCaller(service.port, token, clients);
  const times = [];
  let picked = 1;
  const next = () => {
    picked = (picked * 48_271) % 2_147_483_647;
    return (picked % size) + 1;
  };
  const callFor = (seconds, note) => {
    const end = performance.now() + seconds * 1_000;
    return Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < end) {
          const call = make(next());
          const sent = performance.now();
          await caller.call(...call);
          note(performance.now() - sent);
        }
      }),
    );
  };
  await callFor(warmUpSeconds, () => undefined);
  const [cpuBefore, start] = [service.cpuSeconds(), performance.now()];
  await callFor(secondsEach, (ms) => times.push(ms));
  const elapsed = (performance.now() - start) / 1_000;
  const cpu = service.cpuSeconds() - cpuBefore;
  caller.close();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return {
    perSecond: times.length / elapsed,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    cpuMs: (cpu * 1_000) / times.length,
  };
}

async function importUpTo(service, token, from, to) {
  const caller = createCaller(service.port, token, 2);
  const start = performance.now();
  let sent = from;
  const worker = async () => {
    while (sent < to) {
      const first = sent + 1;
      sent = Math.min(to, sent + pageSize);
      const records = Array.from({ length: sent - first + 1 }, (_, place) => makeRecord(first + place));
      const answer = JSON.parse(await caller.call('POST', '/collections/items/import', { records }));
      if (answer.failed > 0)
        throw new Error(`import failed: ${JSON.stringify(answer.results.find((result) => result.error))}`);
      progress(`importing ${number(sent)} of ${number(to)}`);
    }
  };
  await Promise.all([worker(), worker()]);
  caller.close();
  return (to - from) / ((performance.now() - start) / 1_000);
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
  const asOperator = createCaller(service.port, operator);
  const { workspace } = JSON.parse(
    await asOperator.call('POST', '/operator/workspaces', { slug: `bench-${process.pid}-${engine}`, name: 'Bench' }),
  );
  const { secret } = JSON.parse(
    await asOperator.call('POST', `/operator/workspaces/${workspace.id}/tokens`, {
      name: 'bench',
      role: 'admin',
      access: 'read_write',
    }),
  );
  asOperator.close();
  const setUp = createCaller(service.port, secret);
  await setUp.call('POST', '/collections', { name: 'items' });
  await setUp.call('PATCH', '/collections/items', { id_match_fields: ['sku'], field_types: { price: 'number' } });
  setUp.close();
  let held = 0;
  for (const size of sizes) {
    const rate = await importUpTo(service, secret, held, size);
    held = size;
    // A new process, so that nothing is in memory that a start does not bring there.
    await service.stop();
    service = await startService(environment);
    const first = createCaller(service.port, secret);
    progress(`${engine}: first query of ${number(size)} records`);
    const asked = performance.now();
    await first.call('POST', '/collections/items/query', { query: makeQuestion(1) });
    const waited = performance.now() - asked;
    await first.call('POST', '/collections/items/query', { query: makeQuestion(2), filters: { price: { lte: 250 } } });
    first.close();
    progress('');
    console.log(`\n### ${engine}, ${number(size)} records\n`);
    console.log(
      `Import ${number(rate)} records/s; first query after a restart in ${number(waited / 1_000, 1)} s; process ${number(service.residentBytes() / 1_048_576)} MB.\n`,
    );
    console.log(
      '| request | clients | requests/s | p50 ms | p95 ms | p99 ms | server CPU ms each |\n|---|---|---|---|---|---|---|',
    );
    const measured = [
      ...Object.entries(kinds).flatMap(([kind, make]) => clientCounts.map((clients) => ({ kind, make, clients }))),
      ...Object.entries(looks).map(([kind, make]) => ({ kind, make, clients: 1 })),
    ];
    for (const { kind, make, clients } of measured) {
      progress(`${engine}: ${kind}, ${clients} clients`);
      const found = await measure(service, secret, { size, make, clients });
      progress('');
      console.log(
        `| ${kind} | ${clients} | ${number(found.perSecond)} | ${number(found.p50, 2)} | ${number(found.p95, 2)} | ${number(found.p99, 2)} | ${number(found.cpuMs, 2)} |`,
      );
    }
  }
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, ${number(totalmem() / 1e9)} GB, Linux ${release()}.`,
);
console.log(`Command: npm run bench -- speed ${process.argv.slice(2).join(' ')}`);
for (const engine of options.engines.split(',')) {
  if (engine === 'postgres' && !process.env.BENCH_DATABASE_URL) {
    console.log('\nPostgreSQL was left out: BENCH_DATABASE_URL is not set.');
  } else {
    await benchEngine(engine, engine === 'postgres' ? process.env.BENCH_DATABASE_URL : undefined);
  }
}
