import { Box, Checkbox, Skeleton, Stack, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { sayDone, sayFailed } from '../../components/basics.js';
import { Icon } from '../../components/icon.js';
import { textOf } from '../../text.js';
import { isWithin, positionsIn, tabSeparated, useCellRange } from './cell-range.js';
import { ColumnHeads, type Sorting } from './column-header.js';
import type { Columns } from './columns.js';
import { type Cell, useCurrentCell } from './current-cell.js';
import type { After } from './field-input.js';
import classes from './grid.module.css';
import type { RecordEdits } from './record-edits.js';
import type { RecordPages, Sight } from './record-pages.js';
import { type Editing, editableField, Row, type RowsShared, textOfCell } from './record-row.js';
import type { Selection } from './selection.js';

const rowHeightPx = 30;

/** How much browsers round the position in a list of a million rows. */
const roundedPx = 2;

interface GridProps {
  readonly label: string;
  readonly columns: Columns;
  readonly pages: RecordPages;
  readonly selection: Selection;
  readonly sorting: Sorting;
  readonly edits: RecordEdits;
  readonly cell: Cell;
  readonly onMove: (cell: Cell) => void;
  readonly onSight: (sight: Sight) => void;
  /** Opens a row's record, or when it has been loaded. */
  readonly onOpen: (row: number) => void;
  /** Starts a new record. Undefined if the caller cannot. */
  readonly onNew: (() => void) | undefined;
  /** The id of the record that the panel shows. */
  readonly openId: string | undefined;
  /** Notes about the rows, shown below them. */
  readonly children: ReactNode;
}

/** A grid of records that renders only the visible rows, and edits fields in their cells. */
export function RecordGrid(props: GridProps) {
  const { label, columns, pages, selection, sorting, cell, onSight, onNew, openId, children } = props;
  const { rows, count, record } = pages;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useRows(scroller, { rows, row: cell.row, onSight });
  const items = virtualizer.getVirtualItems();
  const { shared, editing, range, onKeyDown } = useEditing(scroller, props);
  const { shown } = shared;
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  // If the current row is not rendered, the Tab key reaches the first rendered row.
  const tabRow = items.some(({ index }) => index === cell.row) ? cell.row : items[0]?.index;
  return (
    <Stack flex={1} gap={0} miw={0}>
      <Box
        component="section"
        ref={scroller}
        className={classes.grid}
        // An area that scrolls must be reachable by keyboard. If there are rows, the current cell is.
        tabIndex={rows === 0 ? 0 : -1}
        aria-label={textOf('{name}, scrollable', { name: label })}
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
                shared={shared}
                tabColumn={index === tabRow ? cell.column : undefined}
                editing={editing?.row === index ? editing : undefined}
                range={range !== undefined && isWithin(range.rows, index) ? range.columns : undefined}
                isOpen={openId !== undefined && record(index)?.external_id === openId}
              />
            ))}
            <Space height={below} />
          </tbody>
        </Box>
      </Box>
      {onNew !== undefined && (
        <UnstyledButton className={classes.newRecord} onClick={onNew}>
          <Icon name="plus" size={14} /> {textOf('New record')}
        </UnstyledButton>
      )}
      <div className={classes.foot}>
        {children}
        {count !== undefined && rows > 0 && <Position virtualizer={virtualizer} count={count} />}
      </div>
    </Stack>
  );
}

/** The visible rows in words. */
function Position({ virtualizer, count }: { virtualizer: ReturnType<typeof useRows>; count: number }) {
  const { scrollOffset, scrollRect } = virtualizer;
  const offset = scrollOffset ?? 0;
  const end = offset + (scrollRect?.height ?? 0) - rowHeightPx;
  const last = Math.min(count, Math.max(1, Math.floor((end + roundedPx) / rowHeightPx)));
  const first = Math.min(last, Math.ceil((offset - roundedPx) / rowHeightPx) + 1);
  return (
    <Box component="span" ml="auto">
      {textOf('Rows {first}–{last} of {count}', { first, last, count })}
    </Box>
  );
}

/** Editing in the cells, and the keys of the grid. */
function useEditing(scroller: RefObject<HTMLDivElement | null>, props: GridProps) {
  const { columns, pages, selection, edits, cell, onMove, onOpen } = props;
  const [editing, setEditing] = useState<Editing>();
  const { range, isSeveral, extend } = useCellRange(cell);
  const shown = useMemo(() => columns.table.getFlatHeaders().map(({ column }) => column), [columns]);
  const onEdit = (at: Cell, text?: string): boolean => {
    const isEditable = editableField({ columns, edits }, shown[at.column]?.id) !== undefined;
    if (isEditable && pages.record(at.row) !== undefined) setEditing({ ...at, text });
    return isEditable;
  };
  const onToggle = (row: number, isRange: boolean): void => {
    const at = pages.record(row);
    if (at !== undefined) selection.set({ record: at, index: row, isOn: !selection.has(at.external_id), isRange });
  };
  const move = (to: Cell, isRange: boolean): void => {
    extend(isRange);
    onMove(to);
  };
  const onCopy = (): void => {
    const records = positionsIn(range.rows).map(pages.record);
    const ids = positionsIn(range.columns).map((column) => shown[column]?.id ?? '');
    const texts = records.map((each) => each && ids.map((id) => textOfCell({ columns, edits }, id, each)));
    if (!texts.every((each) => each !== undefined)) {
      sayFailed(new Error(textOf('Not all of these rows are loaded. Choose fewer rows, or export the list.')));
      return;
    }
    const count = texts.length * ids.length;
    const said = textOf('{count} cell copied.|{count} cells copied.', { count });
    navigator.clipboard.writeText(tabSeparated(texts)).then(() => isSeveral && sayDone(said), sayFailed);
  };
  const keys = { cell, rows: pages.rows, columns: shown.length, onMove: move, onOpen, onEdit, onToggle, onCopy };
  const { onKeyDown, moveTo } = useCurrentCell(scroller, keys);
  const onDone = ({ row, column }: Cell, after: After | 'cancel'): void => {
    setEditing(undefined);
    if (after === 'away') return;
    const [down, right] = [after === 'down' ? 1 : 0, after === 'right' ? 1 : after === 'left' ? -1 : 0];
    moveTo({ row: row + down, column: column + right });
  };
  // Rows are drawn again only if one of these changes, not at each step of scrolling.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other functions change only with these.
  const shared = useMemo<RowsShared>(
    () => ({ columns, shown, selection, edits, onMove: moveTo, onOpen, onEdit, onDone }),
    [columns, shown, selection, edits, onMove, onOpen],
  );
  return { shared, editing, range: isSeveral ? range : undefined, onKeyDown };
}

/** The rendered rows. When the current row changes, the grid scrolls to it. */
function useRows(
  scroller: RefObject<HTMLDivElement | null>,
  grid: { rows: number; row: number; onSight: (sight: Sight) => void },
) {
  const { rows, row, onSight } = grid;
  const [, redraw] = useState(0);
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 8,
    // The header covers the height of one row.
    scrollPaddingStart: rowHeightPx,
    onChange: () => redraw((times) => times + 1),
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
      aria-label={textOf('Select all that match')}
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
