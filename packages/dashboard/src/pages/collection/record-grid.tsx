import { Box, Checkbox, Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { When } from '../../components/when.js';
import classes from './collection.module.css';
import { ColumnHeads, type Sorting } from './column-header.js';
import { type Columns, changeColumn, idColumn } from './columns.js';
import { type Cell, useCurrentCell } from './current-cell.js';
import type { RecordPages, RowRecord, Sight } from './record-pages.js';
import type { Selection } from './selection.js';
import { Value } from './value.js';
import { editableText } from './values.js';

const rowHeightPx = 30;

/** A grid of records that renders only the visible rows. */
export function RecordGrid(props: {
  label: string;
  columns: Columns;
  pages: RecordPages;
  selection: Selection;
  sorting: Sorting;
  cell: Cell;
  onMove: (cell: Cell) => void;
  onSight: (sight: Sight) => void;
  /** Called with the number of the first visible row. */
  onTop: (row: number) => void;
  /** Opens a row's record, or when it has been loaded. */
  onOpen: (row: number) => void;
  /** The id of the record that the panel shows. */
  openId: string | undefined;
}) {
  const { label, columns, pages, selection, sorting, cell, onMove, onSight, onTop, onOpen, openId } = props;
  const { rows, count, record } = pages;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useRows(scroller, { rows, row: cell.row, onSight, onTop });
  const items = virtualizer.getVirtualItems();
  const shown = columns.table.getFlatHeaders().map(({ column }) => column);
  const onToggle = (row: number, isRange: boolean): void => {
    const at = record(row);
    if (at !== undefined) selection.set({ record: at, index: row, isOn: !selection.has(at.external_id), isRange });
  };
  const keys = { cell, rows, columns: shown.length, onMove, onOpen, onToggle };
  const { onKeyDown } = useCurrentCell(scroller, keys);
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  // If the current row is not rendered, the Tab key reaches the first rendered row.
  const tabRow = items.some(({ index }) => index === cell.row) ? cell.row : items[0]?.index;
  return (
    <Box
      component="section"
      ref={scroller}
      className={classes.grid}
      // An area that scrolls must be reachable by keyboard. If there are rows, the current cell is.
      tabIndex={rows === 0 ? 0 : -1}
      aria-label={`${label}, scrollable`}
      onKeyDown={onKeyDown}
    >
      <Box
        component="table"
        role="grid"
        className={classes.records}
        aria-label={label}
        aria-rowcount={count === undefined ? -1 : count + 1}
        aria-busy={count === undefined}
        aria-colcount={shown.length}
        aria-multiselectable
        style={{ width: `max(100%, ${columns.table.getTotalSize()}px)` }}
      >
        <Widths shown={shown} />
        <thead>
          <ColumnHeads
            columns={columns}
            sorting={sorting}
            selectAll={<SelectAll selection={selection} rows={rows} />}
          />
        </thead>
        <tbody>
          {count === undefined && <Placeholder shown={shown} />}
          <Space height={above} />
          {items.map(({ index }) => (
            <Row
              key={index}
              index={index}
              record={record(index)}
              columns={columns}
              shown={shown}
              selection={selection}
              tabColumn={index === tabRow ? cell.column : undefined}
              isOpen={openId !== undefined && record(index)?.external_id === openId}
              onMove={onMove}
              onOpen={onOpen}
            />
          ))}
          <Space height={below} />
        </tbody>
      </Box>
    </Box>
  );
}

/** The rendered rows. When the current row changes, the grid scrolls to it. */
function useRows(
  scroller: RefObject<HTMLDivElement | null>,
  grid: { rows: number; row: number; onSight: (sight: Sight) => void; onTop: (row: number) => void },
) {
  const { rows, row, onSight, onTop } = grid;
  const [, redraw] = useState(0);
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 8,
    // The header covers the height of one row.
    scrollPaddingStart: rowHeightPx,
    onChange: ({ scrollOffset }) => {
      redraw((times) => times + 1);
      onTop(Math.floor((scrollOffset ?? 0) / rowHeightPx));
    },
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index, items.at(-1)?.index];
  useEffect(() => {
    // Reports all rendered rows, even if rows were added without scrolling.
    if (first !== undefined && last !== undefined) {
      onSight({ first, last });
    }
  }, [onSight, first, last]);
  useEffect(() => {
    if (rows > row) virtualizer.scrollToIndex(row);
  }, [virtualizer, rows, row]);
  return virtualizer;
}

function Widths({ shown }: { shown: readonly { readonly id: string; getSize(): number }[] }) {
  return (
    <colgroup>
      {shown.map((column, index) => (
        // The last column has no width, so that it fills the rest.
        <col key={column.id} style={index < shown.length - 1 ? { width: column.getSize() } : {}} />
      ))}
    </colgroup>
  );
}

/** Selects all matching records, whether or not they are loaded. */
function SelectAll({ selection, rows }: { selection: Selection; rows: number }) {
  const { isAll, records, except, selectAll, clear } = selection;
  return (
    <Checkbox
      size="xs"
      aria-label="Select all that match"
      disabled={rows === 0}
      checked={isAll && except.size === 0}
      indeterminate={records.length > 0 || except.size > 0}
      onChange={({ currentTarget }) => (currentTarget.checked ? selectAll() : clear())}
    />
  );
}

const placeholderRows = Array.from({ length: 12 }, (_, index) => `row ${index}`);

/** A placeholder for the first rows while they are loading. */
function Placeholder({ shown }: { shown: readonly { readonly id: string }[] }) {
  return placeholderRows.map((row) => (
    <tr key={row}>
      {shown.map(({ id }) => (
        <td key={id}>
          <Skeleton height={10} width="70%" />
        </td>
      ))}
    </tr>
  ));
}

/** An element with the height of rows that are not rendered. */
function Space({ height }: { height: number }) {
  return height === 0 ? null : (
    <tr className={classes.space}>
      <td style={{ height }} colSpan={2} />
    </tr>
  );
}

function Row(props: {
  index: number;
  record: RowRecord | undefined;
  columns: Columns;
  shown: readonly { readonly id: string }[];
  selection: Selection;
  /** The column of the cell in the Tab order, if it is in this row. */
  tabColumn: number | undefined;
  isOpen: boolean;
  onMove: (cell: Cell) => void;
  onOpen: (row: number) => void;
}) {
  const { index, record, columns, shown, selection, tabColumn, isOpen, onMove, onOpen } = props;
  const isSelected = record !== undefined && selection.has(record.external_id);
  const onClick = ({ target, currentTarget }: MouseEvent<HTMLElement>): void => {
    if (!(target instanceof HTMLElement) || target.closest('a, label, input') !== null) return;
    // If a person selects text to copy, the click must not open the record.
    if (String(getSelection()) !== '') return;
    const column = target.closest('td');
    onMove({ row: index, column: column === null ? 0 : [...currentTarget.children].indexOf(column) });
    onOpen(index);
  };
  return (
    // Clicks need no keyboard handler here, because the keys of the grid do the same.
    <tr aria-rowindex={index + 2} aria-selected={isSelected} data-open={isOpen} onClick={onClick}>
      {shown.map(({ id }, position) => (
        <RowCell
          key={id}
          cell={{ index, column: position, isTab: position === tabColumn }}
          id={id}
          record={record}
          columns={columns}
          selection={selection}
        />
      ))}
    </tr>
  );
}

function RowCell(props: {
  cell: { readonly index: number; readonly column: number; readonly isTab: boolean };
  id: string;
  record: RowRecord | undefined;
  columns: Columns;
  selection: Selection;
}) {
  const { cell, id, record, columns, selection } = props;
  const field = columns.fields.get(id);
  const value = field === undefined ? undefined : new Map(Object.entries(record?.attributes ?? {})).get(field.field);
  const shared = { 'aria-colindex': cell.column + 1, tabIndex: cell.isTab ? 0 : -1 };
  if (record === undefined) {
    return (
      <td {...shared} data-sticky={id === idColumn} className="soft">
        {id === idColumn && '…'}
      </td>
    );
  }
  if (id === idColumn) {
    return (
      <td {...shared} data-sticky="true" data-text={record.external_id}>
        <IdCell record={record} index={cell.index} selection={selection} />
      </td>
    );
  }
  if (id === changeColumn) {
    return (
      <td {...shared} data-text={record.updated_at ?? ''}>
        {record.updated_at !== undefined && <When at={record.updated_at} />}
      </td>
    );
  }
  return (
    <td {...shared} data-kind={field?.kind} data-text={value === undefined ? '' : editableText(value)} dir="auto">
      <Value value={value} kind={field?.kind} />
    </td>
  );
}

function IdCell({ record, index, selection }: { record: RowRecord; index: number; selection: Selection }) {
  const id = record.external_id;
  return (
    <span className={classes.idCell}>
      <Checkbox
        size="xs"
        tabIndex={-1}
        aria-label={`Select ${id}`}
        checked={selection.has(id)}
        onChange={({ currentTarget, nativeEvent }) =>
          selection.set({ record, index, isOn: currentTarget.checked, isRange: isWithShift(nativeEvent) })
        }
      />
      <span className={classes.id} title={id}>
        {id}
      </span>
    </span>
  );
}

function isWithShift(event: Event): boolean {
  return event instanceof globalThis.MouseEvent && event.shiftKey;
}
