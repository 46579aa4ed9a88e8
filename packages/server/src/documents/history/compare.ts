import { diffArrays, structuredPatch } from 'diff';
import type { AnswerOf } from '../../dispatch/operation.js';

/** How long two texts are compared at most. */
const patienceMs = 200;
const contextLines = 3;

/** Two texts line by line, as the route answers it. */
export type Comparison = AnswerOf<'documents.diff'>;

/** Compares two texts; where that takes too long, everything old goes and everything new comes. */
export function compareTexts(before: string, after: string): Comparison {
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: contextLines,
    timeout: patienceMs,
  });
  if (patch === undefined) {
    return { hunks: [everything(linesOf(before), linesOf(after))], binary: false, truncated: true };
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

function everything(before: readonly string[], after: readonly string[]): Comparison['hunks'][number] {
  return {
    old_start: before.length === 0 ? 0 : 1,
    old_lines: before.length,
    new_start: after.length === 0 ? 0 : 1,
    new_lines: after.length,
    lines: [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)],
  };
}

/** The lines of a text; the break that ends the last one begins no other. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') {
    lines.pop();
  }
  return lines;
}

/**
 * Where each line of `after` was in `before`: its index there, or -1 for one that is new. Undefined where finding out
 * takes too long.
 */
export function originsOf(before: readonly string[], after: readonly string[]): number[] | undefined {
  const parts = diffArrays([...before], [...after], { timeout: patienceMs });
  if (parts === undefined) {
    return undefined;
  }
  const origins: number[] = [];
  let at = 0;
  for (const { added, removed, count } of parts) {
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
