/** `npm run prose`: checks documents, and comments and strings in sources, against scripts/prose-vocabulary.mjs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { proseProblems } from './prose-rules.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Generated files, results of measurements, migrations, which never change, the sample, and the vocabulary with its tests. */
const unchecked =
  /\/generated\/|^bench\/.*\.md$|\/assets\/|\.d\.ts$|^scripts\/prose-|\/migrations\/|^packages\/server\/sample\/|\/schema\.sql$/;
const sources = [
  '*.md',
  '*.ts',
  '*.tsx',
  '*.mjs',
  '*.py',
  '*.sh',
  '*.yaml',
  '*.yml',
  '*.conf',
  '*.service',
  '*.sql',
  '*.css',
  '*.toml',
];
const listed = execFileSync('git', ['ls-files', ...sources, '*Dockerfile', '.ci/run'], { cwd: root, encoding: 'utf8' });
let errors = 0;
for (const path of listed.split('\n').filter((each) => each && !unchecked.test(each))) {
  for (const { line, message } of proseProblems(path, readFileSync(`${root}${path}`, 'utf8'))) {
    console.error(`${path}:${line} ${message}`);
    errors += 1;
  }
}
console.error(`Prose: ${errors} errors.`);
process.exitCode = errors ? 1 : 0;
