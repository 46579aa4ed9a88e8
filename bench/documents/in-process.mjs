/**
 * Measures documents in this process. Operations are called as the HTTP adapter calls them, on a database from the
 * settings. Prints one line of JSON: the first list of a process for `{"isCold": true, "tokens": {…}}`, otherwise all
 * other rows.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { routes } from '../../packages/contract/dist/index.js';
import { serviceFile } from '../speed/service.mjs';
import { listCold, measure, measureCalls } from './measures.mjs';
import { replayable } from './replay.mjs';

const { tokens, isCold, ...sizes } = JSON.parse(process.argv[2]);
const load = (file) => import(pathToFileURL(join(dirname(serviceFile), file)).href);
const [{ buildApp }, { createLog }, { hashSecret }, { readSettings }, { openDatabase, operatorToken }] =
  await Promise.all(
    ['app.js', 'platform/log.js', 'platform/secrets.js', 'platform/settings.js', 'platform/start.js'].map(load),
  );

const settings = readSettings(process.env);
const log = createLog('silent');
const database = await openDatabase(settings, log);
const replay = replayable(database);
const app = buildApp({
  settings,
  baseUrl: 'http://127.0.0.1',
  database: replay.database,
  isDatabaseAnswering: database.isAnswering,
  log,
  clock: () => new Date(),
  random: randomBytes,
  mailer: { send: async () => ({ accepted: true }), close: () => undefined },
  operatorTokenHash: hashSecret(operatorToken(settings)),
});

const operations = new Map(Object.entries(routes).map(([id, { method, path }]) => [`${method} ${path}`, id]));

/** Calls with a token. Retries after Retry-After, for example while an index is being built. */
const as = (token) => async (method, path, body) => {
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  const call = {
    operation: operations.get(`${method} ${pathname}`),
    credentials: { authorization: `Bearer ${token}` },
    requestId: randomUUID(),
    input: async () => ({ params: {}, query: Object.fromEntries(searchParams), body }),
  };
  for (;;) {
    const { answer, refusal, fault } = await app.dispatcher.call(call);
    if (refusal === undefined) return answer;
    if (refusal.status !== 503) throw fault ?? refusal;
    await pause(100);
  }
};

/** The lower bound of all times: an empty query, and a write of some bytes. */
async function measureDatabase(runs) {
  const ask = () => database.withoutWorkspace((queryable) => queryable.query('select 1'));
  const keep = () =>
    database.asSystem((transaction) => transaction.query("select pg_logical_emit_message(true, 'bench', 'bytes')"));
  await measure(runs, ask);
  return {
    'the database alone, one query': await measure(runs, ask),
    'the database alone, one commit': await measure(runs, keep),
  };
}

const callers = Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, as(token)]));
const result = isCold
  ? await listCold(callers)
  : await measureCalls(callers, { ...sizes, measureBoth: replay.measureBoth });
if (!isCold) Object.assign(result.rows, await measureDatabase(sizes.runs));
console.log(JSON.stringify(result));
await app.close();
await database.close();
