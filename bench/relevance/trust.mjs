// Measures whether verdicts are reliable, by class and data set:
//   TEST_DATA_DIR=<folder> npm run bench -- trust [--write] [--missed] [--wrong] [--as-typed] [--mutation[=SHARE]]
// Recorded in trust.md and mutation.md. --missed lists the cases without their required verdict, --wrong every `high`
// that contradicts the gold standard or should not survive a mutation.
// --as-typed runs that section alone, in less than a minute. --mutation runs the other one, on a share of the titles.
import { writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { fileURLToPath } from 'node:url';
import { askAsTyped, sayAsTyped } from './as-typed.mjs';
import { classes, sceneOf } from './classes.mjs';
import { collections, indexed } from './collections.mjs';
import { hasData, squeezedText } from './data.mjs';
import { listWrong, sayCatalogues } from './left-out.mjs';
import { askMutated, listMutated, sayMutated } from './mutation.mjs';
import { buildIndex, examine, querySets } from './sets.mjs';

if (!hasData()) {
  console.log('The benchmark needs the public data sets: set TEST_DATA_DIR to their folder.');
  process.exit(0);
}

const families = ['abt-buy', 'bestbuy', 'magento', 'northwind', 'odoo'];
const met = {
  neverHigh: ({ verdict }) => verdict !== 'high',
  none: ({ verdict }) => verdict === 'none',
  first: ({ right }) => right,
  high: ({ verdict, right }) => verdict === 'high' && right,
  found: ({ verdict, right }) => verdict !== 'none' && right,
};

/** The evaluated cases of all collections. */
async function examined() {
  const rows = [];
  for (const [seed, collection] of collections().entries()) {
    for (const isDeclared of [true, false]) {
      const index = await buildIndex(collection.records.map((record) => indexed(record, isDeclared)));
      for (const [name, { goal, make, isDeclaredOnly }] of Object.entries(classes)) {
        const cases = isDeclaredOnly && !isDeclared ? [] : make(sceneOf(collection, seed + 1, isDeclared));
        for (const query of cases) {
          const titleOf = (id) => squeezedText(collection.records.find((record) => record.id === id)?.title ?? '');
          const result = await examine(index, query);
          // Any record with the same title is equally correct.
          const isSame = query.answer !== null && titleOf(result.first?.externalId) === titleOf(query.answer);
          rows.push({
            ...result,
            right: result.right || (isSame && goal !== 'high'),
            name,
            goal,
            family: collection.family,
            collection: collection.name,
            isDeclared,
          });
        }
      }
    }
  }
  return rows.filter(({ isJudged }) => isJudged);
}

const lines = [];
const say = (line) => {
  lines.push(line);
  console.log(line);
};
const percent = (rows, test) =>
  rows.length === 0 ? '–' : `${((100 * rows.filter(test).length) / rows.length).toFixed(1)} %`;
const recordedOn = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus()[0]?.model.trim()}, Linux ${release()}.\n`;

/** The section with its own page, because it takes longer than the others. */
async function mutate(share) {
  const rows = await askMutated(share);
  const page = [];
  sayMutated(rows, (line) => {
    page.push(line);
    console.log(line);
  });
  if (process.argv.includes('--wrong')) listMutated(rows);
  if (process.argv.includes('--write')) {
    const head = `# Titles with one mark changed\n\n\`npm run bench -- trust --mutation=${share}\`, ${recordedOn}`;
    writeFileSync(fileURLToPath(new URL('mutation.md', import.meta.url)), `${[head, ...page].join('\n')}\n`);
  }
}

const mutation = process.argv.find((option) => /^--mutation(?:=|$)/.test(option));
if (mutation !== undefined) {
  await mutate(Number(mutation.split('=')[1] ?? 1));
  process.exit(0);
}
if (process.argv.includes('--as-typed')) {
  sayAsTyped(askAsTyped(), say);
  process.exit(0);
}
const { sets } = await querySets();
const judged = await examined();

say('# Trust, class by class\n');
say(`\`npm run bench -- trust\`, ${recordedOn}`);
say(`| class | must be | cases | met | ${families.join(' | ')} | \`high\` | \`low\` | \`none\` | right first |`);
say(`|---|---|---|---|${families.map(() => '---|').join('')}---|---|---|---|`);
for (const [name, { goal }] of Object.entries(classes)) {
  const own = judged.filter((row) => row.name === name);
  const parts = families.map((family) =>
    percent(
      own.filter((row) => row.family === family),
      met[goal],
    ),
  );
  const verdicts = ['high', 'low', 'none'].map((verdict) => percent(own, (row) => row.verdict === verdict));
  const first = percent(
    own.filter(({ answer }) => answer !== null),
    ({ right }) => right,
  );
  say(
    `| ${name} | ${goal} | ${own.length} | ${percent(own, met[goal])} | ${parts.join(' | ')} | ${verdicts.join(' | ')} | ${first} |`,
  );
}
const rows = Object.values(sets).flat();
sayCatalogues(rows, say);
sayAsTyped(askAsTyped(), say);
await mutate(0.1);
if (process.argv.includes('--missed')) {
  for (const row of judged.filter((row) => !met[row.goal](row))) {
    const { name, collection, isDeclared, text, verdict, answer, first } = row;
    console.log(
      [
        'missed',
        name,
        collection,
        isDeclared ? 'declared' : 'plain',
        text,
        verdict,
        `${answer} got ${first?.externalId}`,
      ].join('\t'),
    );
  }
}
if (process.argv.includes('--wrong')) {
  listWrong(rows);
}
if (process.argv.includes('--write')) {
  writeFileSync(fileURLToPath(new URL('trust.md', import.meta.url)), `${lines.join('\n')}\n`);
}
