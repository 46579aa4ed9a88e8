// Measures retrieval and verdicts. Requires the data sets and a build:
//   TEST_DATA_DIR=<folder> npm run bench -- relevance [--write]
// --write stores the report beside this file.
import { writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Bm25 } from './bm25.mjs';
import { measureCodes } from './codes.mjs';
import { abtQueries, hasData } from './data.mjs';
import { querySets, spellingEmbedder } from './sets.mjs';

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

function sayVerdicts(title, sets) {
  say(`\n## Verdicts: ${title}\n`);
  say('| set | queries | right first | `high` | `high` right | `low` | `none` | answered ones `none` |');
  say('|---|---|---|---|---|---|---|---|');
  for (const [name, rows] of Object.entries(sets)) {
    const high = rows.filter(({ verdict }) => verdict === 'high');
    const answered = rows.filter((row) => row.answered && row.answer !== null);
    const isNone = ({ verdict }) => verdict === 'none';
    const share = (verdict) =>
      percent(
        count(rows, (row) => row.verdict === verdict),
        rows.length,
      );
    const cells = [
      percent(
        count(rows, (row) => row.right),
        rows.length,
      ),
      share('high'),
      percent(
        count(high, (row) => row.right),
        high.length,
      ),
      share('low'),
      share('none'),
      answered.length === 0 ? '–' : `${count(answered, isNone)} of ${answered.length}`,
    ];
    say(`| ${name} | ${rows.length} | ${cells.join(' | ')} |`);
  }
}

const full = await querySets();
const spelled = await querySets({ embedder: spellingEmbedder });
const lexical = await querySets({ embedder: null });
const paraphrased = await querySets({ embedder: spellingEmbedder, paraphrase: true });

say('# Relevance\n');
say(
  `${process.argv.includes('--write') ? 'Recorded' : 'Measured'} with \`npm run bench -- relevance\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, `,
);
say(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Linux ${release()}.\n`);
saySearch(full.all.buy, full.sets['Abt names in Buy']);
await measureCodes(full, say);
sayVerdicts('built-in embedder', full.sets);
sayVerdicts('the one before, without meaning', spelled.sets);
sayVerdicts('without vectors', lexical.sets);
sayVerdicts('any other embedder', paraphrased.sets);

if (process.argv.includes('--write')) {
  writeFileSync(here('results.md'), `${lines.join('\n')}\n`);
}
