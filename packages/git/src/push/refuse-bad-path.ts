import { InvalidObjectError, quoted } from '../objects/objects.js';

/** What names and paths a repo accepts. Each function returns the reason against one, as the end of a sentence. */
export interface PathRules {
  /** The problem of one segment of a path. */
  readonly nameProblem: (name: string) => string | undefined;
  /** The problem of a whole path in the repo. */
  readonly pathProblem: (path: string) => string | undefined;
  /** The problem of the names of one folder, of which a commit adds some. Undefined if all are accepted. */
  readonly addedNameProblem?: (names: readonly string[], isAdded: (name: string) => boolean) => string | undefined;
}

/**
 * Throws `InvalidObjectError` for a path in a commit that no document of the repo can have. `after` is null if the
 * commit removes the path. A name in another Unicode form cannot be normalised here, because git hashes names as
 * written. The message contains the command that renames it.
 */
export function refuseBadPath(rules: PathRules, path: string, after: string | null): void {
  const composed = path.normalize('NFC');
  const problem = after === null ? undefined : rules.pathProblem(composed);
  if (problem !== undefined) {
    throw new InvalidObjectError(`the path ${quoted(path)} ${problem}`);
  }
  if (after !== null && composed !== path) {
    throw new InvalidObjectError(
      `the path ${quoted(path)} is not in Unicode normalization form C. In the commit that adds it, run: ` +
        `git mv ${inBytes(path)} ${inBytes(composed)} && git commit --amend --no-edit`,
    );
  }
}

/** A path as escaped bytes for a shell, because both Unicode forms look alike. */
function inBytes(path: string): string {
  const bytes = [...Buffer.from(path)].map((byte) => {
    const isPlain = byte > 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c;
    return isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `$'${bytes.join('')}'`;
}
