/**
 * Attacks that make other callers wait: pushes that expand without limit, slow documents, bodies that are expensive to
 * check, and many concurrent large writes.
 */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startNameServer } from '../../acceptance/hostile/name-server.mjs';
import { bodyOf, attacks as packs } from '../../acceptance/hostile/packs.mjs';
import { archiveAttacks } from './archives.mjs';
import { measuringAttacks } from './measuring.mjs';
import { flood, presence, send } from './send.mjs';

const pushes = packs.map(({ name, make }) => ({
  name,
  prepare: ([attacker]) => {
    const body = bodyOf(make());
    const path = `/git/${attacker.slug}/empty.git/git-receive-pack`;
    return () => send(attacker, { path, type: 'application/x-git-receive-pack-request', body, scheme: 'Basic' });
  },
}));

/** Strings that overload a parser's stack, its regular expressions or its output. */
const texts = {
  'front matter of 4,000 brackets': `---\n${'[['.repeat(4_000)}\n---\n`,
  'front matter of 400 keys in keys': `---\n${'? '.repeat(400)}\n---\n`,
  'a table of 300,000 cells': `|${'a|'.repeat(10)}\n|${'-|'.repeat(10)}\n${`|${'1|'.repeat(10)}\n`.repeat(30_000)}`,
  '150,000 beginnings of an address': '//a.b/'.repeat(150_000),
};

const renderings = Object.entries(texts).map(([name, text]) => ({
  name,
  prepare: ([attacker]) => {
    const body = Buffer.from(JSON.stringify({ path: 'docs/x.md', text }));
    return () => send(attacker, { path: '/documents/render', type: 'application/json', body, scheme: 'Bearer' });
  },
}));

/** Every document takes longer than the limit of a task. */
const endless = '//a.b/'.repeat(150_000);
const renderFlood = {
  name: 'two tenants that render without end',
  tenants: 2,
  asked: 'render',
  prepare: (attackers) => {
    const body = Buffer.from(JSON.stringify({ path: 'docs/x.md', text: endless }));
    const call = { path: '/documents/render', type: 'application/json', body, scheme: 'Bearer' };
    return async () => (await Promise.all(attackers.map((each) => flood(8, () => send(each, call))))).join(' and ');
  },
};

const callsAtATime = 40;
const recordsPerCall = 500;
let written = 0;

function recordsOfCall() {
  written += recordsPerCall;
  const record = (_, n) => ({ id: written + n, name: `Oak desk lamp number ${n}`, note: `Brass base ${n}`, price: n });
  return Buffer.from(JSON.stringify({ records: Array.from({ length: recordsPerCall }, record) }));
}

const writeFloods = [
  ['batch calls by one ingest URL', ({ ingestPath }) => `${ingestPath}/batch`],
  ['records calls by one token', () => '/collections/items/records'],
  ['import calls by one token', () => '/collections/items/import'],
].map(([what, pathOf]) => ({
  name: `${callsAtATime} parallel ${what}`,
  asked: 'query',
  prepare: ([attacker]) => {
    const call = { path: pathOf(attacker), type: 'application/json', scheme: 'Bearer' };
    return () => flood(callsAtATime, () => send(attacker, { ...call, body: recordsOfCall() }));
  },
}));

/** JSON with unknown keys, `inOne` of them per object. */
function unknownKeys(inOne) {
  const one = (from) => `{${Array.from({ length: inOne }, (_, n) => `"k${from + n}":1`).join()}}`;
  const objects = Array.from({ length: manyKeys / inOne }, (_, n) => one(n * inOne));
  return objects.length === 1 ? objects[0] : `{${objects.map((text, n) => `"o${n}":${text}`).join()}}`;
}

const manyKeys = 600_000;
const toolCall = (args) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"upsert_records","arguments":${args}}}`;
const keyBodies = [manyKeys, 20_000, 500].flatMap((inOne) => {
  const shape = inOne === manyKeys ? 'in one object' : `${inOne} in an object`;
  return [
    [`unknown keys of an import, ${shape}`, '/collections/items/import', (keys) => keys],
    [`unknown keys of a tool call, ${shape}`, '/mcp/http', toolCall],
  ].map(([what, path, wrap]) => ({
    name: `${manyKeys} ${what}`,
    asked: 'query',
    prepare: ([attacker]) => {
      const body = Buffer.from(wrap(unknownKeys(inOne)));
      return () => send(attacker, { path, type: 'application/json', body, scheme: 'Bearer' });
    },
  }));
});

/** Calls a URL with a token or anonymously, and returns the status. */
async function get({ port, token }, path) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual', signal: presence() });
  await answer.arrayBuffer();
  return answer.status;
}

const counted = (statuses) =>
  [...new Set(statuses)].map((status) => `${statuses.filter((each) => each === status).length} × ${status}`).join(', ');

/** OAuth clients with metadata on hosts whose name server does not respond. */
const silentHosts = {
  name: '50 assistants at silent hosts',
  startOthers: async () => {
    const server = await startNameServer(() => 'silent');
    return { settings: { SVC_NAME_SERVERS: server.address }, stop: server.stop };
  },
  prepare: ([{ port }]) => {
    const pathOf = (n) => `/oauth/authorize?${new URLSearchParams({ client_id: `https://h${n}.attacker.example/c` })}`;
    return async () => counted(await Promise.all(Array.from({ length: 50 }, (_, n) => get({ port }, pathOf(n)))));
  },
};

const longRecords = 20_000;

/** Writes of many rows in one transaction. `fill` creates the records that they change. */
const longWrites = [
  ['PATCH of identifiers', 'PATCH', '/collections/items', { id_match_fields: ['name'] }],
  [
    'reconcile that deletes all but one',
    'POST',
    '/collections/items/reconcile',
    { live_ids: ['1'], max_tombstones: 1e6 },
  ],
  ['deletion of a collection', 'DELETE', '/collections/items', undefined],
].flatMap(([what, method, path, body]) =>
  ['read', 'write'].map((asked) => ({
    name: `${what}, ${longRecords} records; others ${asked}`,
    asked,
    fill: async (call) => {
      for (let count = 0; count < longRecords; count += recordsPerCall) {
        await call('POST', '/collections/items/import', JSON.parse(recordsOfCall()));
      }
    },
    prepare:
      ([{ port, token }]) =>
      async () => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const sent = body === undefined ? {} : { body: JSON.stringify(body) };
        return (await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...sent, signal: presence() }))
          .status;
      },
  })),
);

const listedDocuments = 5_000;
const documentsOfCommit = 1_000;

const writeMany = (call) => writeDocuments(call, listedDocuments);

async function writeDocuments(call, documents) {
  for (let start = 0; start < documents; start += documentsOfCommit) {
    const change = (_, n) => ({
      action: 'put',
      path: `docs/many/${start + n}.md`,
      text: `# Page ${start + n}\n`,
      base: null,
    });
    const changes = Array.from({ length: documentsOfCommit }, change);
    await call('POST', '/documents/commit', { repo: 'docs', message: 'Many', changes });
  }
}

/** Readers who request lists of all documents of a workspace. */
const lists = ['/d/llms.txt', '/d/?name=nowhere'].map((path) => ({
  name: `20 readers of ${path}, ${listedDocuments} documents`,
  fill: writeMany,
  prepare:
    ([attacker]) =>
    async () =>
      counted(await Promise.all(Array.from({ length: 20 }, () => get(attacker, path)))),
}));

/** Sends the headers of a request and all but the last byte of its body, and keeps the connection for a while. */
async function keepBack({ port, token }, { path, bytes, count }) {
  const piece = Buffer.alloc(64 * 1024, ' ');
  const statuses = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1').setMaxListeners(0);
      let received = '';
      let wake = () => undefined;
      for (const event of ['data', 'drain', 'error', 'close']) socket.on(event, () => wake());
      socket.on('data', (data) => (received += data));
      const until = (waitMs) => Promise.race([new Promise((resolve) => (wake = resolve)), pause(waitMs)]);
      const headers = ['Host: a', 'Content-Type: application/json', `Content-Length: ${bytes}`];
      socket.write(`POST ${path} HTTP/1.1\r\n${[...headers, `Authorization: Bearer ${token}`].join('\r\n')}\r\n\r\n`);
      for (let sent = 0; sent < bytes - piece.length && !socket.destroyed && received === ''; sent += piece.length) {
        if (!socket.write(piece)) await until(keptBackMs);
      }
      if (received === '') await until(keptBackMs);
      socket.destroy();
      return /^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 'waits';
    }),
  );
  return counted(statuses);
}

const keptBackMs = 5_000;

const keptBack = [
  ['60 relay bodies of 7.9 MB', { path: '/mcp/http', bytes: 7_900_000, count: 60 }],
  ['40 documents of 35 MB', { path: '/documents/render', bytes: 35_000_000, count: 40 }],
].map(([what, sent]) => ({
  name: `${what}, all but the last byte`,
  prepare:
    ([attacker]) =>
    () =>
      keepBack(attacker, sent),
}));

const text = (n) => Array.from({ length: 350 }, (_, word) => `word${(n * 7 + word * 13) % 9_973}`).join(' ');

/** Reads whose cost once grew with what is stored. `fill` returns the path that is read. */
const largeReads = [
  [
    '8 prefixes of a reconciliation URL, 4000 records',
    8,
    async (call) => {
      for (let start = 0; start < 4_000; start += recordsPerCall) {
        const records = Array.from({ length: recordsPerCall }, (_, n) => ({ id: start + n, note: text(start + n) }));
        await call('POST', '/collections/items/import', { records });
      }
      const { url } = JSON.parse(await call('POST', '/collections/items/reconciliation-url'));
      return `${new URL(url).pathname}/suggest/entity?prefix=nowhere%20to%20be%20found%20in%20any%20of%20them`;
    },
  ],
  [
    '8 lists of 250 versions of 100 kB',
    8,
    async (call) => {
      for (let n = 0; n < 250; n += 1) {
        await call('POST', '/collections/items/records', {
          records: [{ id: 1, name: 'Oak lamp', note: text(n).repeat(37) }],
        });
      }
      return '/collections/items/records/1/history';
    },
  ],
  [
    '4 sitemaps of 2000 public documents',
    4,
    async (call, { port, slug, key }) => {
      await writeDocuments(call, 2_000);
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ name: 'Public', paths: ['docs/**'], public: true });
      await fetch(`http://127.0.0.1:${port}/v1/groups`, { method: 'POST', headers, body });
      return `/d/@${slug}/sitemap.xml`;
    },
  ],
  [
    '4 absent names in 5000 documents',
    4,
    async (call) => {
      await writeDocuments(call, listedDocuments);
      return '/d/?name=nowhere&from=docs/many/';
    },
  ],
].map(([name, parallel, fill]) => ({
  name,
  asked: 'query',
  fill,
  prepare:
    ([attacker], path) =>
    async () =>
      counted(await Promise.all(Array.from({ length: parallel }, () => get(attacker, path)))),
}));

/**
 * All attacks. `prepare` creates the input for `tenants` (default 1) and returns a function that sends it. `asked` is
 * the concurrent call of another tenant, `fill` writes data and returns what `prepare` needs of it, and `startOthers`
 * starts other servers and returns settings for them.
 */
export const attacks = [
  ...renderings,
  ...pushes,
  renderFlood,
  ...writeFloods,
  ...longWrites,
  ...keyBodies,
  silentHosts,
  ...lists,
  ...keptBack,
  ...largeReads,
  ...measuringAttacks,
  ...archiveAttacks,
];
