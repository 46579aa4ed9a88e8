import { diffWordsWithSpace } from 'diff';

/** A changed part of a document, as the service returns it. */
interface Hunk {
  readonly old_start: number;
  readonly new_start: number;
  readonly lines: readonly string[];
}

/** One side of a row. */
interface DiffSide {
  readonly line: number;
  readonly text: string;
  readonly changed: boolean;
}

/** A row of a side-by-side view. A side is undefined if the line exists on the other side only. */
export interface DiffRow {
  readonly key: number;
  readonly before: DiffSide | undefined;
  readonly after: DiffSide | undefined;
}

/** The rows of a hunk. Removed lines and the added lines after them are side by side. */
export function rowsOf({ old_start: oldStart, new_start: newStart, lines }: Hunk): DiffRow[] {
  const rows: DiffRow[] = [];
  let [oldLine, newLine] = [oldStart, newStart];
  let removed: DiffSide[] = [];
  let added: DiffSide[] = [];
  const flush = (): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      rows.push({ key: rows.length, before: removed[index], after: added[index] });
    }
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    const text = line.slice(1);
    if (line.startsWith('-')) {
      removed.push({ line: oldLine++, text, changed: true });
    } else if (line.startsWith('+')) {
      added.push({ line: newLine++, text, changed: true });
    } else if (line.startsWith(' ')) {
      flush();
      const before = { line: oldLine++, text, changed: false };
      rows.push({ key: rows.length, before, after: { ...before, line: newLine++ } });
    }
  }
  flush();
  return rows;
}

/** A part of a changed line, and whether it changed. */
export interface Word {
  readonly text: string;
  readonly changed: boolean;
}

/** Lines longer than this are compared as a whole, so that the page does not freeze. */
const longestCompared = 5_000;

/** The words of a changed line and of its replacement. Undefined if they are too long to compare. */
export function wordsOf(before: string, after: string): { before: Word[]; after: Word[] } | undefined {
  if (before.length + after.length > longestCompared) {
    return undefined;
  }
  const changes = diffWordsWithSpace(before, after);
  const side = (other: 'added' | 'removed', own: 'added' | 'removed'): Word[] =>
    changes.filter((change) => !change[other]).map((change) => ({ text: change.value, changed: change[own] }));
  return { before: side('added', 'removed'), after: side('removed', 'added') };
}
