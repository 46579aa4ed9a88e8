import { parse, TomlError } from 'smol-toml';
import { deepest, type FrontMatterProblem, type ReadBlock, tooDeep } from './front-matter-problem.js';
import { fencedIn, isUnclosed, longestFrontMatter, startOf } from './head.js';
import { readYaml } from './yaml-block.js';

/** A document's text, split into front matter and body. */
export interface FrontMatter {
  /** The front matter as JSON; null if there is none. */
  readonly data: Readonly<Record<string, unknown>> | null;
  /** The value of `title`, even if it is not a string; empty if there is none. */
  readonly title: string;
  /** The text after the front matter. */
  readonly body: string;
  /** Number of lines of the front matter. */
  readonly lines: number;
  /** Why text that looks like front matter cannot be read as such. */
  readonly problem: FrontMatterProblem | null;
}

/**
 * Splits off front matter at the start of a document: YAML between two lines of `---`, or TOML between two of `+++`. If
 * it is not a mapping or has an error, it stays in the text.
 */
export function splitFrontMatter(text: string): FrontMatter {
  const start = startOf(text);
  const fenced = fencedIn(text);
  const block = fenced === undefined ? {} : fenced.isToml ? readToml(fenced.inside) : readYaml(fenced.inside);
  const { data, title = '', problem } = block;
  if (fenced === undefined && isUnclosed(text)) {
    return { data: null, title: '', body: text.slice(start), lines: 0, problem: unclosed };
  }
  if (fenced === undefined || data === undefined) {
    const found = problem === undefined ? null : { ...problem, line: problem.line + 1 };
    return { data: null, title: '', body: text.slice(start), lines: 0, problem: found };
  }
  const lines = fenced.whole.split('\n').length - 1;
  return { data, title, body: text.slice(start + fenced.whole.length), lines, problem: null };
}

const unclosed: FrontMatterProblem = {
  line: 1,
  column: 1,
  message: `Front matter must end with a line of --- (+++ for TOML) within ${longestFrontMatter} characters`,
};

/** Reads TOML front matter. If the block contains any error, none of it is used. */
export function readToml(text: string): ReadBlock {
  try {
    const table = parse(text, { maxDepth: deepest });
    if (nestsDeeperThan(deepest, table)) {
      return tooDeep;
    }
    // JSON converts dates to text, and numbers that JSON cannot express to null.
    const data = JSON.parse(JSON.stringify(table)) as Record<string, unknown>;
    const { title } = data;
    return { data, ...(typeof title === 'object' || title === undefined ? {} : { title: String(title) }) };
  } catch (error) {
    if (error instanceof TomlError) {
      const message = error.message.split('\n')[0] ?? '';
      return {
        problem: { line: error.line, column: error.column, message: message.replace(/^Invalid TOML document: /, '') },
      };
    }
    throw error;
  }
}

/** Checked on the result, because dotted keys nest tables without brackets. */
function nestsDeeperThan(most: number, table: unknown): boolean {
  let level: unknown[] = [table];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most + 1) {
      return true;
    }
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}
