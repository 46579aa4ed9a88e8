import { documentPath } from '@tessera/contract';
import { documentErrors } from '../model/errors.js';

/** Joins the parts of an address to a document's whole path. Throws `invalid_path`. */
export function wholePath({ repo, path }: { readonly repo: string; readonly path: string }): string {
  const result = documentPath.safeParse(`${repo}/${path}`);
  if (!result.success) {
    throw documentErrors.invalidPath(result.error.issues[0]?.message ?? 'This is not the path of a document.');
  }
  return result.data;
}

/** The ids in an `If-Match` or `If-None-Match` header, including weak tags; `*` means any. */
export function readTags(header: string): string[] {
  return header
    .split(',')
    .map((tag) =>
      tag
        .trim()
        .replace(/^W\//, '')
        .replace(/^"(.*)"$/, '$1'),
    )
    .filter((tag) => tag !== '');
}
