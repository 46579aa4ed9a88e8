/** A client of the soak test. Only this client writes its data, so it knows the correct response to every call. */
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './processes.mjs';

const recordCount = 200;
const documentCount = 20;
/** Percentages of the kinds of calls. */
const shares = {
  upsert: 25,
  'read record': 20,
  'exact query': 20,
  'query by words': 25,
  'write document': 4,
  'read document': 6,
};
const sequence = Object.entries(shares).flatMap(([kind, share]) => Array(share).fill(kind));

/**
 * The versions that may be stored under a key: the last acknowledged one, or later ones with unknown result. `wrote`
 * and `mayHave` record a version, `isStored` returns whether one must exist, and `allows` whether one may be returned.
 */
function versionsOf() {
  const known = new Map();
  const of = (key) => known.get(key) ?? { acknowledged: undefined, uncertain: new Set() };
  return {
    known,
    wrote: (key, version) => known.set(key, { acknowledged: version, uncertain: new Set() }),
    mayHave: (key, version) => known.set(key, { ...of(key), uncertain: new Set([...of(key).uncertain, version]) }),
    count: () => [...known.values()].filter(({ acknowledged }) => acknowledged !== undefined).length,
    isStored: (key) => of(key).acknowledged !== undefined,
    allows: (key, version) => of(key).acknowledged === version || of(key).uncertain.has(version),
  };
}

/** Creates a workspace with a collection and a repo, and makes calls through the proxy until `stop`. */
export async function startClient({ number, operatorToken, proxy, pauseMs, outcome }) {
  const operate = (method, path, body) => succeed(proxy, method, `/operator${path}`, { token: operatorToken, body });
  const { workspace } = await operate('POST', '/workspaces', { slug: `soak-${number}`, name: `Soak ${number}` });
  const role = { name: 'soak', role: 'admin', access: 'read_write' };
  const { secret: token } = await operate('POST', `/workspaces/${workspace.id}/tokens`, role);
  const { secret } = await succeed(proxy, 'POST', '/collections', { token, body: { name: 'items' } });
  await succeed(proxy, 'PATCH', '/collections/items', { token, body: { id_match_fields: ['sku'] } });
  await succeed(proxy, 'POST', '/repos', { token, body: { name: 'notes' } });
  const state = { number, token, secret, records: versionsOf(), documents: versionsOf(), turn: 0, version: 0 };
  let isStopping = false;
  const run = async () => {
    while (!isStopping) {
      await makeCall(state, proxy, outcome);
      await sleep(pauseMs);
    }
  };
  const running = run();
  return {
    stop: () => {
      isStopping = true;
      return running;
    },
    acknowledged: () => [state.records, state.documents].reduce((sum, { count }) => sum + count(), 0),
    missing: (address) => missing(state, address),
  };
}

async function succeed(address, method, path, request) {
  const { status, body } = await call(address, method, path, request);
  if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function makeCall(state, proxy, outcome) {
  state.turn += 1;
  // The step has no common factor with the length, so all kinds and keys are visited in a mixed order.
  const kind = state.turn <= recordCount ? 'upsert' : sequence[(state.turn * 37) % sequence.length];
  const key = (state.turn * 73) % (kind.endsWith('document') ? documentCount : recordCount);
  const sent = performance.now();
  const { status, problem } = await kinds[kind](state, proxy, key);
  if (status === 0 || status >= 502) {
    outcome.failed += 1;
    return;
  }
  const times = outcome.calls.get(kind) ?? [];
  times.push(performance.now() - sent);
  outcome.calls.set(kind, times);
  if (problem) outcome.wrong.push(`client ${state.number}: ${kind} ${key}: ${problem}`);
}

const sku = (state, key) => `SK-${state.number}-${key}`;
const versionIn = (text) => Number(/version (\d+)/.exec(String(text))?.[1]);
const unexpected = ({ status, body }) => (status === 200 ? undefined : `answered ${status} ${JSON.stringify(body)}`);

/** Each function makes a call for a key, and reports an incorrect response. */
const kinds = {
  upsert: async (state, proxy, key) => {
    const version = ++state.version;
    state.records.mayHave(key, version);
    const record = { id: key, name: `Part ${key} steel hinge`, sku: sku(state, key), note: `version ${version}` };
    const answer = await call(proxy, 'POST', `/ingest/${state.secret}`, { body: record });
    if (answer.status === 200) state.records.wrote(key, version);
    return { status: answer.status, problem: unexpected(answer) };
  },
  'read record': async (state, proxy, key) => {
    const answer = await call(proxy, 'GET', `/collections/items/records/${key}`, { token: state.token });
    if (answer.status === 404 && !state.records.isStored(key)) return { status: 200 };
    return {
      status: answer.status,
      problem: unexpected(answer) ?? outdated(state.records, key, JSON.stringify(answer.body)),
    };
  },
  'exact query': async (state, proxy, key) => {
    const query = { query: sku(state, key) };
    const answer = await call(proxy, 'POST', '/collections/items/query', { token: state.token, body: query });
    if (answer.status === 200 && !state.records.isStored(key)) return { status: 200 };
    const first = answer.body?.results?.[0];
    const isRight = first?.external_id === String(key) && answer.body.confidence === 'high';
    const wrong = isRight
      ? outdated(state.records, key, JSON.stringify(first))
      : `found ${JSON.stringify(answer.body)}`;
    return { status: answer.status, problem: unexpected(answer) ?? wrong };
  },
  'query by words': async (state, proxy, key) => {
    const query = { query: `hinge of steel part ${key}` };
    const answer = await call(proxy, 'POST', '/collections/items/query', { token: state.token, body: query });
    const strange = answer.body?.results?.find(({ attributes }) => !attributes.sku.startsWith(`SK-${state.number}-`));
    const isRight = answer.body?.results?.length > 0 && strange === undefined;
    return {
      status: answer.status,
      problem: unexpected(answer) ?? (isRight ? undefined : JSON.stringify(answer.body)),
    };
  },
  'write document': async (state, proxy, key) => {
    const version = ++state.version;
    state.documents.mayHave(key, version);
    const body = { path: `notes/page-${key}.md`, base: 'any', text: `# Page ${key}\n\nversion ${version}\n` };
    const answer = await call(proxy, 'PUT', '/documents/content', { token: state.token, body });
    if (answer.status === 200) state.documents.wrote(key, version);
    return { status: answer.status, problem: unexpected(answer) };
  },
  'read document': async (state, proxy, key) => {
    const answer = await call(proxy, 'GET', `/documents/content?path=notes/page-${key}.md`, { token: state.token });
    if (answer.status === 404 && !state.documents.isStored(key)) return { status: 200 };
    return {
      status: answer.status,
      problem: unexpected(answer) ?? outdated(state.documents, key, JSON.stringify(answer.body)),
    };
  },
};

function outdated(versions, key, text) {
  const version = versionIn(text);
  return versions.allows(key, version)
    ? undefined
    : `shows version ${version}, not ${versions.known.get(key)?.acknowledged}`;
}

/** Acknowledged data that a process does not return at the end. */
async function missing(state, address) {
  const lost = [];
  for (const [versions, kind] of [
    [state.records, 'read record'],
    [state.documents, 'read document'],
  ]) {
    for (const key of versions.known.keys()) {
      const { problem, status } = await kinds[kind](state, address, key);
      if (problem || status !== 200)
        lost.push(`client ${state.number}: ${kind} ${key} at ${address}: ${problem ?? status}`);
    }
  }
  return lost;
}
