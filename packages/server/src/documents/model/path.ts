/** A whole document path in two parts: the repo's name, and the path in the repo. */
export interface DocumentLocation {
  readonly repo: string;
  readonly path: string;
}

/** Splits a valid document path (`<repo>/<path>`). */
export function locationOf(documentPath: string): DocumentLocation {
  const slash = documentPath.indexOf('/');
  return { repo: documentPath.slice(0, slash), path: documentPath.slice(slash + 1) };
}

/** The folder of a path; '' is the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A name inside a folder. */
export function inside(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Every folder above a path, the root ('') first. */
export function foldersOf(path: string): string[] {
  const segments = path.split('/').slice(0, -1);
  return ['', ...segments.map((_, index) => segments.slice(0, index + 1).join('/'))];
}
