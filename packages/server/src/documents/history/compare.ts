import { diffArrays, structuredPatch } from 'diff';
import type { AnswerOf } from '../../dispatch/operation.js';

/** Time limit of one comparison. */
const patienceMs = 200;
const contextLines = 3;

/** A comparison by lines, in the form of the response. */
export type Comparison = AnswerOf<'documents.diff'>;

/** Two versions of text. */
export interface ComparedVersions {
  readonly before: string;
  readonly after: string;
}

/** Compares two versions of text. If that takes too long, all lines count as changed. */
export function compareVersions({ before, after }: ComparedVersions): Comparison {
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: contextLines,
    timeout: patienceMs,
  });
  if (patch === undefined) {
    return replaceAll({ before, after });
  }
  const hunks = patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    // If a side has no lines, this is the number of the line before, as in a patch.
    old_start: oldLines === 0 ? oldStart - 1 : oldStart,
    old_lines: oldLines,
    new_start: newLines === 0 ? newStart - 1 : newStart,
    new_lines: newLines,
    lines,
  }));
  return { hunks, binary: false, truncated: false };
}

/** The comparison of versions that are not compared: all old lines are removed, all new lines are added. */
export function replaceAll(texts: ComparedVersions): Comparison {
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

/** The lines of text. A line break at its end does not start another line. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') {
    lines.pop();
  }
  return lines;
}

/**
 * Lines to trace back. `text` is the oldest text so far, and each position is a line's index in it, or -1 if absent.
 */
export interface FollowedLines {
  readonly text: string;
  readonly positions: readonly number[];
  /** The older versions, newest first. */
  readonly older: readonly string[];
}

/** How far back lines were traced. */
export interface LineOrigins {
  /** For each line, the number of consecutive older versions that contain it. */
  readonly depths: readonly number[];
  /** The index of each line in the oldest text, as in `FollowedLines`. */
  readonly positions: readonly number[];
  /** Whether tracing stopped early because a comparison took too long. */
  readonly isCut: boolean;
}

/** Traces lines back through older versions. */
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

/** For each line of `after`, its index in `before`, or -1 if it is new. Undefined if the comparison takes too long. */
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
