/** Synchronizes a collection with a source: webhooks, and at intervals an import of changes and a reconcile. */
import { setTimeout as pause } from 'node:timers/promises';
import { call } from '../soak/processes.mjs';
import { exported } from './source.mjs';

const path = '/collections/parts';
const syncEverySeconds = 300;
const followEverySeconds = 20;
/** Delay between a list of ids and its reconcile. */
const listingSeconds = 5;
const callsAtOnce = 12;
const pageSize = 500;
const mapping = {
  id: 'part.id',
  write_date: ['at', 'sequence'],
  fields: { name: 'part.name', price: 'part.price' },
  events: { path: 'type', values: ['part.created', 'part.updated'] },
};

/** Follows a source with several processes of the service. */
export async function createSync({ source, addresses, token }) {
  let turn = 0;
  const request = async (method, route, body) => {
    turn += 1;
    const answer = await call(addresses[turn % addresses.length], method, route, { token, body });
    return answer;
  };
  const must = async (method, route, body) => {
    const { status, body: answered } = await request(method, route, body);
    if (status !== 200) throw new Error(`${method} ${route} answered ${status}: ${JSON.stringify(answered)}`);
    return answered;
  };
  const { secret } = await must('POST', '/collections', { name: 'parts' });
  await must('PATCH', path, { embed_fields: ['name'], mapping });

  const applied = new Set();
  const note = (results, records) => {
    for (const [index, { status }] of results.entries()) {
      if (['created', 'updated', 'revived'].includes(status)) applied.add(records[index].name);
    }
  };
  const arriving = new Map();
  const inFlight = new Set();
  const run = async (work) => {
    const running = work().finally(() => inFlight.delete(running));
    inFlight.add(running);
    while (inFlight.size >= callsAtOnce) await Promise.race(inFlight);
  };
  const deliver = async ({ event, foreign, deleted }) => {
    if (foreign !== undefined) {
      const { status } = await request('POST', `/ingest/${secret}`, foreign);
      if (status !== 400) throw new Error(`an event of no record answered ${status}`);
      return;
    }
    if (event === undefined) {
      const { status } = await request('DELETE', `${path}/records/${deleted}`);
      if (status !== 200 && status !== 404) throw new Error(`a delete answered ${status}`);
      return;
    }
    note([await must('POST', `/ingest/${secret}`, event)], [event.part]);
  };

  let syncedAt = 0;
  /** Imports the changes since the last time and reconciles, while webhooks continue. */
  const syncAll = async () => {
    const since = syncedAt;
    syncedAt = source.second();
    const changed = source.changedSince(since);
    for (let from = 0; from < changed.length; from += pageSize) {
      const records = changed.slice(from, from + pageSize).map((record) => exported(record, syncedAt));
      note((await must('POST', `${path}/import`, { records })).results, records);
    }
    const { time } = await must('GET', '/health');
    const ids = [...source.records.keys()];
    const until = source.second() + listingSeconds;
    for (let waited = 0; source.second() < until && waited < 40; waited += 1) await pause(25);
    await must('POST', `${path}/reconcile`, { live_ids: ids, as_of: time });
  };

  const followed = new Map();
  let mark;
  const follow = async () => {
    for (let more = true; more; ) {
      const since = mark === undefined ? '' : `&since=${encodeURIComponent(mark)}`;
      const page = await must('GET', `${path}/changes?limit=500${since}`);
      for (const { external_id: id, status, record } of page.changes) {
        if (status === 'upserted') followed.set(id, record);
        else followed.delete(id);
      }
      ({ next: mark, more } = page);
    }
  };

  await syncAll();
  return {
    /** Simulates one second of the source. */
    second: async () => {
      for (const webhook of source.tick()) {
        arriving.set(webhook.second, [...(arriving.get(webhook.second) ?? []), webhook]);
      }
      const now = source.second();
      for (const webhook of arriving.get(now) ?? []) await run(() => deliver(webhook));
      arriving.delete(now);
      if (now % syncEverySeconds === 0) await run(syncAll);
      if (now % followEverySeconds === 0) await follow();
    },
    /** Waits for all webhooks, syncs once more, and compares. */
    finish: async (bill) => {
      await Promise.all(inFlight);
      for (const webhook of [...arriving.values()].flat()) await deliver(webhook);
      await syncAll();
      while ((await must('POST', `/ingest/${secret}/embed-pending`)).more) await pause(100);
      await follow();
      const stored = await readAll(must);
      const { failed_embed: failed } = await must('GET', `${path}/describe`);
      return judge({ source, stored, followed, bill, applied, failed });
    },
  };
}

async function readAll(must) {
  const stored = new Map();
  for (let cursor = ''; cursor !== null; ) {
    const page = await must('GET', `${path}/records?limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    for (const record of page.records) stored.set(record.external_id, record);
    cursor = page.next_cursor;
  }
  return stored;
}

/** Differences from the source, and embeddings that are missing, repeated or unnecessary. */
function judge({ source, stored, followed, bill, applied, failed }) {
  const live = [...source.records.values()].map((record) => record.name);
  const paid = [...bill.keys()];
  const wrong = {
    'records that differ from the source': differences(source.records, stored),
    'records of the change feed that differ': differences(source.records, followed),
    'texts paid for again': paid.filter((text) => bill.get(text) > 1),
    'texts paid for that were never stored': paid.filter((text) => !applied.has(text)),
    'texts of live records that were not paid for': live.filter((text) => !bill.has(text)),
    'records whose embedding failed': Array.from({ length: failed }, () => 'failed_embed'),
  };
  return {
    figures: {
      'records at the end': source.records.size,
      'texts stored': applied.size,
      'texts paid for': paid.length,
      ...Object.fromEntries(Object.entries(wrong).map(([name, list]) => [name, list.length])),
    },
    wrong: Object.entries(wrong).flatMap(([name, list]) => list.map((each) => `${name}: ${each}`)),
  };
}

function differences(records, found) {
  const missing = [...records.values()].filter((record) => shown(found.get(String(record.id))) !== expected(record));
  const extra = [...found.keys()].filter((id) => !records.has(Number(id)));
  return [...missing.map((record) => `${expected(record)} is ${shown(found.get(String(record.id)))}`), ...extra];
}

const expected = ({ id, name, price, at }) => JSON.stringify([String(id), name, price, clock(at)]);

const shown = (record) =>
  record &&
  JSON.stringify([record.external_id, record.attributes.name, record.attributes.price, clock(record.write_date)]);

/** A time with six digits of microseconds, so that times can be compared as text. */
const clock = (text) => text?.replace(/\.(\d+)Z$/, (_, digits) => `.${digits.padEnd(6, '0')}Z`);
