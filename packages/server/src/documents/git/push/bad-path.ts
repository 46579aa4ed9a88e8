import { documentPathProblem } from '@tessera/contract';
import { InvalidObjectError, quoted } from '../../model/git-objects.js';

/**
 * Throws `InvalidObjectError` for a path of a commit that cannot be a document's in the repo. `after` is null if the
 * commit removes the path.
 * Git hashes names as written, so a name in another Unicode form cannot be normalised here: the message contains the
 * command that does so.
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

/** A path as escaped bytes for a shell, because the two Unicode forms look alike. */
function inBytes(path: string): string {
  const bytes = [...Buffer.from(path)].map((byte) => {
    const isPlain = byte > 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c;
    return isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `$'${bytes.join('')}'`;
}
