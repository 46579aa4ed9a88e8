import type { FrontMatterProblem } from './front-matter-problem.js';
import { fencedIn, startOf } from './head.js';
import { readToml } from './toml-block.js';
import { readYaml } from './yaml-block.js';

/** A document's text in two: what stands in front of it and what is read. */
export interface FrontMatter {
  /** What the front matter says, as JSON; null when there is none. */
  readonly data: Readonly<Record<string, unknown>> | null;
  /** Its `title`, whatever its type; empty where it has none. */
  readonly title: string;
  /** The text behind it. */
  readonly body: string;
  /** How many lines the front matter takes. */
  readonly lines: number;
  /** Why what looks like front matter stays text. */
  readonly problem: FrontMatterProblem | null;
}

/**
 * Takes the YAML between two lines of `---`, or the TOML between two of `+++`, off the top of a document. What is not a
 * mapping, or has an error, stays in the text.
 */
export function splitFrontMatter(text: string): FrontMatter {
  const start = startOf(text);
  const fenced = fencedIn(text);
  const block = fenced === undefined ? {} : fenced.isToml ? readToml(fenced.inside) : readYaml(fenced.inside);
  const { data, title = '', problem } = block;
  if (fenced === undefined || data === undefined) {
    const found = problem === undefined ? null : { ...problem, line: problem.line + 1 };
    return { data: null, title: '', body: text.slice(start), lines: 0, problem: found };
  }
  const lines = fenced.whole.split('\n').length - 1;
  return { data, title, body: text.slice(start + fenced.whole.length), lines, problem: null };
}
