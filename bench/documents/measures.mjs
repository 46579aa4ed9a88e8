/** Measurements of documents, independent of how calls are made. */
import { pathOf, questionOf, textOf } from './corpus.mjs';

/** The paths that a member is confined to. */
export const globs = Array.from({ length: 20 }, (_, n) => `docs/folder-${n * 5}/**/*${n % 10}.md`);

/** Calls before each measurement, in which the process compiles the code. */
const warmUp = { reads: 3_000, writes: 1_000, lists: 500, searches: 1_000 };

/** The given quantile of times. */
export const percentile = (times, share) =>
  times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

/** Median and 95th percentile of times. */
export const summaryOf = (times) => ({ p50: percentile(times, 0.5), p95: percentile(times, 0.95) });

/** Median and 95th percentile of the times of calls, in milliseconds. */
export async function measure(count, work) {
  const times = [];
  for (let n = 0; n < count; n += 1) {
    const start = performance.now();
    await work(n);
    times.push(performance.now() - start);
  }
  return summaryOf(times);
}

const listed = '/documents?limit=100';

/** The first list of a workspace in a process that has listed another workspace before. */
export async function listCold({ confined, other }) {
  await measure(30, () => other('GET', listed));
  return (await measure(1, () => confined('GET', listed))).p50;
}

/**
 * All other measurements, and the time until all documents are found after the first search. `turn` numbers the
 * measurements on a database, each of which writes its own text. `measureBoth` also measures the statements of calls.
 */
export async function measureCalls({ admin, confined }, { documents, runs, turn, measureBoth }) {
  const read = (n) => admin('GET', `/documents/content?path=docs/${pathOf((n * 37) % documents)}`);
  // Generated before the measurement, because that takes as long as some measured calls.
  const texts = Array.from({ length: 500 }, (_, n) => textOf(n));
  const write = (n) => put(pathOf(n % documents), `${texts[n % texts.length]}\n${turn} ${n}`);
  const put = (path, text) => admin('PUT', '/documents/content', { path: `docs/${path}`, text, base: 'any' });
  const list = () => confined('GET', listed);
  const ask = (caller) => (n) => caller('POST', '/documents/search', { query: questionOf(n), limit: 10 });
  // Nothing else writes this document here.
  const versioned = pathOf(documents - turn);
  await measure(warmUp.reads, read);
  await measure(warmUp.writes, write);
  const rows = {};
  const calls = { read: ['read one', read], commit: ['commit one document', (n) => write(n + warmUp.writes)] };
  for (const [verb, [name, call]] of Object.entries(calls)) {
    const both = await measureBoth?.(runs, call);
    rows[name] = both?.call ?? (await measure(runs, call));
    if (both !== undefined) rows[`${verb}: the same statements alone`] = both.alone;
  }
  for (let n = 0; n < 100; n += 1) await put(versioned, `version ${n}`);
  rows['history of 101 versions'] = await measure(20, () =>
    admin('GET', `/documents/history?path=docs/${versioned}&limit=500`),
  );
  await measure(warmUp.lists, list);
  rows['list by 20 globs, warm'] = await measure(runs, list);
  const start = performance.now();
  await ask(admin)(0);
  const indexedMs = performance.now() - start;
  await measure(warmUp.searches, ask(confined));
  rows.search = await measure(runs, ask(admin));
  rows['search, confined to 20 globs'] = await measure(runs, ask(confined));
  return { rows, indexedMs };
}
