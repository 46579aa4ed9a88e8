import { parse, TomlError } from 'smol-toml';
import { deepest, type ReadBlock, tooDeep } from './front-matter-problem.js';

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
