import { nameOf } from '../model/path.js';

/** As names are compared: without case, spaces as hyphens. */
export function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
}

/** A path as `[[Name]]` may write it: without the ending of Markdown. */
export function withoutEnding(path: string): string {
  return path.replace(/\.(?:md|markdown)$/i, '');
}

/** The last segment of a path without any ending. */
export function stemOf(path: string): string {
  return nameOf(path).replace(/\.[^.]+$/, '');
}

/** Whether `[[name]]` means the document of this path by its file's name or the end of its path. */
export function isNamedByPath(path: string, name: string): boolean {
  const wanted = folded(withoutEnding(name.replace(/^\.?\//, '')));
  if (wanted.includes('/')) {
    return `/${folded(withoutEnding(path))}`.endsWith(`/${wanted}`);
  }
  return folded(stemOf(path)) === wanted || folded(nameOf(path)) === folded(name);
}
