// Measures whether the strictness from labels keeps errors below `high_errors_max`:
//   TEST_DATA_DIR=<folder> npm run bench -- strictness [--write]
// Recorded in strictness.md. Of each catalogue, one random half of the labels chooses the strictness and the other half
// checks it. A third of the queries have no record, so that the usual rules make errors.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { strictest } from '../../packages/resolver/dist/index.js';
import { chooseStrictness, errorsAt } from '../../packages/resolver/dist/ranking/bounds.js';
import { hasData } from './data.mjs';
import { randomSource } from './random.mjs';
import { querySets } from './sets.mjs';

if (!hasData()) {
  console.log('The benchmark needs the public data sets: set TEST_DATA_DIR to their folder.');
  process.exit(0);
}

const splits = 100;
const random = randomSource(11);
const { sets } = await querySets();
const catalogues = {
  'Abt and Buy': ['Abt names in Buy', 'Abt names, right one absent'],
  bestbuy: ['known items of bestbuy', 'known items of bestbuy, absent'],
  magento: ['known items of magento', 'known items of magento, absent'],
  northwind: ['northwindProducts', 'northwindCustomers'].flatMap((name) => [
    `known items of ${name}`,
    `known items of ${name}, absent`,
  ]),
};

/** Labels as an evaluation keeps them. Of the queries without a record, half are left out. */
function labelsOf(names) {
  return names.flatMap((name) =>
    sets[name]
      .filter(() => !name.endsWith('absent') || random() < 0.5)
      .filter(({ verdict }) => verdict === 'high')
      .map(({ strength, right, isListed }) => ({ strength, given: 1, wrong: right || isListed ? 0 : 1 })),
  );
}

const lines = [];
const say = (line) => {
  lines.push(line);
  console.log(line);
};
say('# Strictness from labels\n');
say(`\`npm run bench -- strictness\`: ${splits} random halves of each catalogue.\n`);
say('| catalogue | `high` | wrong | `high_errors_max` | measured | bound held | `high` kept, mean |');
say('|---|---|---|---|---|---|---|');
for (const [name, names] of Object.entries(catalogues)) {
  const labels = labelsOf(names);
  for (const errorsMax of [0.02, 0.05]) {
    let [measured, held, kept] = [0, 0, 0];
    for (let split = 0; split < splits; split += 1) {
      const halves = [[], []];
      for (const label of labels) halves[random() < 0.5 ? 0 : 1].push(label);
      const chosen = chooseStrictness(halves[0], { errorsMax, strictest });
      const { given, wrong } = errorsAt(halves[1], chosen?.strictness ?? 0);
      measured += chosen === undefined ? 0 : 1;
      held += chosen === undefined || wrong <= errorsMax * given ? 1 : 0;
      kept += given / halves[1].length;
    }
    const all = errorsAt(labels, 0);
    const share = `${((100 * kept) / splits).toFixed(0)} %`;
    say(`| ${name} | ${all.given} | ${all.wrong} | ${errorsMax} | ${measured} | ${held} of ${splits} | ${share} |`);
  }
}
if (process.argv.includes('--write')) {
  writeFileSync(fileURLToPath(new URL('strictness.md', import.meta.url)), `${lines.join('\n')}\n`);
}
