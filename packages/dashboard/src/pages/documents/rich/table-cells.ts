import { textOf } from '../../../text.js';

/** The range of a cell's content in the text of a table. */
export interface CellRange {
  readonly from: number;
  readonly to: number;
}

const delimiters = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** The cells of a Markdown table by rows, without the line of delimiters; empty for other text. */
export function cellsOf(text: string): CellRange[][] {
  const lines = Array.from(text.matchAll(/[^\n]+/g), ({ index, 0: line }) => ({ index, line }));
  if (!delimiters.test(lines[1]?.line.trimEnd() ?? '')) {
    return [];
  }
  return lines.filter((_, number) => number !== 1).map(({ index, line }) => rowOf(line, index));
}

function rowOf(line: string, start: number): CellRange[] {
  const trimmed = line.trimEnd();
  const first = trimmed.search(/\S/);
  const begin = trimmed[first] === '|' ? first + 1 : first;
  // A pipe after a backslash is part of its cell, also in code.
  const bars = Array.from(trimmed.slice(begin).matchAll(/(?<!\\)\|/g), ({ index }) => begin + index);
  const ends = bars.at(-1) === trimmed.length - 1 ? bars : [...bars, trimmed.length];
  return ends.map((end, number) => {
    const from = number === 0 ? begin : (ends[number - 1] ?? 0) + 1;
    const cell = trimmed.slice(from, end);
    const left = cell.length - cell.trimStart().length;
    const content = cell.trim();
    // An empty cell is written after its first space.
    const at = start + from + (content === '' ? Math.min(1, cell.length) : left);
    return { from: at, to: at + content.length };
  });
}

/** The Markdown of what was typed in a cell: on one line, and without a bar that would end it. */
export function cellText(typed: string): string {
  return typed
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\\)\|/g, '\\|');
}

/** The text of a table with an empty row below its last one, or an empty column after its last one. */
export function extended(text: string, part: 'row' | 'column'): string {
  const lines = text.trimEnd().split('\n');
  if (part === 'row') return [...lines, `|${'  |'.repeat(cellsOf(text)[0]?.length ?? 1)}`].join('\n');
  return lines
    .map((line, number) => {
      const row = line.trimEnd();
      const isClosed = /(?<!\\)\|$/.test(row);
      return `${row}${isClosed ? '' : ' |'} ${[textOf('Column'), '---'][number] ?? ''} |`;
    })
    .join('\n');
}
