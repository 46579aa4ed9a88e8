import { type PathGroup, readAccess } from '@tessera/path-access';

/** A document or folder whose access is shown. */
export interface Place {
  /** The path, without the slash at the end of a folder's address. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly title: string;
}

/** The path by which access to a place is decided. For a folder it is that of any new document. */
export function probeOf({ path, isFolder }: Pick<Place, 'path' | 'isFolder'>): string {
  return isFolder ? `${path}/new-document.md` : path;
}

/** The pattern that matches exactly a place, with everything in it. */
export function patternOf({ path, isFolder }: Pick<Place, 'path' | 'isFolder'>): string {
  const literal = path.replace(/[*?[\]{}(]/g, '[$&]');
  return isFolder ? `${literal}/**` : literal;
}

/** The patterns of a group that match a path. */
export function patternsFor(group: PathGroup, path: string): string[] {
  return readAccess([group])
    .explain(path)
    .matches.map(({ pattern }) => pattern);
}
