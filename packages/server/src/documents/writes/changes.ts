import { documentErrors } from '../model/errors.js';
import { locationOf } from '../model/path.js';
import type { ReadBytes } from '../store/index.js';

/**
 * What a writer saw last: a blob in hexadecimal, null for no document, or `any` for whatever is there. Of several one has
 * to be there, of which `*` is every one.
 */
export type Base = string | null | readonly string[];

/** The bytes of a document to be; with `blob`, their id, if the repo contains them, as of an earlier version. */
export interface NewBytes {
  /** Of a large file only the start. */
  readonly bytes: Buffer;
  readonly blob?: Buffer;
  readonly large?: LargeFile;
}

/** A file that is larger than a document of text may be. `read` is undefined where the repo contains it. */
export interface LargeFile {
  readonly oid: Buffer;
  readonly size: number;
  readonly read?: ReadBytes;
}

/** One change as it is asked for; paths are whole (`<repo>/<path>`). */
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

/** Every whole path that a change is about. */
export function pathsOf(change: RequestedChange): string[] {
  return change.action === 'move' ? [change.path, change.to] : [change.path];
}

/** Where a change leaves its document. */
export function targetPathOf(change: RequestedChange): string {
  return change.action === 'move' ? change.to : change.path;
}

/** Throws `invalid_path` for a path outside the repo, and for one that two changes are about. */
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

/** The message of a commit whose author gave none. */
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
