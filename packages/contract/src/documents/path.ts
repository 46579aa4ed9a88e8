import { z } from 'zod';
import { codedIssue } from '../issues.js';
import { limits } from '../limits.js';

const repoPattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;

// Names that git refuses, because file systems treat them as `.git`. NTFS drops trailing spaces and dots and everything
// after a colon, and has a short name for the folder. HFS+ ignores invisible characters.
const gitOnNtfs = /^(?:\.git|git~1)[ .]*(?::.*)?$/iu;
const unseenOnHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unstorable = /[\u0000-\u001f\u007f-\u009f\\]|\p{Surrogate}/u;
const encoder = new TextEncoder();

/** Whether text is a valid repo name: 1-64 of a-z, 0-9, _ and -, starting with a letter or digit. */
export function isRepoName(text: string): boolean {
  return repoPattern.test(text);
}

/**
 * The problem of a path in a repo, in words that continue "the path". Undefined if it is valid. The path must be in
 * Unicode form NFC.
 */
export function pathProblem(path: string): string | undefined {
  if (path !== path.normalize('NFC')) {
    return 'must be in Unicode normalization form C';
  }
  if (unstorable.test(path)) {
    return 'must not contain a control character, a backslash or half a surrogate pair';
  }
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.' || segment === '..') {
      return 'must not contain a segment that is empty, one dot or two dots';
    }
    if (encoder.encode(segment).length > limits.pathSegmentBytes) {
      return `must have segments of at most ${limits.pathSegmentBytes} bytes`;
    }
    if (gitOnNtfs.test(segment.replace(unseenOnHfs, ''))) {
      return 'must not contain .git, or a name that some file systems treat as .git';
    }
  }
  return undefined;
}

// Windows reserves these names with any extension, drops dots and spaces at the end, and refuses some characters.
const reservedOnWindows = /^(?:con|prn|aux|nul|(?:com|lpt)[1-9¹²³])(?:\.|$)/i;
const refusedOnWindows = /[<>:"|?*]|[. ]$/;

/**
 * Why clones on Windows or macOS cannot store a name that is added to a folder: the name itself, or another one there
 * that differs by case only. Undefined if they can store all. The other name is not stated: it can be hidden.
 */
export function addedNameProblem(names: Iterable<string>, isAdded: (name: string) => boolean): string | undefined {
  const byCase = new Map<string, string>();
  for (const name of names) {
    const other = byCase.get(name.toLowerCase());
    const added = [name, other].find((each) => each !== undefined && isAdded(each));
    const problem = added === undefined ? undefined : portabilityProblem(added);
    if (problem !== undefined) return problem;
    if (added !== undefined && other !== undefined) {
      return `another name in the folder differs from "${added}" by case only, so clones on Windows and macOS lose one: rename it`;
    }
    byCase.set(name.toLowerCase(), name);
  }
  return undefined;
}

/** The first name in a path with which a clone fails on Windows, as a sentence. Undefined if all names work there. */
export function portabilityProblem(path: string): string | undefined {
  const name = path.split('/').find((segment) => reservedOnWindows.test(segment) || refusedOnWindows.test(segment));
  return name === undefined ? undefined : `Windows cannot store the name "${name}", so clones fail there: rename it`;
}

/** The problem of a document path with its repo, `<repo>/<path>`. Undefined if it is valid. */
export function documentPathProblem(path: string): string | undefined {
  if (Array.from(path).length > limits.pathCharacters) {
    return `must be at most ${limits.pathCharacters} characters`;
  }
  const slash = path.indexOf('/');
  if (slash === -1 || !isRepoName(path.slice(0, slash))) {
    return 'must begin with the name of a repo and a slash, as in handbook/start.md';
  }
  return pathProblem(path.slice(slash + 1));
}

/** `<repo>/<path>`, normalised to Unicode form NFC. Any other text is reported as `invalid_path`. */
export const documentPath = z
  .string()
  .transform((value, context) => {
    const path = value.normalize('NFC');
    const problem = documentPathProblem(path);
    if (problem !== undefined) {
      context.addIssue(codedIssue('invalid_path', `A document's path ${problem}.`));
    }
    return path;
  })
  .meta({
    id: 'DocumentPath',
    type: 'string',
    maxLength: limits.pathCharacters,
    description: 'Whole path of a document: the name of its repo, a slash, and its path there, as in handbook/start.md',
  });

/** A folder, `<repo>` or `<repo>/<folder>`, with or without a trailing slash; empty means everything. */
export const pathPrefix = z
  .string()
  .transform((value, context) => {
    const prefix = value.normalize('NFC').replace(/\/$/, '');
    const problem = prefix === '' || isRepoName(prefix) ? undefined : documentPathProblem(prefix);
    if (problem !== undefined) {
      context.addIssue(codedIssue('invalid_path', `A prefix ${problem}.`));
    }
    return prefix;
  })
  .meta({
    type: 'string',
    maxLength: limits.pathCharacters + 1,
    description: 'A folder, such as handbook or handbook/people/; whole segments count',
  });

/** Name of a repo. */
export const repoName = z
  .string()
  .regex(repoPattern, { error: 'must be 1-64 of a-z, 0-9, _ and -, beginning with a letter or digit' })
  .meta({ id: 'RepoName' });
