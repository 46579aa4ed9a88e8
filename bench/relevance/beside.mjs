// Compares the cost of records and queries of two versions, alternately, so that both have the same load:
//   npm run bench -- beside path/of/another/checkout [20000 100000]; recorded in scan.md
// The other checkout must have been built. Times are CPU times of the index and the embedder, without HTTP.
import { cpus, release } from 'node:os';
import { fileURLToPath } from 'node:url';
import { makeLongQuestion, makeQuestion, makeRecord } from '../speed/records.mjs';

const [other, ...sizes] = process.argv.slice(2);
const here = fileURLToPath(new URL('../../', import.meta.url));
const rounds = 12;
const warmUps = 2;
const page = 500;

function textOf({ name, categ_id: [, category], description }) {
  return [name, category, description].join('\n');
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Builds an index with one version, and measures its cost. */
async function build(checkout, size) {
  const resolver = await import(`${checkout}/packages/resolver/dist/index.js`);
  const { builtinEmbedder: embedder } = resolver;
  await embedder.embed(['warm']);
  const index = new resolver.CollectionIndex({ embedderId: embedder.id });
  const spent = { embedding: 0, indexing: 0 };
  for (let first = 0; first < size; first += page) {
    const records = Array.from({ length: Math.min(page, size - first) }, (_, i) => makeRecord(first + i));
    const start = cpuMs();
    const vectors = await embedder.embed(records.map(textOf));
    const embedded = cpuMs();
    records.forEach((record, i) => {
      const externalId = String(record.id);
      const identifiers = [externalId, record.sku];
      index.upsert({ externalId, text: textOf(record), identifiers, vector: vectors[i] });
    });
    spent.embedding += embedded - start;
    spent.indexing += cpuMs() - embedded;
  }
  return { embedder, index, spent, times: { short: [], long: [] } };
}

/** CPU time of a query, including its vector. */
async function ask({ embedder, index }, texts) {
  const start = cpuMs();
  for (const text of texts) {
    const [vector] = await embedder.embed([text]);
    index.search({ text, vector, limit: 10 });
  }
  return (cpuMs() - start) / texts.length;
}

console.log(`Node ${process.version}, ${cpus()[0]?.model.trim()}, ${cpus().length} cores, Linux ${release()}\n`);
console.log(
  '| records | version | query of 3 words, ms | of 17 words, ms | embedding 1,000, ms | indexing 1,000, ms | bytes a record |',
);
console.log('|---|---|---|---|---|---|---|');
for (const size of sizes.length > 0 ? sizes.map(Number) : [20_000, 100_000]) {
  const versions = { before: await build(other, size), after: await build(here, size) };
  const textsOf = (make) => Array.from({ length: 100 }, (_, i) => make(1 + ((i * 7919) % size)));
  const texts = { short: textsOf(makeQuestion), long: textsOf(makeLongQuestion) };
  for (let round = 0; round < rounds + warmUps; round++) {
    for (const version of round % 2 === 0 ? ['before', 'after'] : ['after', 'before']) {
      for (const kind of ['short', 'long']) {
        const time = await ask(versions[version], texts[kind]);
        if (round >= warmUps) {
          versions[version].times[kind].push(time);
        }
      }
    }
  }
  for (const [version, { index, spent, times }] of Object.entries(versions)) {
    const costs = [spent.embedding, spent.indexing].map((ms) => ((1000 * ms) / size).toFixed(0));
    console.log(
      `| ${size} | ${version} | ${median(times.short).toFixed(2)} | ${median(times.long).toFixed(2)} | ${costs.join(' | ')} | ${(index.bytes / size).toFixed(0)} |`,
    );
  }
  const ratios = ['short', 'long'].map((kind) =>
    median(versions.after.times[kind].map((time, i) => time / versions.before.times[kind][i])).toFixed(2),
  );
  console.log(`| ${size} | median of ratios | ${ratios.join(' | ')} | | | |`);
}
