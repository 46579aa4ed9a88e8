import { useMemo, useState } from 'react';
import type { Cell } from './current-cell.js';

type Span = readonly [first: number, last: number];

/** A rectangle of cells; a single cell is one too. */
export interface CellRange {
  readonly rows: Span;
  readonly columns: Span;
}

/** Whether a row or column is in a part of a range. */
export function isWithin([first, last]: Span, position: number): boolean {
  return first <= position && position <= last;
}

/** The numbers from the first to the last. */
export function positionsIn([first, last]: Span): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The range from the cell where a person started to press Shift to the current cell. `extend` notes each move. */
export function useCellRange(cell: Cell) {
  const [start, setStart] = useState<Cell>();
  const range = useMemo((): CellRange => {
    const spanOf = (one: number, other: number): Span => [Math.min(one, other), Math.max(one, other)];
    const from = start ?? cell;
    return { rows: spanOf(from.row, cell.row), columns: spanOf(from.column, cell.column) };
  }, [start, cell]);
  const extend = (isRange: boolean): void => setStart((before) => (isRange ? (before ?? cell) : undefined));
  return { range, isSeveral: start !== undefined, extend };
}

/** Cells as text that spreadsheets paste into cells. */
export function tabSeparated(rows: readonly (readonly string[])[]): string {
  const quoted = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((cells) => cells.map(quoted).join('\t')).join('\n');
}
