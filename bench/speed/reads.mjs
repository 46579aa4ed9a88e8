/**
 * Measures the processor time of bare reads: one record, an id and words as queries, `/me`, and a refused call that reads nothing.
 * Builds alternate in one run, and a plain `node:http` server that parses a body and answers JSON is the floor.
 *   npm run bench -- reads [--before FOLDER] [--turns 5] [--calls 1000] [--clients 8]
 * `--before` adds another checkout that was installed and built. Processor time is that of the whole service process and
 * of its embedded PostgreSQL, from `/proc/PID/schedstat`. Prints medians as Markdown.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeQuestion, makeRecord } from './records.mjs';
import { createCaller, serviceFile, startService } from './service.mjs';

const { values: options } = parseArgs({
  options: {
    before: { type: 'string' },
    turns: { type: 'string', default: '5' },
    calls: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '8' },
  },
});
const [turns, calls, clients] = [options.turns, options.calls, options.clients].map(Number);
const records = 1_000;
const query = '/collections/items/query';
const kinds = {
  'refused in the HTTP layer': () => ['POST', '/nothing', { query: 'a' }],
  '`/me`': () => ['GET', '/me'],
  'one record': (at) => ['GET', `/collections/items/records/${(at % records) + 1}`],
  'query by id': (at) => ['POST', query, { query: String((at % records) + 1) }],
  'query in words': (at) => ['POST', query, { query: makeQuestion(at + 1) }],
};

const nsOf = (path) => Number(readFileSync(path, 'utf8').split(' ')[0]);
const numeric = (folder) => readdirSync(folder).filter((name) => /^\d+$/.test(name));

/** A value, or 0 if its process or thread has ended meanwhile. */
function orNone(read) {
  try {
    return read();
  } catch {
    return 0;
  }
}

const threadsNs = (pid) =>
  orNone(() => numeric(`/proc/${pid}/task`).reduce((sum, id) => sum + nsOf(`/proc/${pid}/task/${id}/schedstat`), 0));

/** Nanoseconds of a process, and of all processes that it has started. */
function usedNs(pid) {
  const parents = new Map(
    numeric('/proc').map((id) => [
      Number(id),
      orNone(() => Number(readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ')[1])),
    ]),
  );
  const isBelow = (id) => id > 1 && (parents.get(id) === pid || isBelow(parents.get(id) ?? 0));
  const below = [...parents.keys()].filter(isBelow);
  return { own: threadsNs(pid), database: below.reduce((sum, id) => sum + threadsNs(id), 0) };
}

const plainServer = `require('node:http').createServer((incoming, outgoing) => {
  const chunks = [];
  incoming.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    const body = JSON.stringify({ received: chunks.length && JSON.parse(Buffer.concat(chunks)) });
    outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body);
  });
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

async function startPlain() {
  const child = spawn(process.execPath, ['-e', plainServer], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  return { name: 'node:http', pid: child.pid, port: Number(port), secret: 'none', stop: () => child.kill() };
}

async function startBuild(name, file) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-reads-'));
  const operator = `svc_op_${'b'.repeat(43)}`;
  const service = await startService({ SVC_DATA_DIR: folder, SVC_OPERATOR_TOKEN: operator }, file);
  const asOperator = createCaller(service.port, operator);
  const ask = async (path, body) => JSON.parse(await asOperator.call('POST', path, body));
  const { workspace } = await ask('/operator/workspaces', { slug: 'reads', name: 'Reads' });
  const token = { name: 'reads', role: 'admin', access: 'read_write' };
  const { secret } = await ask(`/operator/workspaces/${workspace.id}/tokens`, token);
  asOperator.close();
  const caller = createCaller(service.port, secret);
  await caller.call('POST', '/collections', { name: 'items' });
  for (let from = 0; from < records; from += 500) {
    const page = Array.from({ length: 500 }, (_, at) => makeRecord(from + at + 1));
    await caller.call('POST', '/collections/items/import', { records: page });
  }
  await caller.call('POST', query, { query: 'two words' });
  caller.close();
  const stop = async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { name, pid: service.pid, port: service.port, secret, stop };
}

/** Calls a server, and returns the milliseconds of processor time of each call. */
async function drive({ pid, port, secret }, make, count) {
  const caller = createCaller(port, secret, clients);
  const call = (at) =>
    caller.call(...make(at)).catch((error) => {
      if (!/answered 40[45]/.test(String(error))) throw error;
    });
  const before = usedNs(pid);
  let at = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (at < count) await call(at++);
    }),
  );
  const after = usedNs(pid);
  caller.close();
  return { own: (after.own - before.own) / 1e6 / count, database: (after.database - before.database) / 1e6 / count };
}

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
const builds = {
  ...(options.before && { before: join(options.before, 'packages/server/dist/main.js') }),
  this: serviceFile,
};
const servers = [await startPlain()];
try {
  for (const [name, file] of Object.entries(builds)) servers.push(await startBuild(name, file));
  console.log(
    `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(0)}.`,
  );
  console.log('\n| call | server | CPU ms a call | of its database |\n|---|---|---|---|');
  for (const [kind, make] of Object.entries(kinds)) {
    const measured = new Map(servers.map((server) => [server, []]));
    for (const server of servers) await drive(server, make, calls);
    for (let turn = 0; turn < turns; turn += 1)
      for (const [server, figures] of measured) figures.push(await drive(server, make, calls));
    for (const [{ name }, figures] of measured) {
      const of = (figure) => median(figures.map((each) => each[figure])).toFixed(3);
      console.log(`| ${kind} | ${name} | ${of('own')} | ${of('database')} |`);
    }
  }
} finally {
  for (const { stop } of servers) await stop();
}
