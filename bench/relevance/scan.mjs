// Cost of queries and of memory at scale, on synthetic records with the word frequencies of natural text:
//   npm run bench -- scan [100000 1000000]; recorded in scan.md
// The argument `curve` also measures the effect of the number of slots that sketches choose.
import { cpus, release } from 'node:os';
import { builtinEmbedder, CollectionIndex } from '../../packages/resolver/dist/index.js';
import { Bitset, TopList, VectorStore } from '../../packages/search-engine/dist/index.js';
import { randomSource } from './random.mjs';

const sizes = process.argv.slice(2).map(Number).filter(Boolean);
const vocabularySize = 60_000;
const wordsPerRecord = 12;
const rounds = 200;
/** The number of neighbors that a search requests. */
const neighbours = 128;
const isCurveWanted = process.argv.includes('curve');

const random = randomSource(11);
const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');
const vocabulary = Array.from({ length: vocabularySize }, (_, i) => {
  let word = '';
  for (let rest = i + 1; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length];
  }
  return word;
});

/** Zipf's law: the n-th most frequent word is n times rarer than the first. */
const anyWord = () => vocabulary[Math.floor(vocabularySize ** random()) - 1] ?? vocabulary[0];
const anyCode = () => `${anyWord().slice(0, 3)}-${Math.floor(random() * 1e6)}`;
const anyName = (words) => Array.from({ length: words }, anyWord).join(' ');

async function buildIndex(size) {
  const index = new CollectionIndex({ embedderId: builtinEmbedder.id });
  const store = new VectorStore(builtinEmbedder.dimensions);
  for (let i = 0; i < size; i++) {
    const code = anyCode();
    const text = `${anyName(wordsPerRecord)}\n${code}`;
    const [vector] = await builtinEmbedder.embed([text]);
    index.upsert({ externalId: String(i), text, identifiers: [String(i), code], vector });
    store.set(i, vector);
  }
  return { index, store };
}

/** The true nearest vectors of each query. */
function nearestOf(store, queries, all) {
  return queries.map(({ vector }) => {
    store.setQuery(vector);
    const nearest = new TopList(neighbours);
    store.sweepValues(all, nearest);
    return nearest.takeSorted().map(({ slot }) => slot);
  });
}

/** Percentage of the nearest vectors that `find` returns. */
function measureRecall(truth, queries, find) {
  const shares = queries.map((query, i) => {
    const found = new Set(find(query));
    return truth[i].filter((slot) => found.has(slot)).length / truth[i].length;
  });
  return (100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length;
}

/** Recall and cost for each combination of numbers. */
function showCurve(store, queries, size) {
  const all = Bitset.range(size);
  const truth = nearestOf(store, queries, all);
  const ten = truth.map((slots) => slots.slice(0, 10));
  console.log('read: % of the 10 and of the 128 nearest found, ms');
  for (const candidates of [1024, 2048, 3072, 4096, 6144, 8192]) {
    const find = ({ vector }) => {
      const nearest = new TopList(neighbours);
      store.setQuery(vector);
      store.sweepListed(store.sweepSketches(all, candidates), nearest);
      return nearest.takeSorted().map(({ slot }) => slot);
    };
    const shares = [ten, truth].map((wanted) => measureRecall(wanted, queries, find).toFixed(2));
    const { median } = cpuTime([...queries, ...queries, ...queries], find);
    console.log(`  ${candidates}: ${shares.join(' ')} ${median.toFixed(2)}`);
  }
}

/** Median and 95th percentile of the CPU time of one call, in milliseconds. */
function cpuTime(calls, run) {
  const times = calls.map((call) => {
    const before = process.cpuUsage();
    run(call);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(times.length / 2)], slow: times[Math.floor(times.length * 0.95)] };
}

function measureKernel(size) {
  const { dimensions } = builtinEmbedder;
  const store = new VectorStore(dimensions);
  const vectors = Array.from({ length: 1000 }, () => Float32Array.from({ length: dimensions }, () => random() - 0.5));
  for (let slot = 0; slot < size; slot++) {
    store.set(slot, vectors[slot % vectors.length]);
  }
  const all = Bitset.range(size);
  store.setQuery(vectors[0]);
  const nanoseconds = (scan) => {
    const best = Array.from({ length: 30 }, () => {
      const start = performance.now();
      scan();
      return performance.now() - start;
    });
    return (Math.min(...best) * 1e6) / size;
  };
  return {
    values: nanoseconds(() => store.sweepValues(all, new TopList(200))),
    sketches: nanoseconds(() => store.sweepSketches(all, 64)),
  };
}

console.log(`Node ${process.version}, ${cpus()[0]?.model.trim()}, ${cpus().length} cores, Linux ${release()}`);
for (const size of sizes.length > 0 ? sizes : [100_000, 1_000_000]) {
  const { values, sketches } = measureKernel(size);
  console.log(`\n${size} records: ${values.toFixed(1)} ns per 8-bit vector, ${sketches.toFixed(2)} ns per sketch`);
  const { index, store } = await buildIndex(size);
  const queries = Array.from({ length: rounds }, (_, i) => {
    const kinds = [
      anyName(2),
      anyName(5),
      anyCode(),
      `do we have ${anyCode()} in stock?`,
      `the ${vocabulary[0]} ${vocabulary[1]}`,
    ];
    return kinds[i % kinds.length];
  });
  const embedded = await Promise.all(
    queries.map(async (text) => ({ text, vector: (await builtinEmbedder.embed([text]))[0], limit: 10 })),
  );
  const whole = cpuTime(embedded, (query) => index.search(query));
  const lexical = cpuTime(embedded, ({ text, limit }) => index.search({ text, vector: null, limit }));
  const half = Bitset.of(Array.from({ length: size / 2 }, (_, i) => 2 * i));
  const filtered = cpuTime(embedded, (query) => index.search({ ...query, mask: half }));
  const show = ({ median, slow }) => `${median.toFixed(2)} ms, 95th percentile ${slow.toFixed(2)} ms`;
  const sliced = [1, 0.5, 0.01].map((share) => {
    const slice = Bitset.of(Array.from({ length: size * share }, (_, i) => Math.floor(i / share)));
    return `${100 * share} %: ${show(cpuTime(embedded, (query) => index.search({ ...query, slice })))}`;
  });
  console.log(`query: ${show(whole)}`);
  console.log(`without vectors: ${show(lexical)}`);
  console.log(`half of the records filtered out: ${show(filtered)}`);
  console.log(`a slice of so many records:\n  ${sliced.join('\n  ')}`);
  const all = Bitset.range(size);
  const ten = nearestOf(store, embedded, all).map((slots) => slots.slice(0, 10));
  const found = measureRecall(ten, embedded, ({ vector }) => {
    store.setQuery(vector);
    return store.nearest(all, neighbours).map(({ slot }) => slot);
  });
  console.log(`of the ten nearest vectors found: ${found.toFixed(1)} %`);
  console.log(`memory: ${(index.bytes / size).toFixed(0)} bytes a record`);
  for (const [part, bytes] of Object.entries(index.memory())) {
    console.log(`  ${part}: ${(bytes / size).toFixed(0)}`);
  }
  if (isCurveWanted) {
    showCurve(store, embedded, size);
  }
}
