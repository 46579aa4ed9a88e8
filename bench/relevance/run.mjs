// Measures retrieval and fits the verdict. Needs the data sets and a build:
//   TEST_DATA_DIR=<folder> npm run bench -- relevance [--write]
// --write stores the fitted models in packages/resolver and the report beside this file.
import { writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { fileURLToPath } from 'node:url';
import { builtinEmbedders } from '../../packages/resolver/dist/index.js';
import { featureNames } from '../../packages/resolver/dist/ranking/features.js';
import { Bm25 } from './bm25.mjs';
import { measureCodes } from './codes.mjs';
import { abtQueries, hasData } from './data.mjs';
import { fitAnswered, goals } from './models.mjs';
import { querySets } from './sets.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const lines = [];
const say = (text = '') => {
  lines.push(text);
  console.log(text);
};
const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
const count = (rows, test) => rows.filter(test).length;

if (!hasData()) {
  console.log('The benchmark needs the public data sets: set TEST_DATA_DIR to their folder.');
  process.exit(0);
}

function saySearch(buy, results) {
  const bm25 = new Bm25(buy);
  const ranks = abtQueries().map(({ text, answer }) => bm25.search(text, 100).indexOf(answer));
  const row = (name, found) => {
    const at = (limit) =>
      percent(
        count(found, (rank) => rank >= 0 && rank < limit),
        found.length,
      );
    const reciprocal = found.reduce((sum, rank) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / found.length;
    say(`| ${name} | ${at(1)} | ${at(10)} | ${reciprocal.toFixed(3)} |`);
  };
  say('## Abt names searched in Buy\n');
  say('| | hit@1 | hit@10 | MRR |\n|---|---|---|---|');
  row('plain BM25', ranks);
  row(
    'this index, built-in embedder',
    results.map(({ rank }) => rank),
  );
}

function sayVerdicts(title, { model, curve, sets, heldOut }) {
  say(`\n## Verdicts: ${title}\n`);
  say('Models of five folds; each result is judged by a model that has not seen it.\n');
  say('| set | queries | right first | `high` | `high` right | `low` | `none` |\n|---|---|---|---|---|---|---|');
  for (const [name, rows] of Object.entries(sets)) {
    const high = rows.filter(({ verdict }) => verdict === 'high');
    const share = (verdict) =>
      percent(
        count(rows, (row) => row.verdict === verdict),
        rows.length,
      );
    const right = percent(
      count(high, (row) => row.right),
      high.length,
    );
    const first = percent(
      count(rows, (row) => row.right),
      rows.length,
    );
    say(`| ${name} | ${rows.length} | ${first} | ${share('high')} | ${right} | ${share('low')} | ${share('none')} |`);
  }
  sayHeldOut(heldOut);
  const goal = (share) => percent(share, 1);
  say(`\n\`none\` below ${model.threshold}, the last with ${goal(goals.answeredNotNone)} of answers kept,`);
  say(`or the first with ${goal(goals.elsewhereNone)} of furniture queries \`none\`.\n`);
  say('| threshold | answered ones `none`, by the model | unanswered ones `none` |\n|---|---|---|');
  for (const { threshold, answeredNone, unansweredNone } of curve.filter((_, i) => i % 4 === 1)) {
    say(`| ${threshold} | ${percent(answeredNone, 1)} | ${percent(unansweredNone, 1)} |`);
  }
}

function sayHeldOut(families) {
  const shareOf = (rows, verdict) =>
    percent(
      count(rows, (row) => row.verdict === verdict),
      rows.length,
    );
  say(
    '\nEach family of data judged by models fitted without it, as data of another origin is; only the thresholds have seen',
  );
  say('it. About half of the queries have no answer, most of them because their record was taken out:\n');
  say('| family | queries | `high` | `high` right | right ones `high` | right ones `none` | unanswered `none` |');
  say('|---|---|---|---|---|---|---|');
  for (const { family, rows } of families) {
    const right = rows.filter((row) => row.right);
    const high = rows.filter(({ verdict }) => verdict === 'high');
    const highRight = percent(
      count(high, (row) => row.right),
      high.length,
    );
    const unanswered = rows.filter(({ answer, nearMiss }) => answer === null && !nearMiss);
    const shares = [highRight, shareOf(right, 'high'), shareOf(right, 'none'), shareOf(unanswered, 'none')];
    say(`| ${family} | ${rows.length} | ${high.length} | ${shares.join(' | ')} |`);
  }
}

const full = await querySets();
const [, lexicalEmbedder] = builtinEmbedders;
const spelled = await querySets({ embedder: lexicalEmbedder });
const lexical = await querySets({ embedder: null });
const paraphrased = await querySets({ embedder: lexicalEmbedder, paraphrase: true });

say('# Relevance\n');
say(
  `${process.argv.includes('--write') ? 'Recorded' : 'Measured'} with \`npm run bench -- relevance\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, `,
);
say(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Linux ${release()}.\n`);
saySearch(full.all.buy, full.sets['Abt names in Buy']);
const meaningless = featureNames.filter((name) => !['meaningMost', 'backed'].includes(name));
const scaleFree = meaningless.filter((name) => name !== 'cosine');
const withoutCosines = scaleFree.filter((name) => !['nearest', 'cosineRise', 'cosineLead'].includes(name));
const models = {
  'builtin-2': fitAnswered(full.sets, featureNames),
  'builtin-1': fitAnswered(spelled.sets, meaningless),
  lexical: fitAnswered(lexical.sets, withoutCosines),
  general: fitAnswered(paraphrased.sets, scaleFree),
};
await measureCodes(full, models['builtin-2'].model, say);
sayVerdicts('built-in embedder', models['builtin-2']);
sayVerdicts('the one before, without meaning', models['builtin-1']);
sayVerdicts('without vectors', models.lexical);
sayVerdicts('any other embedder', models.general);

if (process.argv.includes('--write')) {
  const body = JSON.stringify(
    Object.fromEntries(Object.entries(models).map(([id, { model }]) => [id, model])),
    null,
    2,
  );
  writeFileSync(
    here('../../packages/resolver/src/ranking/generated/answered-models.ts'),
    `// Written by bench/relevance/run.mjs; do not edit.\nexport const answeredModels = ${body} as const;\n`,
  );
  writeFileSync(here('results.md'), `${lines.join('\n')}\n`);
}
