/** Files that import each other in a circle, for `npm run structure`. */
import { importsOf, isTest } from './structure-rules.mjs';

/**
 * The paths of one circle of imports, each imported by the one before and the first by the last; empty where there is none.
 * @param {import('./structure-rules.mjs').SourceFile[]} files
 * @returns {string[]}
 */
export function importCircle(files) {
  const sources = files.filter(({ path }) => !isTest(path));
  const known = new Set(sources.map(({ path }) => path));
  const importing = new Map(
    sources.map((file) => [file.path, importsOf(file).flatMap(({ target }) => sourceOf(target, known))]),
  );
  // A file whose imports all lead to an end is in no circle.
  for (let left = -1; left !== importing.size; ) {
    left = importing.size;
    for (const [path, targets] of importing) {
      if (!targets.some((target) => importing.has(target))) importing.delete(path);
    }
  }
  /** @type {string[]} */
  const walked = [];
  let [path] = importing.keys();
  while (path !== undefined && !walked.includes(path)) {
    walked.push(path);
    path = importing.get(path)?.find((target) => importing.has(target));
  }
  return path === undefined ? [] : walked.slice(walked.indexOf(path));
}

/** The file that an import names, if it is one of those known. @param {string} target @param {Set<string>} known */
function sourceOf(target, known) {
  const stem = target.replace(/\.js$/, '');
  return [target, `${stem}.ts`, `${stem}.tsx`].filter((path) => known.has(path));
}
