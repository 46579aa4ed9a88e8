/**
 * Measures the waiting times of others during attacks: the longest response of `/health` and of another tenant's call,
 * and of the same call in the seconds before.
 * `npm run bench -- hostile [--engine postgres] [--before MAIN.JS] [--only WORD]`; prints the numbers of results.md.
 * `--before` is the main.js of another build, which is measured alternately. An attack ends after 20 s.
 * `--minutes N` sends the attacks for N minutes to one service instead, and prints its memory before and after.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { machineLine, openEngine } from '../documents/engines.mjs';
import { createCaller, serviceFile, startService } from '../speed/service.mjs';
import { attacks } from './attacks.mjs';
import { memoryOf } from './memory.mjs';
import { leave } from './send.mjs';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    before: { type: 'string' },
    only: { type: 'string', default: '' },
    minutes: { type: 'string' },
  },
});
const builds = { ...(values.before === undefined ? {} : { before: values.before }), now: serviceFile };
const givenUpMs = 20_000;
const pauseMs = 20;
const baselineMs = 2_000;
const idleMs = 20_000;
const health = { method: 'GET', path: '/health' };
/** What ends the service of the current attack and removes its data, first to last. */
let closers = [];
let rendered = 0;
let written = 1;
let rounds = 0;

/** Calls of another tenant. Each document is new, because a known one would not be rendered again. */
const calls = {
  read: () => ({ method: 'GET', path: '/documents/content?path=docs/a.md' }),
  query: () => ({ method: 'POST', path: '/collections/items/query', body: { query: 'oak lamp' } }),
  write: () => {
    written += 1;
    return { method: 'POST', path: '/collections/items/records', body: { records: [{ id: written, name: 'Lamp' }] } };
  },
  render: () => {
    rendered += 1;
    return { method: 'POST', path: '/documents/render', body: { path: 'docs/b.md', text: `# Number ${rendered}` } };
  },
};

/** A workspace with a document, an empty repo and a collection. */
async function makeTenant(port, operator, name) {
  const asOperator = createCaller(port, operator);
  const { workspace } = JSON.parse(await asOperator.call('POST', '/operator/workspaces', { slug: name, name }));
  const made = { name, role: 'admin', access: 'read_write' };
  const tokens = `/operator/workspaces/${workspace.id}/tokens`;
  const { secret: token } = JSON.parse(await asOperator.call('POST', tokens, made));
  const keys = `/operator/workspaces/${workspace.id}/api-keys`;
  const { secret: key } = JSON.parse(
    await asOperator.call('POST', keys, { name, capabilities: ['manage_permissions'] }),
  );
  asOperator.close();
  const { call, close } = createCaller(port, token);
  await call('POST', '/repos', { name: 'docs' });
  await call('POST', '/repos', { name: 'empty' });
  await call('PUT', '/documents/content', { path: 'docs/a.md', text: '# A\n', base: null });
  const { ingest_url: ingestUrl } = JSON.parse(await call('POST', '/collections', { name: 'items' }));
  const records = [{ id: 1, name: 'Oak lamp' }];
  await call('POST', '/collections/items/records', { records });
  await call('POST', '/collections/items/query', { query: 'oak lamp' });
  close();
  return { port, operator, id: workspace.id, slug: name, token, key, ingestPath: new URL(ingestUrl).pathname };
}

/** The duration until any response, or until the service stops. */
function timed(agent, port, { method, path, body, token }) {
  const start = performance.now();
  return new Promise((resolve) => {
    const end = () => resolve(performance.now() - start);
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) =>
      answer.resume().once('end', end).once('error', end),
    );
    sent.once('error', end);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Repeats calls until `isOver`; returns the longest duration. */
async function longestWait(port, callOf, isOver) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let longest = 0;
  while (!isOver()) {
    longest = Math.max(longest, await timed(agent, port, callOf()));
    await pause(pauseMs);
  }
  agent.destroy();
  return longest;
}

async function underAttack(service, operator, attack) {
  rounds += 1;
  const names = Array.from({ length: attack.tenants ?? 1 }, (_, n) => `attacker-${rounds}-${n}`);
  const attackers = [];
  for (const name of names) attackers.push(await makeTenant(service.port, operator, name));
  const { call, close } = createCaller(service.port, attackers[0].token);
  const filled = await attack.fill?.(call, attackers[0]);
  close();
  const { token } = await makeTenant(service.port, operator, `other-${rounds}`);
  const callOf = () => ({ ...calls[attack.asked ?? 'read'](), token });
  const baselineEnd = performance.now() + baselineMs;
  const alone = await longestWait(service.port, callOf, () => performance.now() > baselineEnd);
  const run = attack.prepare(attackers, filled);
  let over = false;
  const waits = Promise.all([() => health, callOf].map((each) => longestWait(service.port, each, () => over)));
  await pause(10 * pauseMs);
  const timer = new AbortController();
  const start = performance.now();
  const ended = await Promise.race([
    run().catch(() => 'stops the service'),
    pause(givenUpMs, 'given up', { signal: timer.signal }).catch(() => ''),
  ]);
  const tookMs = performance.now() - start;
  timer.abort();
  const mb = ended === 'stops the service' ? '' : Math.round(service.peakBytes() / 2 ** 20);
  leave();
  over = true;
  return { waits: [alone, ...(await waits)], tookMs, ended, mb };
}

/** Starts a service with new data. `finish` ends it. */
async function start(file, others) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-hostile-'));
  closers = [() => rmSync(folder, { recursive: true, force: true })];
  const { settings, close } = await openEngine(values.engine, folder);
  closers.unshift(close);
  const operator = `svc_op_${randomBytes(32).toString('base64url')}`;
  const environment = { ...settings, ...others?.settings, SVC_OPERATOR_TOKEN: operator, SVC_LOG_LEVEL: 'info' };
  const service = await startService(environment, file);
  closers.unshift(service.stop);
  return { service, operator };
}

/** Ends the service in order, with its database, and removes its data. */
async function finish() {
  leave();
  for (let close = closers.shift(); close !== undefined; close = closers.shift()) await close();
}

async function measure(file, attack) {
  const others = await attack.startOthers?.();
  try {
    const { service, operator } = await start(file, others);
    return await underAttack(service, operator, attack);
  } finally {
    await finish();
    await others?.stop();
  }
}

/** Sends attacks to one service, and prints its memory when it is idle, at the end and some time later. */
async function measureMemory(minutes) {
  const { service, operator } = await start();
  const { call, close: closeCaller } = createCaller(service.port, operator);
  const print = async (when) => {
    const { service: own, documents, all } = memoryOf(service.pid);
    const bytes = Number(/^tessera_index_bytes (\S+)/m.exec(await call('GET', '/metrics'))?.[1]);
    console.log(`| ${[when, own, Math.round(bytes / 2 ** 20), documents, all].join(' | ')} |`);
  };
  await makeTenant(service.port, operator, 'idle');
  await pause(idleMs);
  await print('idle');
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > minutes * 60_000;
  const inTurn = attacks.filter(({ name, startOthers }) => name.includes(values.only) && startOthers === undefined);
  let sent = 0;
  for (; !isOver(); sent += 1) {
    const attack = inTurn[sent % inTurn.length];
    const { waits, ended } = await underAttack(service, operator, attack);
    console.error(`${attack.name}: ${ended}; others waited ${Math.round(Math.max(...waits.slice(1)))} ms`);
  }
  await print(`after ${sent} attacks`);
  const end = performance.now();
  // Search indexes without use for ten minutes are dropped at a check every five minutes, and their thread at the next check.
  for (const afterSeconds of [30, 210, 1_230]) {
    await pause(afterSeconds * 1_000 - (performance.now() - end));
    await print(`${afterSeconds} s later`);
  }
  closeCaller();
}

async function measureWaits() {
  console.log(
    '| attack | build | longest call before, ms | longest `/health`, ms | longest call of another tenant, ms | lasts, ms | peak MB | answer |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const attack of attacks.filter(({ name }) => name.includes(values.only))) {
    for (const [build, file] of Object.entries(builds)) {
      const { waits, tookMs, ended, mb } = await measure(file, attack);
      const figures = [...waits, tookMs].map((ms) => Math.round(ms));
      console.log(`| ${[attack.name, build, ...figures, mb, ended].join(' | ')} |`);
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void finish().finally(() => process.exit(1)));
}
console.log(`${machineLine(os)}, ${values.engine}.\n`);
try {
  await (values.minutes === undefined ? measureWaits() : measureMemory(Number(values.minutes)));
} finally {
  await finish();
}
