// What other cut-offs of the verdict's rules would do: each tried by itself, models and thresholds fitted anew.
//   TEST_DATA_DIR=<folder> npm run bench:cutoffs; recorded in cutoffs.md
import { cpus, release } from 'node:os';
import { featureNames } from '../../packages/resolver/dist/ranking/features.js';
import { hasData } from './data.mjs';
import { fitTable, usualRules } from './models.mjs';
import { querySets } from './sets.mjs';

const tried = {
  coverageMin: [0, 0.3, 0.4, 0.5, 0.6, 0.7],
  clearCodeLead: [0, 0.1, 0.2, 0.3, 0.5],
  byCodeMin: [0, 0.3, 0.5, 0.7, 0.8, 0.9],
};

if (!hasData()) {
  console.log('bench:cutoffs needs the public data sets: set TEST_DATA_DIR to their folder.');
  process.exit(0);
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;
const { sets } = await querySets();
console.log(`Node ${process.version}, ${cpus()[0]?.model.trim()}, ${cpus().length} cores, Linux ${release()}`);
for (const [name, values] of Object.entries(tried)) {
  console.log(`\n### \`${name}\`, in use: ${usualRules[name]}\n`);
  console.log('| value | thresholds: code, words | `high` right | worst family left out | right ones `high` |');
  console.log('|---|---|---|---|---|');
  for (const value of values) {
    const { table, curve } = fitTable(sets, featureNames, { ...usualRules, [name]: value });
    const { byCode, byWords } = table;
    const { highRight, highRightLeftOut, highShare } = curve.find(({ threshold }) => threshold === byWords.threshold);
    const shares = [highRight, highRightLeftOut, highShare].map(percent).join(' | ');
    console.log(`| ${value} | ${byCode.threshold}, ${byWords.threshold} | ${shares} |`);
  }
}
