import type { EditorView } from 'prosemirror-view';
import { textOf } from '../../../text.js';
import classes from './rich.module.css';
import { type CellRange, cellsOf, cellText } from './table-cells.js';

/** The table that a field edits: its text and its position in the document. */
export interface EditedTable {
  readonly view: EditorView;
  text(): string;
  position(): number | undefined;
  /** Called after the last cell was left. */
  onEnd(): void;
  /** Adds a row and edits its first cell. */
  addRow(): void;
}

/** Edits a cell of a rendered table in place, as Markdown. Returns false if the cell has no text of its own. */
export function editCell(table: EditedTable, cell: HTMLTableCellElement): boolean {
  const { row, column } = placeOf(cell);
  const range = cellsOf(table.text())[row]?.[column];
  if (range === undefined) {
    return false;
  }
  const written = table.text().slice(range.from, range.to);
  const field = document.createElement('input');
  field.className = classes.cell ?? '';
  field.dir = 'auto';
  field.value = written;
  field.setAttribute('aria-label', textOf('Row {row}, column {column}', { row: row + 1, column: column + 1 }));
  const shown = [...cell.childNodes];
  let isOpen = true;
  const close = (isKept: boolean, next?: HTMLTableCellElement): void => {
    if (!isOpen) return;
    isOpen = false;
    const typed = cellText(field.value);
    const isChanged = isKept && typed !== written;
    cell.replaceChildren(...(isChanged ? [typed] : shown));
    if (isChanged) replace(table, range, typed);
    if (next === undefined || !editCell(table, next)) {
      table.onEnd();
      if (document.activeElement === document.body) table.view.focus();
    }
  };
  field.addEventListener('blur', () => close(true));
  field.addEventListener('keydown', (event) => {
    const isStep = event.key === 'Tab' || event.key === 'Enter';
    if (event.isComposing || !(isStep || event.key === 'Escape')) return;
    const next = isStep ? nextCell(cell, event) : undefined;
    const isLast = event.key === 'Tab' && !event.shiftKey && next === undefined;
    // At the start of the table, Tab leaves it as any field.
    if (isLast || event.key !== 'Tab' || next !== undefined) event.preventDefault();
    event.stopPropagation();
    close(event.key !== 'Escape', next);
    if (isLast) table.addRow();
  });
  cell.replaceChildren(field);
  field.focus();
  field.select();
  return true;
}

function placeOf(cell: HTMLTableCellElement): { row: number; column: number } {
  const line = cell.parentElement as HTMLTableRowElement;
  return { row: line.rowIndex, column: cell.cellIndex };
}

/** The cell after one: to the right or left by Tab, below or above by Enter. */
function nextCell(cell: HTMLTableCellElement, { key, shiftKey }: KeyboardEvent): HTMLTableCellElement | undefined {
  const rows = [...(cell.closest('table')?.rows ?? [])];
  const step = shiftKey ? -1 : 1;
  const { row, column } = placeOf(cell);
  const cells = rows.flatMap((line) => [...line.cells]);
  return key === 'Enter' ? rows[row + step]?.cells[column] : cells[cells.indexOf(cell) + step];
}

function replace({ view, position }: EditedTable, { from, to }: CellRange, typed: string): void {
  const start = position();
  if (start === undefined) return;
  const [first, last] = [start + 1 + from, start + 1 + to];
  const { tr, schema } = view.state;
  view.dispatch(typed === '' ? tr.delete(first, last) : tr.replaceWith(first, last, schema.text(typed)));
}
