/** The scenario that every competitor runs, and its measurements. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { abtQueries, plainRowsOf } from '../relevance/data.mjs';

/** Calls of each kind before the first measurement, so that the process has compiled the code. */
const warmUpCalls = 4_000;
const clientsMax = 8;
const megabyte = 1_048_576;

/** Runs work with a newly started competitor, then deletes it. */
async function withFresh(competitor, work) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-race-'));
  const started = await competitor.start(folder);
  try {
    return await work(started);
  } finally {
    await started.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The duration of work in seconds. */
async function secondsOf(work) {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

/**
 * Runs the scenario once with a catalogue: import, queries in few and in many words and for exact codes, and the first
 * query after a restart. Results by the names of `rows`.
 */
export function runTurn(competitor, { catalogue, seconds }) {
  const { length: size } = catalogue.records;
  return withFresh(competitor, async (started) => {
    const records = (await started.prepare?.(catalogue.records)) ?? catalogue.records;
    const found = { emptyMb: started.figures().residentBytes() / megabyte };
    await started.declare('sku');
    let firstQuery;
    const imported = await secondsOf(async () => {
      await started.import(records);
      firstQuery = await secondsOf(() => started.ask(catalogue.question(size - 1)));
    });
    found.importPerSecond = size / imported;
    found.afterImportSeconds = firstQuery;
    await mustFind(started, catalogue.records.at(-1));
    const words = (at) => started.ask(catalogue.question(at));
    const code = (at) => started.ask(catalogue.code(at));
    await callTimes(warmUpCalls, words, size);
    found.cpuMs = (await measure(started, words, { size, seconds, clients: 1 })).cpuMs;
    found.wordsPerSecond = (await measure(started, words, { size, seconds, clients: clientsMax })).perSecond;
    const long = (at) => started.ask(catalogue.longQuestion(at));
    await callTimes(warmUpCalls, long, size);
    const alone = await measure(started, long, { size, seconds, clients: 1 });
    found.longCpuMs = alone.cpuMs;
    found.longP50Ms = alone.p50;
    found.longP99Ms = alone.p99;
    found.longPerSecond = (await measure(started, long, { size, seconds, clients: clientsMax })).perSecond;
    await callTimes(warmUpCalls, code, size);
    found.codesPerSecond = (await measure(started, code, { size, seconds, clients: clientsMax })).perSecond;
    found.fullMb = started.figures().residentBytes() / megabyte;
    await started.restart?.();
    found.afterRestartSeconds = started.restart ? await secondsOf(() => words(0)) : Number.NaN;
    return found;
  });
}

/** Fails if the competitor does not find its records, because its times would be meaningless. */
async function mustFind(started, { id, sku }) {
  const [first] = await started.ask(sku);
  if (first !== String(id)) throw new Error(`asked for ${sku}, which is ${id}, and got ${first ?? 'nothing'}`);
}

/** Selects positions evenly spread over all records. */
function picker(size) {
  let picked = 1;
  return () => {
    picked = (picked * 48_271) % 2_147_483_647;
    return picked % size;
  };
}

/** Sends queries with all clients until their number is reached. */
function callTimes(count, ask, size) {
  const pick = picker(size);
  let left = count;
  return Promise.all(
    Array.from({ length: clientsMax }, async () => {
      for (; left > 0; left -= 1) await ask(pick());
    }),
  );
}

async function measure(started, ask, { size, seconds, clients }) {
  const pick = picker(size);
  const times = [];
  const end = performance.now() + seconds * 1_000;
  const cpuBefore = started.figures().cpuSeconds();
  const elapsed = await secondsOf(() =>
    Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < end) {
          const sent = performance.now();
          await ask(pick());
          times.push(performance.now() - sent);
        }
      }),
    ),
  );
  const cpuMs = ((started.figures().cpuSeconds() - cpuBefore) * 1_000) / times.length;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)];
  return { perSecond: times.length / elapsed, cpuMs, p50: at(0.5), p99: at(0.99) };
}

/**
 * Searches Abt's product names among Buy's products, and counts how often the same product is first and among the first
 * ten.
 */
export function runMatching(competitor) {
  return withFresh(competitor, async (started) => {
    const rows = plainRowsOf('abt-buy/buy.csv');
    await started.import((await started.prepare?.(rows)) ?? rows);
    const queries = abtQueries();
    let [first, amongTen] = [0, 0];
    for (const { text, answer } of queries) {
      const rank = (await started.ask(text)).indexOf(answer);
      first += rank === 0 ? 1 : 0;
      amongTen += rank >= 0 ? 1 : 0;
    }
    return { hitFirst: first / queries.length, hitAmongTen: amongTen / queries.length };
  });
}
