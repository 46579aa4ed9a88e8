import { documentPathProblem } from '@tessera/contract';
import { InvalidObjectError, quoted } from '../../model/git-objects.js';

/**
 * Throws `InvalidObjectError` for a path in a commit that no document of the repo can have. `after` is null if the
 * commit removes the path. A name in another Unicode form cannot be normalised here, because git hashes names as
 * written. The message contains the command that renames it.
 */
export function refuseBadPath(repo: string, path: string, after: string | null): void {
  const composed = path.normalize('NFC');
  const problem = after === null ? undefined : documentPathProblem(`${repo}/${composed}`);
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
