import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

const pageRows = 20;

/** A cell of a grid: its row, and its column, counted from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** What keys do in a grid. */
export interface GridKeys {
  readonly cell: Cell;
  readonly rows: number;
  readonly columns: number;
  onMove(cell: Cell): void;
  onOpen(row: number): void;
  onToggle(row: number, isRange: boolean): void;
}

/**
 * The only cell of a grid that the Tab key reaches. Arrow keys move it, so that no one has to tab through a million
 * cells.
 */
export function useCurrentCell(scroller: RefObject<HTMLElement | null>, keys: GridKeys) {
  const { cell } = keys;
  const isMoved = useRef(false);
  useEffect(() => {
    // Runs after each render, because a distant row is rendered some time after the key press.
    const element = isMoved.current ? cellElement(scroller.current, cell) : null;
    if (element) {
      isMoved.current = false;
      element.focus({ preventScroll: true });
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || target.closest('thead, input:not([type=checkbox])') !== null) {
      return;
    }
    const next = moved(event, keys);
    if (next !== undefined) {
      event.preventDefault();
      isMoved.current = true;
      keys.onMove(next);
    } else if (event.key === 'Enter' && target.localName !== 'a') {
      event.preventDefault();
      keys.onOpen(cell.row);
    } else if (event.key === ' ' && target.localName !== 'input') {
      event.preventDefault();
      keys.onToggle(cell.row, event.shiftKey);
    } else if (event.key === 'c' && (event.ctrlKey || event.metaKey) && String(getSelection()) === '') {
      event.preventDefault();
      void navigator.clipboard.writeText(cellElement(scroller.current, cell)?.dataset.text ?? '');
    }
  };
  return { onKeyDown };
}

function cellElement(scroller: HTMLElement | null, { row, column }: Cell): HTMLElement | null {
  return scroller?.querySelector(`[aria-rowindex="${row + 2}"] > [aria-colindex="${column + 1}"]`) ?? null;
}

/** The cell to which a key moves. Undefined for keys that do not move. */
function moved({ key }: KeyboardEvent, { cell, rows, columns }: GridKeys): Cell | undefined {
  const within = (row: number, column: number): Cell => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  });
  const { row, column } = cell;
  switch (key) {
    case 'ArrowDown':
      return within(row + 1, column);
    case 'ArrowUp':
      return within(row - 1, column);
    case 'ArrowRight':
      return within(row, column + 1);
    case 'ArrowLeft':
      return within(row, column - 1);
    case 'PageDown':
      return within(row + pageRows, column);
    case 'PageUp':
      return within(row - pageRows, column);
    case 'Home':
      return within(0, column);
    case 'End':
      return within(rows - 1, column);
    default:
      return undefined;
  }
}
