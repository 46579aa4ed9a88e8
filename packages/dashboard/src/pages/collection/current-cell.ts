import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

const pageRows = 20;

/** A cell of a grid: its row, and its column, counted from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** What keys do in a grid. */
interface GridKeys {
  readonly cell: Cell;
  readonly rows: number;
  readonly columns: number;
  /** With `isRange`, the cells from the current one on stay chosen. */
  onMove(cell: Cell, isRange: boolean): void;
  onOpen(row: number): void;
  /** Edits a cell, starting with typed text if there is any. Returns false if the cell cannot be edited. */
  onEdit(cell: Cell, text?: string): boolean;
  onToggle(row: number, isRange: boolean): void;
  onCopy(): void;
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
  const moveTo = (to: Cell, isRange = false): void => {
    isMoved.current = true;
    keys.onMove(within(to, keys), isRange);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event;
    if (
      !(target instanceof HTMLElement) ||
      target.closest('thead, button, textarea, select, input:not([type=checkbox])') !== null
    ) {
      return;
    }
    const next = moved(event, keys);
    if (next !== undefined) {
      event.preventDefault();
      moveTo(next, event.shiftKey);
    } else if (isDone(event, target)) {
      event.preventDefault();
      // Keys such as `?` do something else outside of an input.
      event.stopPropagation();
    }
  };
  /** Whether a key does something with the current cell or row. */
  const isDone = ({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, { localName }: HTMLElement): boolean => {
    const isCommand = ctrlKey || metaKey;
    if (['Enter', 'F2'].includes(key) && localName !== 'a') {
      if (shiftKey || !keys.onEdit(cell)) keys.onOpen(cell.row);
      return true;
    }
    if (key === ' ' && localName !== 'input') {
      keys.onToggle(cell.row, shiftKey);
      return true;
    }
    if (key === 'c' && isCommand && String(getSelection()) === '') {
      keys.onCopy();
      return true;
    }
    const isTyped = key.length === 1 && !isCommand && !altKey;
    return isTyped && localName === 'td' && keys.onEdit(cell, key);
  };
  return { onKeyDown, moveTo };
}

function cellElement(scroller: HTMLElement | null, { row, column }: Cell): HTMLElement | null {
  return scroller?.querySelector(`[aria-rowindex="${row + 2}"] > [aria-colindex="${column + 1}"]`) ?? null;
}

function within({ row, column }: Cell, { rows, columns }: GridKeys): Cell {
  return { row: Math.max(0, Math.min(rows - 1, row)), column: Math.max(0, Math.min(columns - 1, column)) };
}

/** The cell to which a key moves. Undefined for keys that do not move. */
function moved({ key }: KeyboardEvent, { cell, rows }: GridKeys): Cell | undefined {
  const { row, column } = cell;
  switch (key) {
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'PageDown':
      return { row: row + pageRows, column };
    case 'PageUp':
      return { row: row - pageRows, column };
    case 'Home':
      return { row: 0, column };
    case 'End':
      return { row: rows - 1, column };
    default:
      return undefined;
  }
}
