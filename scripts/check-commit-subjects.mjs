/** `npm run commits`: checks the subjects of commits that are not on `main`. Does nothing if there is no `main`. */
import { execFileSync } from 'node:child_process';
import { subjectProblem } from './commit-subject.mjs';

/**
 * @param {string[]} words @returns {string[] | undefined} the lines of git's output; undefined if git fails
 */
function git(...words) {
  try {
    return execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  } catch {
    return undefined;
  }
}

const problems = (git('log', '--no-merges', '--format=%s', 'main..HEAD') ?? []).flatMap((subject) => {
  const problem = subjectProblem(subject);
  return problem === undefined ? [] : [`"${subject}" ${problem}`];
});
for (const problem of problems) console.error(`Commit subject ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
