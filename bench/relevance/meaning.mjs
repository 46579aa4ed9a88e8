// Measures how well queries in other words than the records' are answered:
//   TEST_DATA_DIR=<folder> npm run bench -- meaning [--list]
// Recorded in meaning.md. --list prints each query with rank, verdict and first result.
import { cpus, release } from 'node:os';
import { builtinEmbedder } from '../../packages/resolver/dist/index.js';
import { corpora, furnitureQueries, hasData } from './data.mjs';
import { paraphrased, paraphrases } from './paraphrases.mjs';
import { buildIndex, spellingEmbedder } from './sets.mjs';

const limit = 10;

const percent = (rows, test) => `${((100 * rows.filter(test).length) / rows.length).toFixed(1)} %`;

function sayRow(name, rows) {
  const reciprocal = rows.reduce((sum, { rank }) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / rows.length;
  const found = rows.filter(({ rank }) => rank === 0);
  const cells = [
    percent(rows, ({ rank }) => rank === 0),
    percent(rows, ({ rank }) => rank >= 0),
    reciprocal.toFixed(3),
    ...['high', 'low', 'none'].map((verdict) => percent(rows, (row) => row.verdict === verdict)),
    percent(found, ({ verdict }) => verdict !== 'none'),
  ];
  console.log(`| ${name} | ${rows.length} | ${cells.join(' | ')} |`);
}

async function measure(embedder) {
  const all = corpora();
  const rows = [];
  const furniture = [];
  for (const corpus of paraphrased) {
    const index = await buildIndex(all[corpus], embedder);
    const ask = async (text) => index.search({ text, vector: (await embedder.embed([text]))[0], limit });
    for (const query of paraphrases(corpus)) {
      const { hits, verdict } = await ask(query.text);
      rows.push({
        ...query,
        corpus,
        hits,
        verdict,
        rank: hits.findIndex(({ externalId }) => query.answer(externalId)),
      });
    }
    for (const text of corpus === 'odooProducts' ? [] : furnitureQueries()) {
      furniture.push({ corpus, text, verdict: (await ask(text)).verdict });
    }
  }
  return { rows, furniture };
}

function report(name, { rows, furniture }) {
  console.log(`\n## ${name}\n`);
  console.log('| queries | number | hit@1 | hit@10 | MRR | `high` | `low` | `none` | right first, not `none` |');
  console.log('|---|---|---|---|---|---|---|---|---|');
  const isEnglish = ({ language }) => language === 'en';
  sayRow('English', rows.filter(isEnglish));
  for (const corpus of new Set(rows.map((row) => row.corpus))) {
    sayRow(
      `English, ${corpus}`,
      rows.filter((row) => isEnglish(row) && row.corpus === corpus),
    );
  }
  sayRow(
    'German, French, Spanish',
    rows.filter((row) => !isEnglish(row)),
  );
  for (const language of ['de', 'fr', 'es']) {
    sayRow(
      language,
      rows.filter((row) => row.language === language),
    );
  }
  for (const corpus of new Set(furniture.map((row) => row.corpus))) {
    const asked = furniture.filter((row) => row.corpus === corpus);
    const shares = ['high', 'low', 'none'].map((verdict) => percent(asked, (row) => row.verdict === verdict));
    console.log(`| furniture in ${corpus} | ${asked.length} | – | – | – | ${shares.join(' | ')} | – |`);
  }
}

if (!hasData()) {
  console.log('The benchmark needs the public data sets: set TEST_DATA_DIR to their folder.');
  process.exit(0);
}
console.log(`Node ${process.version}, ${cpus()[0]?.model.trim()}, ${cpus().length} cores, Linux ${release()}`);
const measured = await measure(builtinEmbedder);
report('The built-in embedder', measured);
report('Without meaning', await measure(spellingEmbedder));
if (process.argv.includes('--list')) {
  for (const { corpus, text, rank, verdict, hits } of measured.rows) {
    console.log(`${rank} ${verdict} ${corpus}: ${text} -> ${hits[0]?.externalId}`);
  }
}
