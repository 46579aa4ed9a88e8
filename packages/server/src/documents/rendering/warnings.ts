import { portabilityProblem } from '@tessera/contract';
import type { FrontMatterProblem } from './front-matter-problem.js';

/** The problem of a document's front matter, and that of its path. */
export function warningsAbout(path: string, problem: FrontMatterProblem | null): FrontMatterProblem[] {
  const message = portabilityProblem(path);
  return [...(problem === null ? [] : [problem]), ...(message === undefined ? [] : [{ line: 1, column: 1, message }])];
}
