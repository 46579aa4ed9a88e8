/**
 * Whether a caller confined to a slice could tell by the clock what is outside it. Two kinds of the same request are
 * sent in random order in one run, and told apart by how often one takes longer than the other: 0.5 is as good as
 * tossing a coin. Prints Markdown.
 *   npm run bench:slices -- [--samples 500] [--records 3000] [--seed 1] [--only describe] [--step 0]
 * With `--step 0` answers leave as soon as they are ready, which shows what the even times have to hide.
 * The service runs on PGlite, or on PostgreSQL when BENCH_DATABASE_URL names an empty database; only there it is also
 * compared while ids are being changed, and after changes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { randomSource } from '../relevance/random.mjs';
import { createCaller, startService } from '../speed/service.mjs';
import { Changes, comparisonsOfChanges } from './changes.mjs';
import { median, tellApart } from './tell-apart.mjs';

const { values: options } = parseArgs({
  options: {
    samples: { type: 'string', default: '500' },
    records: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    step: { type: 'string', default: '' },
  },
});
const wanted = Number(options.samples);
const count = Number(options.records);
const random = randomSource(Number(options.seed));
const databaseUrl = process.env.BENCH_DATABASE_URL;
const largeBytes = 300_000;
/** Records outside that are written at once. */
const burst = 500;

/** Of three ids in a row one is inside the slice, one outside and one was never held. */
const kindOf = (n) => ['inside', 'outside', 'absent'][n % 3];
const pickOf = (kind) => {
  const n = Math.floor(random() * (count / 3)) * 3;
  return n + ['inside', 'outside', 'absent'].indexOf(kind);
};
const makeRecord = (n) => ({
  id: n,
  name: `Part number ${n} of oak and brass`,
  sku: `SKU-${100_000 + n}`,
  color: kindOf(n) === 'inside' ? 'red' : 'blue',
  batch: `BATCH-${kindOf(n)}`,
  price: n % 500,
  write_date: '2026-01-01',
  stamped: '2026-01-02',
});
// Letters that do not repeat, so that no compression makes the record small.
const large = (id) => ({
  id,
  name: 'Large',
  color: 'blue',
  text: Array.from({ length: largeBytes }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join(''),
  write_date: '2026-01-01',
});

const record = (kind) => ['GET', `/collections/with/records/${pickOf(kind)}`];
const exact = (kind) => ['POST', '/collections/with/query', { query: String(pickOf(kind)) }];
const identifier = (kind) => ['POST', '/collections/with/query', { query: makeRecord(pickOf(kind)).sku }];
const remove = (kind) => ['DELETE', `/collections/with/records/${pickOf(kind)}`];
const refused = (kind) => ['POST', '/collections/with/records', { records: [{ id: pickOf(kind), color: 'blue' }] }];
const largeWrite = (id) => () => ['POST', '/collections/with/records', { records: [{ id, color: 'blue' }] }];
const reconcile = (kind) => [
  'POST',
  '/collections/empty/reconcile',
  { live_ids: [`none-${kind === 'outside' ? 'held' : 'here'}`] },
];
const write = (name, n, more = {}) => [
  'POST',
  `/collections/${name}/records`,
  { records: [later(makeRecord(n))], ...more },
];
const inBoth = (path, body) => (name) => [body === undefined ? 'GET' : 'POST', `/collections/${name}${path}`, body];

/** Requests about a collection as a whole. */
const wholes = {
  'query words': ['/query', { query: 'oak and brass part' }],
  'pure filter': ['/query', { filters: { price: { lte: 20 } } }],
  browse: ['/records?limit=10'],
  describe: ['/describe'],
  reconcile: ['/reconcile', { live_ids: Array.from({ length: count }, (_, n) => n) }],
};

/** What is compared: a title, and the two requests of which one touches what is outside the slice. */
const comparisons = [
  ['read a record outside, against an id never held', () => record('outside'), () => record('absent')],
  [
    'read the large record outside, against an id never held',
    () => ['GET', '/collections/with/records/large'],
    () => ['GET', '/collections/with/records/larke'],
  ],
  ['query an id outside, against one never held', () => exact('outside'), () => exact('absent')],
  ['query an identifier outside, against one never held', () => identifier('outside'), () => identifier('absent')],
  [
    'query an identifier of all records outside, against one never held',
    () => ['POST', '/collections/with/query', { query: 'BATCH-outside' }],
    () => ['POST', '/collections/with/query', { query: 'BATCH-missing' }],
  ],
  ['delete a record outside, against an id never held', () => remove('outside'), () => remove('absent')],
  ['write a record that does not fit, its id outside or never held', () => refused('outside'), () => refused('absent')],
  [
    'write a record that does not fit, its id that of the large one or never held',
    largeWrite('large'),
    largeWrite('larke'),
  ],
  ['reconcile, its id outside or never held', () => reconcile('outside'), () => reconcile('absent')],
  ...Object.entries(wholes).map(([title, [path, body]]) => [
    `${title}, with twice as many records as are inside and without`,
    () => inBoth(path, body)('with'),
    () => inBoth(path, body)('without'),
  ]),
  ['change a record inside, with as many outside and without', () => write('with', 0), () => write('without', 0)],
  // Two collections alike differ too, by where their rows happen to lie: no more may be told of one with records outside.
  ...Object.entries(wholes).map(([title, [path, body]]) => [
    `(control) ${title}, two collections alike`,
    () => inBoth(path, body)('twin'),
    () => inBoth(path, body)('without'),
  ]),
  ...Object.entries({ 'right after': 0, 'half a second after': 500 }).map(([title, pauseMs]) => [
    `browse ${title} ${burst} records were written outside, or to a collection of others`,
    () => inBoth('/records?limit=10')('with'),
    () => inBoth('/records?limit=10')('with'),
    { before: (which) => writeBurst(['with', 'others'][which], pauseMs) },
  ]),
  ...Object.entries({
    ...wholes,
    'query an id inside': ['/query', { query: '0' }],
    'query an identifier of all records outside': ['/query', { query: 'BATCH-outside' }],
  }).map(([title, [path, body]]) => [
    `${title} before there is an index, with twice as many records as are inside and without`,
    () => inBoth(path, body)('with'),
    () => inBoth(path, body)('without'),
    { before: (which) => grantAnew(['with', 'without'][which]) },
  ]),
  ['(control) read a record never held, against another one', () => record('absent'), () => record('absent')],
  ['(control) read a record inside, against an id never held', () => record('inside'), () => record('absent')],
];

const changed = { with: 0, without: 0 };

/** Writes a record that has not moved yet: each time the next one inside. */
function changeMoved(name) {
  changed[name] += 3;
  return write(name, changed[name] % count);
}

/** The last record inside but some. */
const last = (back) => (Math.ceil(count / 3) - 1 - back) * 3;

let written = 0;

/** A record as it is written next: each time later than before. */
function later(record) {
  written += 1;
  return { ...record, write_date: new Date(Date.UTC(2027, 0, 1) + written * 1000).toISOString() };
}

async function writeBurst(name, pauseMs) {
  const records = Array.from({ length: burst }, (_, n) => later(makeRecord(n * 3 + 1)));
  await admin.call('POST', `/collections/${name}/import`, { records });
  await delay(pauseMs);
}

/** Another filter that the same records pass: a slice that no index has been built of. */
async function grantAnew(name) {
  // Until the index of the one before is built.
  await delay(200);
  written += 1;
  const filter = { color: 'red', price: { lte: 1000 + written } };
  await admin.call('PUT', `/collections/${name}/grants/${group.id}`, { permission: 'write', filter });
}

async function measure(caller, [title, first, second, { before } = {}]) {
  const times = [[], []];
  const requests = [first, second];
  const warmUps = before === undefined ? 50 : 5;
  const samples = before === undefined ? wanted : Math.min(wanted, 150);
  const send = async (which) => {
    await before?.(which);
    const request = requests[which]();
    const sent = performance.now();
    // A refusal is an answer, too.
    await caller.call(...request).catch(() => undefined);
    return performance.now() - sent;
  };
  for (let round = 0; round < samples + warmUps; round += 1) {
    const first = random() < 0.5 ? 0 : 1;
    for (const which of [first, 1 - first]) {
      const ms = await send(which);
      if (round >= warmUps) times[which].push(ms);
    }
  }
  const { share, sure } = tellApart(...times);
  const [a, b] = times.map((values) => median(values).toFixed(3));
  console.log(`| ${title} | ${a} | ${b} | ${share.toFixed(3)} | ${sure.toFixed(1)} | ${sure > 3 ? 'yes' : 'no'} |`);
}

const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
const operator = `svc_op_${'b'.repeat(43)}`;
const service = await startService({
  SVC_DATA_DIR: folder,
  SVC_OPERATOR_TOKEN: operator,
  ...(options.step === '' ? {} : { SVC_CONFINED_ANSWER_STEP_MS: options.step }),
  ...(databaseUrl ? { SVC_DATABASE_URL: databaseUrl } : {}),
});
const asOperator = createCaller(service.port, operator);
const slug = `slices-${process.pid}`;
const { workspace } = JSON.parse(await asOperator.call('POST', '/operator/workspaces', { slug, name: 'Slices' }));
const make = async (path, body) =>
  JSON.parse(await asOperator.call('POST', `/operator/workspaces/${workspace.id}/${path}`, body)).secret;
const asKey = createCaller(service.port, await make('api-keys', { name: 'bench', capability: 'manage_permissions' }));
const group = JSON.parse(await asKey.call('POST', '/v1/groups', { name: 'reds', paths: ['docs/red/**'] }));
const adminToken = await make('tokens', { name: 'admin', role: 'admin', access: 'read_write' });
const admin = createCaller(service.port, adminToken);

async function setUp() {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const inside = numbers.filter((n) => kindOf(n) === 'inside').map(makeRecord);
  const outside = numbers.filter((n) => kindOf(n) === 'outside').map(makeRecord);
  // "Twice as many": another record outside for every one inside.
  for (const [name, records] of Object.entries({
    twin: inside,
    with: [...inside, ...outside, large('large')],
    without: inside,
    empty: [],
    others: outside,
  })) {
    await admin.call('POST', '/collections', { name });
    await admin.call('PATCH', `/collections/${name}`, {
      id_match_fields: ['sku', 'batch'],
      field_types: { price: 'number' },
    });
    await admin.call('PUT', `/collections/${name}/grants/${group.id}`, {
      permission: 'write',
      filter: { color: 'red' },
    });
    const shuffled = records.map((one) => [random(), one]).sort((a, b) => a[0] - b[0]);
    for (let start = 0; start < shuffled.length; start += 500) {
      const page = shuffled.slice(start, start + 500).map(([, one]) => one);
      await admin.call('POST', `/collections/${name}/import`, { records: page });
    }
  }
  await admin.call('POST', '/collections/empty/import', { records: [{ id: 'none-held', color: 'blue' }] });
  const token = await make('tokens', { name: 'red', role: 'member', access: 'read_write', groups: [group.id] });
  const caller = createCaller(service.port, token);
  // As a service that has run for a while: the slices' indexes are there.
  for (const name of ['with', 'without', 'twin', 'empty']) {
    await caller.call('POST', `/collections/${name}/query`, { query: 'oak', filters: { price: { gte: 0 } } });
  }
  return caller;
}

const changes = new Changes(databaseUrl, () => createCaller(service.port, adminToken));
const live_ids = Array.from({ length: count }, (_, n) => makeRecord(n).sku);
const ofChanges = databaseUrl
  ? comparisonsOfChanges(changes, {
      requests: { ...wholes, reconcile: ['/reconcile', { live_ids }] },
      inBoth,
      changeMoved,
      change: (name, back) => write(name, last(back)),
      check: (name, back) => write(name, last(back), { dry_run: true }),
    })
  : [];
const caller = await setUp();
console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}; ${databaseUrl ? 'PostgreSQL' : 'PGlite'}.`,
);
console.log(`Command: npm run bench:slices -- ${process.argv.slice(2).join(' ')}\n`);
console.log(
  '| compared | first, median ms | second | share in which the first took longer | standard errors from 0.5 | told apart |',
);
console.log('|---|---|---|---|---|---|');
for (const comparison of [...comparisons, ...ofChanges].filter(([title]) => title.includes(options.only))) {
  await measure(caller, comparison);
}
await changes.end();
await service.stop();
rmSync(folder, { recursive: true, force: true });
