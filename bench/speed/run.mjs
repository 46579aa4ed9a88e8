/**
 * Measures the speed of the service over HTTP, on each engine and with growing collections. Prints Markdown.
 *   npm run bench -- speed [--records 10000,100000,1000000] [--seconds 4] [--engines embedded,postgres] [--log-pairs 8] [--history-pairs 8]
 * PostgreSQL uses an empty database at BENCH_DATABASE_URL and is omitted without it. BENCH_SERVICE is the main.js of
 * another build to compare with. `--log-pairs` measures only the cost of the query log, with this many pairs of turns
 * with and without it in one process. `--history-pairs` measures the cost of record history per write likewise.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeCursor } from '../../packages/server/dist/platform/paging.js';
import { makeLongQuestion, makeQuestion, makeRecord } from './records.mjs';
import { createCaller, startService } from './service.mjs';

const { values: options } = parseArgs({
  options: {
    records: { type: 'string', default: '10000,100000,1000000' },
    seconds: { type: 'string', default: '4' },
    engines: { type: 'string', default: 'embedded' },
    'log-pairs': { type: 'string', default: '0' },
    'history-pairs': { type: 'string', default: '0' },
  },
});
const logPairs = Number(options['log-pairs']);
const historyPairs = Number(options['history-pairs']);
const sizes = options.records.split(',').map(Number);
const secondsEach = Number(options.seconds);
/** Duration of calls before each measurement, which compile code and fill caches. */
const warmUpSeconds = 2;
const pageSize = 500;
const clientCounts = [1, 8];

const progress = (text) => process.stderr.write(`\r\x1b[K${text}`);
const number = (value, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });

/** The n-th request of each kind to a collection of `size`. */
const kinds = {
  'read one record (baseline)': (pick) => ['GET', `/collections/items/records/${pick}`],
  'exact id': (pick) => ['POST', '/collections/items/query', { query: String(pick) }],
  'exact identifier': (pick) => ['POST', '/collections/items/query', { query: makeRecord(pick).sku }],
  words: (pick) => ['POST', '/collections/items/query', { query: makeQuestion(pick) }],
  '17 words': (pick) => ['POST', '/collections/items/query', { query: makeLongQuestion(pick) }],
  filter: (pick) => ['POST', '/collections/items/query', { filters: { sku: makeRecord(pick).sku } }],
  'words and filter': (pick) => [
    'POST',
    '/collections/items/query',
    { query: makeQuestion(pick), filters: { price: { lte: 250 } } },
  ],
};

/**
 * Requests that read a whole collection, with one client each. The duration of inspection must not increase with the
 * collection.
 */
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

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Creates an admin of a workspace, who can change its settings, and returns their token. */
async function adminToken(asOperator, workspaceId) {
  const email = `ada@${workspaceId}.example`;
  await asOperator.call('POST', `/operator/workspaces/${workspaceId}/people`, { email, name: 'Ada', role: 'admin' });
  const made = await asOperator.call('POST', `/operator/people/${email}/personal-tokens`, { name: 'bench' });
  return JSON.parse(made).secret;
}

/** Prints the cost of the query log per query. Each pair begins with the setting that ended the previous one. */
async function compareLog(service, { token, admin, workspaceId }, size) {
  const settings = createCaller(service.port, admin, 1, { 'x-svc-workspace': workspaceId });
  console.log(
    '| query | pairs | server CPU ms each, logged | not logged | difference of a pair |\n|---|---|---|---|---|',
  );
  for (const kind of ['exact id', 'words']) {
    const pairs = [];
    for (let at = 0; at < logPairs; at += 1) {
      const pair = {};
      for (const days of at % 2 === 0 ? [30, 0] : [0, 30]) {
        progress(`${kind}, pair ${at + 1}, ${days} days`);
        await settings.call('PATCH', '/settings/workspace', { query_log_days: days });
        pair[days] = (await measure(service, token, { size, make: kinds[kind], clients: 1 })).cpuMs;
      }
      pairs.push(pair);
    }
    progress('');
    const [logged, not] = [30, 0].map((days) => median(pairs.map((pair) => pair[days])));
    const difference = median(pairs.map((pair) => pair[30] - pair[0]));
    console.log(`| ${kind} | ${logPairs} | ${[logged, not, difference].map((ms) => number(ms, 3)).join(' | ')} |`);
  }
  settings.close();
}

let price = 0;
/** Writes stored records with another price. */
const writes = {
  'one record': (pick) => ['POST', '/collections/items/import', { records: [repriced(pick)] }],
  '100 records': (pick, size) => [
    'POST',
    '/collections/items/import',
    { records: Array.from({ length: 100 }, (_, index) => repriced(((pick + index) % size) + 1)) },
  ],
};

function repriced(pick) {
  price += 1;
  const { write_date: _clock, ...record } = makeRecord(pick);
  return { ...record, price };
}

/** Prints the cost of record history per write, like `compareLog`. */
async function compareHistory(service, token, size) {
  const settings = createCaller(service.port, token);
  console.log(
    '| write | pairs | server CPU ms each, kept | not kept | p50 ms, kept | not kept | difference of CPU |\n|---|---|---|---|---|---|---|',
  );
  for (const [kind, make] of Object.entries(writes)) {
    const pairs = [];
    for (let at = 0; at < historyPairs; at += 1) {
      const pair = {};
      for (const days of at % 2 === 0 ? [30, 0] : [0, 30]) {
        progress(`${kind}, pair ${at + 1}, ${days} days`);
        await settings.call('PATCH', '/collections/items', { history_days: days });
        pair[days] = await measure(service, token, { size, make: (pick) => make(pick, size), clients: 1 });
      }
      pairs.push(pair);
    }
    progress('');
    const of = (days, figure) => median(pairs.map((pair) => pair[days][figure]));
    const difference = median(pairs.map((pair) => (pair[30].cpuMs / pair[0].cpuMs - 1) * 100));
    const figures = [of(30, 'cpuMs'), of(0, 'cpuMs'), of(30, 'p50'), of(0, 'p50')].map((ms) => number(ms, 2));
    console.log(`| ${kind} | ${historyPairs} | ${figures.join(' | ')} | ${number(difference, 1)} % |`);
  }
  settings.close();
}

async function importUpTo(service, token, from, to) {
  const caller = createCaller(service.port, token, 2);
  const start = performance.now();
  let sent = from;
  const worker = async () => {
    while (sent < to) {
      const first = sent + 1;
      sent = Math.min(to, sent + pageSize);
      const records = Array.from({ length: sent - first + 1 }, (_, index) => makeRecord(first + index));
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
  const admin = logPairs > 0 ? await adminToken(asOperator, workspace.id) : undefined;
  asOperator.close();
  const setUp = createCaller(service.port, secret);
  await setUp.call('POST', '/collections', { name: 'items' });
  await setUp.call('PATCH', '/collections/items', { id_match_fields: ['sku'], field_types: { price: 'number' } });
  setUp.close();
  let held = 0;
  for (const size of sizes) {
    const rate = await importUpTo(service, secret, held, size);
    held = size;
    // A new process, whose memory contains only what is loaded at startup.
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
    if (logPairs > 0) {
      await compareLog(service, { token: secret, admin, workspaceId: workspace.id }, size);
      continue;
    }
    if (historyPairs > 0) {
      await compareHistory(service, secret, size);
      continue;
    }
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
