import { nameOf } from './path.js';

/** Normalises a name for comparison: lower case, with spaces as hyphens. */
export function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
}

/** Whether a path is a Markdown document by its name. */
export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

/** Whether a file is shown on its folder's page. */
export function isIndex(path: string): boolean {
  return /^(readme|index)\.(md|markdown)$/i.test(nameOf(path));
}

/** Whether a file describes its folder, as for Docusaurus. */
export function isCategory(path: string): boolean {
  return /^_category_\.(?:json|ya?ml)$/.test(nameOf(path));
}

/** A path in the form of `[[Name]]`, that is, without a Markdown extension. */
export function withoutExtension(path: string): string {
  return path.replace(/\.(?:md|markdown)$/i, '');
}

/** The last segment of a path without its extension. */
export function stemOf(path: string): string {
  return nameOf(path).replace(/\.[^.]+$/, '');
}

/** Whether `[[name]]` refers to this path by its file name or by the end of the path. */
export function isNamedByPath(path: string, name: string): boolean {
  const wanted = folded(withoutExtension(name.replace(/^\.?\//, '')));
  if (wanted.includes('/')) {
    return `/${folded(withoutExtension(path))}`.endsWith(`/${wanted}`);
  }
  return folded(stemOf(path)) === wanted || folded(nameOf(path)) === folded(name);
}

/** Whether `[[name]]`, which contains a slash, is the whole path in a repo, without its extension. */
export function isWholePath(path: string, name: string): boolean {
  const inRepo = path.slice(path.indexOf('/'));
  return (
    name.includes('/') && folded(withoutExtension(inRepo)) === folded(withoutExtension(`/${name.replace(/^\//, '')}`))
  );
}

/** The path that a relative one leads to from a folder (`repo/folder/`). Undefined if it leaves the repo. */
export function pathFrom(relative: string, folder: string): string | undefined {
  const [repo = '', ...folders] = folder.split('/').filter((segment) => segment !== '');
  for (const segment of relative.split('/')) {
    if (segment === '..') {
      if (folders.pop() === undefined) {
        return undefined;
      }
    } else if (segment !== '.' && segment !== '') {
      folders.push(segment);
    }
  }
  return [repo, ...folders].join('/');
}
