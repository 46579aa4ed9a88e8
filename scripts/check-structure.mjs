/** `npm run structure`: checks every source file against scripts/structure-rules.mjs; errors fail, warnings do not. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderCircle, importCircle } from './import-circle.mjs';
import { repeatedNumbers } from './migration-numbers.mjs';
import {
  operationIds,
  unknownOperations,
  unknownSettings,
  unorderedFolders,
  unusedEvents,
} from './reference-rules.mjs';
import { isTest, problemsOf } from './structure-rules.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['packages', 'scripts', 'acceptance', 'bench', 'examples', 'clients'];
const skipped = new Set(['node_modules', 'dist', 'generated', 'assembly']);

/** @param {string} folder @returns {string[]} */
function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sourcesIn(path);
    return /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

let errors = 0;
const files = folders
  .flatMap((folder) => sourcesIn(join(root, folder)))
  .map((file) => ({ path: relative(root, file).split(sep).join('/'), text: readFileSync(file, 'utf8') }));
for (const file of files) {
  for (const { level, line, message } of problemsOf(file)) {
    if (level === 'error') errors += 1;
    console.error(`${file.path}:${line} ${level}: ${message}`);
  }
}
const listed = execFileSync('git', ['ls-files', '*.md', ':!CHANGELOG.md', ':!bench'], { cwd: root, encoding: 'utf8' });
const documents = listed
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const settingReaders = files.filter(({ path }) => !isTest(path));
for (const { path, line, message } of [
  ...unknownOperations(files, operationIds(files)),
  ...unknownSettings(documents, settingReaders),
  ...unusedEvents(documents, settingReaders),
  ...unorderedFolders(files),
]) {
  errors += 1;
  console.error(`${path}:${line} error: ${message}`);
}
for (const circle of [importCircle(files), folderCircle(files)]) {
  if (circle.length === 0) continue;
  errors += 1;
  console.error(
    `${circle[0]}:1 error: imports itself: ${circle.join(' -> ')}. Move what both ends need into one of their own.`,
  );
}
const migrations = 'packages/server/migrations';
for (const number of repeatedNumbers(readdirSync(join(root, migrations)))) {
  errors += 1;
  console.error(
    `${migrations}:1 error: two migrations have the number ${number}. Give the newer one the next free number.`,
  );
}
console.error(`Structure: ${files.length} files, ${errors} errors.`);
process.exitCode = errors ? 1 : 0;
