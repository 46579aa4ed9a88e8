import { documentErrors } from '../model/errors.js';
import { locationOf } from '../model/path.js';
import type { ReadBytes } from '../store/index.js';

/**
 * The content that the writer expects at the path: a hexadecimal blob, null for no document, or `any`. A list contains
 * blobs of which one must match; `*` in it matches every blob.
 */
export type Base = string | null | readonly string[];

/**
 * The new content of a document. `blob` is its id if the repo already contains the content, for example in an earlier
 * version.
 */
export interface NewBytes {
  /** The content. Of a large file, only the start. */
  readonly bytes: Buffer;
  readonly blob?: Buffer;
  readonly large?: LargeFile;
}

/** A file above the size limit of text. `read` is undefined if the repo already contains the content. */
export interface LargeFile {
  readonly oid: Buffer;
  readonly size: number;
  readonly read?: ReadBytes;
}

/** One requested change. Its paths include the repo (`<repo>/<path>`). */
export type RequestedChange =
  | {
      readonly action: 'put';
      readonly path: string;
      readonly base: Base;
      readonly content: NewBytes;
      readonly restores?: true;
    }
  | { readonly action: 'delete'; readonly path: string; readonly base: Base }
  | { readonly action: 'move'; readonly path: string; readonly to: string; readonly base: Base };

/** The paths that a change affects, including the repo. */
export function pathsOf(change: RequestedChange): string[] {
  return change.action === 'move' ? [change.path, change.to] : [change.path];
}

/** The path of the document after the change, including the repo. */
export function targetPathOf(change: RequestedChange): string {
  return change.action === 'move' ? change.to : change.path;
}

/** Throws `invalid_path` for a path outside of the repo, and for a path that two changes affect. */
export function refuseBadPaths(repo: string, changes: readonly RequestedChange[]): void {
  const seen = new Set<string>();
  for (const path of changes.flatMap(pathsOf)) {
    if (locationOf(path).repo !== repo) {
      throw documentErrors.invalidPath(`The path ${path} is not in the repo ${repo}: one commit changes one repo.`);
    }
    if (seen.has(path)) {
      throw documentErrors.invalidPath(`The path ${path} is named twice: one commit changes a path once.`);
    }
    seen.add(path);
  }
}

/** The default message of a commit. */
export function usualMessage(change: RequestedChange, isNew: boolean): string {
  const { path } = locationOf(change.path);
  switch (change.action) {
    case 'put':
      return `${change.restores === true ? 'Restore' : isNew ? 'Add' : 'Change'} ${path}`;
    case 'delete':
      return `Delete ${path}`;
    case 'move':
      return `Move ${path} to ${locationOf(change.to).path}`;
  }
}
