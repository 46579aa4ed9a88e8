import { diffArrays, structuredPatch } from 'diff';
import type { AnswerOf } from '../../dispatch/operation.js';

/** How long two texts are compared at most. */
const patienceMs = 200;
const contextLines = 3;

/** Two texts line by line, as the route answers it. */
export type Comparison = AnswerOf<'documents.diff'>;

/** Two texts to compare. */
export interface ComparedTexts {
  readonly before: string;
  readonly after: string;
}

/** Compares two texts. Where that takes too long, it is as if nothing of them were the same. */
export function compareTexts({ before, after }: ComparedTexts): Comparison {
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: contextLines,
    timeout: patienceMs,
  });
  if (patch === undefined) {
    return replaceAll({ before, after });
  }
  const hunks = patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    // Of a side without lines it is the line before, as in a patch.
    old_start: oldLines === 0 ? oldStart - 1 : oldStart,
    old_lines: oldLines,
    new_start: newLines === 0 ? newStart - 1 : newStart,
    new_lines: newLines,
    lines,
  }));
  return { hunks, binary: false, truncated: false };
}

/** The comparison of versions that cannot be compared: every old line is removed and every new one added. */
export function replaceAll(texts: ComparedTexts): Comparison {
  const [before, after] = [linesOf(texts.before), linesOf(texts.after)];
  const hunk = {
    old_start: before.length === 0 ? 0 : 1,
    old_lines: before.length,
    new_start: after.length === 0 ? 0 : 1,
    new_lines: after.length,
    lines: [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)],
  };
  return { hunks: [hunk], binary: false, truncated: true };
}

/** The lines of a text; the break that ends the last one begins no other. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') {
    lines.pop();
  }
  return lines;
}

/** Lines that are followed back: the oldest text so far, and the index of each line in it, -1 for one that is not there. */
export interface FollowedLines {
  readonly text: string;
  readonly positions: readonly number[];
  /** The text of each version before it, newest first. */
  readonly older: readonly string[];
}

/** How far lines could be followed. */
export interface LineOrigins {
  /** For each line, how many of the older texts in a row contain it. */
  readonly depths: readonly number[];
  /** As in `FollowedLines`, of the last of the older texts. */
  readonly positions: readonly number[];
  /** Whether texts were left out because comparing took too long. */
  readonly isCut: boolean;
}

/** Follows lines back through older texts. */
export function followLines({ text, positions: from, older }: FollowedLines): LineOrigins {
  const depths = from.map(() => 0);
  let positions = from;
  let current = linesOf(text);
  for (const [index, olderText] of older.entries()) {
    if (positions.every((position) => position === -1)) {
      break;
    }
    const before = linesOf(olderText);
    const origins = originsOf(before, current);
    if (origins === undefined) {
      return { depths, positions, isCut: true };
    }
    positions = positions.map((position) => (position === -1 ? -1 : (origins[position] ?? -1)));
    for (const [line, position] of positions.entries()) {
      if (position !== -1) {
        depths[line] = index + 1;
      }
    }
    current = before;
  }
  return { depths, positions, isCut: false };
}

/**
 * Where each line of `after` was in `before`: its index there, or -1 for one that is new. Undefined where finding out
 * takes too long.
 */
function originsOf(before: readonly string[], after: readonly string[]): number[] | undefined {
  const changes = diffArrays([...before], [...after], { timeout: patienceMs });
  if (changes === undefined) {
    return undefined;
  }
  const origins: number[] = [];
  let at = 0;
  for (const { added, removed, count } of changes) {
    if (removed === true) {
      at += count;
      continue;
    }
    for (let line = 0; line < count; line += 1) {
      origins.push(added === true ? -1 : at + line);
    }
    at += added === true ? 0 : count;
  }
  return origins;
}
