// Measures how the weights of the combined score affect results:
//   TEST_DATA_DIR=<folder> node bench/relevance/fusion.mjs [--write]
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { builtinEmbedder } from '../../packages/resolver/dist/index.js';
import { riseOf } from '../../packages/resolver/dist/ranking/rank.js';
import { abtQueries, corpora, hasData } from './data.mjs';
import { knownItemQueries } from './queries.mjs';
import { buildIndex } from './sets.mjs';

/** Weights of cosine, lexical match, codes and whole values, and the bonus for a title that equals the query. */
const grid = [
  [1, 0, 0, 0, 0],
  [0, 1, 0, 0, 0],
  [0.35, 0.5, 0, 0, 0],
  [0.35, 0.5, 0.25, 0, 0],
  [0.35, 0.5, 0.25, 0.1, 0],
  [0.35, 0.5, 0.25, 0.1, 1],
  [0.35, 0.5, 0.5, 0.1, 1],
  [0.35, 0.5, 0.25, 0.3, 1],
  [0.2, 0.65, 0.25, 0.1, 1],
  [0.5, 0.35, 0.25, 0.1, 1],
  [0.65, 0.2, 0.25, 0.1, 1],
];

if (!hasData()) {
  console.log('fusion.mjs needs the public data sets: set TEST_DATA_DIR to their folder.');
  process.exit(0);
}

/** The signals of all candidates of each query, and the correct candidate. */
async function signalsOf(records, queries) {
  const index = await buildIndex(records);
  const vectors = await builtinEmbedder.embed(queries.map(({ text }) => text));
  return queries.map(({ text, answer }, i) => {
    const { ranking } = index.examine({ text, vector: vectors[i], limit: 10 });
    return ranking.records.map(({ externalId, cosine, match }) => ({
      isRight: externalId === answer,
      signals: [
        ...[Math.max(0, riseOf(cosine ?? 0, ranking.background)), match.lexical, match.codes],
        ...[match.value, match.title === 1 ? 1 : 0],
      ],
    }));
  });
}

function hitRates(candidateLists, weights) {
  const score = ({ signals }) => signals.reduce((sum, signal, i) => sum + signal * weights[i], 0);
  const ranks = candidateLists.map((candidates) => {
    const right = candidates.find(({ isRight }) => isRight);
    return right ? candidates.filter((other) => other !== right && score(other) >= score(right)).length : 1000;
  });
  const share = (limit) => ((100 * ranks.filter((rank) => rank < limit).length) / ranks.length).toFixed(1);
  return `${share(1)} / ${share(10)}`;
}

const all = corpora();
const known = (corpus, seed) => knownItemQueries(all[corpus], seed, 300).filter(({ answer }) => answer !== null);
const sets = {
  'Abt names in Buy': await signalsOf(all.buy, abtQueries()),
  bestbuy: await signalsOf(all.bestbuy, known('bestbuy', 51)),
  magento: await signalsOf(all.magento, known('magento', 52)),
  'odoo products': await signalsOf(all.odooProducts, known('odooProducts', 53)),
};
const lines = [
  '# Weights of the fused score\n',
  'hit@1 / hit@10 in percent; ties count as misses. Measured with `node bench/relevance/fusion.mjs --write`.\n',
  `| cosine, lexical, codes, value, named | ${Object.keys(sets).join(' | ')} |`,
  `|---|${Object.keys(sets)
    .map(() => '---|')
    .join('')}`,
  ...grid.map((weights) => {
    const rates = Object.values(sets).map((lists) => hitRates(lists, weights));
    return `| ${weights.join(', ')} | ${rates.join(' | ')} |`;
  }),
];
console.log(lines.join('\n'));
if (process.argv.includes('--write')) {
  writeFileSync(fileURLToPath(new URL('fusion.md', import.meta.url)), `${lines.join('\n')}\n`);
}
