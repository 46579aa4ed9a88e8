/** Finds files and folders that import each other in a circle, for `npm run structure`. */
import { importsOf, isTest } from './structure-rules.mjs';

/**
 * The paths of one circle of imports, each imported by the one before and the first by the last; empty if there is
 * none.
 * @param {import('./structure-rules.mjs').SourceFile[]} files
 * @returns {string[]}
 */
export function importCircle(files) {
  const sources = files.filter(({ path }) => !isTest(path));
  const known = new Set(sources.map(({ path }) => path));
  const importing = new Map(
    sources.map((file) => [file.path, importsOf(file).flatMap(({ target }) => sourceOf(target, known))]),
  );
  return circleIn(importing);
}

/**
 * The folders of one circle between sibling folders; empty if there is none. Files directly above a folder assemble its
 * parts and are not counted.
 * @param {import('./structure-rules.mjs').SourceFile[]} files
 * @returns {string[]}
 */
export function folderCircle(files) {
  /** @type {Map<string, Set<string>>} */
  const importing = new Map();
  for (const file of files.filter(({ path }) => !isTest(path))) {
    for (const { target, isRelative } of importsOf(file)) {
      const [from, to] = isRelative ? siblingsOf(file.path, target) : [];
      if (from !== undefined && to !== undefined) importing.set(from, (importing.get(from) ?? new Set()).add(to));
    }
  }
  return circleIn(new Map([...importing].map(([folder, targets]) => [folder, [...targets]])));
}

/**
 * The two folders where the paths of two files diverge; undefined if one file is directly in a folder above the other.
 * @param {string} from @param {string} to
 */
function siblingsOf(from, to) {
  const [a, b] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)];
  const shared = a.findIndex((name, at) => name !== b[at]);
  return shared < 0 || shared >= b.length ? [] : [a, b].map((folders) => folders.slice(0, shared + 1).join('/'));
}

/** @param {Map<string, string[]>} importing is emptied @returns {string[]} */
function circleIn(importing) {
  // Remove files whose imports are not part of a circle.
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

/**
 * The known file that an import refers to, or undefined.
 * @param {string} target @param {Set<string>} known
 */
function sourceOf(target, known) {
  const stem = target.replace(/\.js$/, '');
  return [target, `${stem}.ts`, `${stem}.tsx`].filter((path) => known.has(path));
}
