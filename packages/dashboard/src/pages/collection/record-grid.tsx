import { Box, Checkbox, Skeleton, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import classes from './collection.module.css';
import { ColumnHeads } from './column-header.js';
import { type Columns, idColumn } from './columns.js';
import { useCurrentRow } from './current-row.js';
import type { Sight, StoredRecord } from './record-pages.js';
import type { Selection } from './selection.js';
import { Value } from './value.js';

const rowHeightPx = 32;

/** Records as a grid of which only the rows in sight are drawn. */
export function RecordGrid(props: {
  label: string;
  columns: Columns;
  rows: number;
  /** Unknown until the first page is there. */
  count: number | undefined;
  record: (index: number) => StoredRecord | undefined;
  selection: Selection;
  onSight: (sight: Sight) => void;
  onOpen: (id: string) => void;
}) {
  const { label, columns, rows, count, record, selection, onSight, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [, redraw] = useState(0);
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 8,
    onChange: () => redraw((times) => times + 1),
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index, items.at(-1)?.index];
  useEffect(() => {
    // All that is drawn, also where rows were added without a scroll.
    if (first !== undefined && last !== undefined) {
      onSight({ first, last });
    }
  }, [onSight, first, last]);
  const { current, onKeyDown } = useCurrentRow(scroller, { rows, drawn: items, virtualizer });
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const shown = columns.table.getFlatHeaders().map(({ column }) => column);
  return (
    // What scrolls must be reached by keyboard.
    <Box
      component="section"
      ref={scroller}
      className={classes.grid}
      tabIndex={0}
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
        <colgroup>
          {shown.map((column, place) => (
            // The last one takes what is left.
            <col key={column.id} style={place < shown.length - 1 ? { width: column.getSize() } : {}} />
          ))}
        </colgroup>
        <thead>
          <ColumnHeads columns={columns} />
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
              isCurrent={index === current}
              onOpen={onOpen}
            />
          ))}
          <Space height={below} />
        </tbody>
      </Box>
    </Box>
  );
}

const placeholderRows = Array.from({ length: 12 }, (_, place) => `row ${place}`);

/** Stands for the first rows while they are on their way. */
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

/** Stands for the rows out of sight. */
function Space({ height }: { height: number }) {
  return height === 0 ? null : (
    <tr className={classes.space}>
      <td style={{ height }} colSpan={2} />
    </tr>
  );
}

function Row(props: {
  index: number;
  record: StoredRecord | undefined;
  columns: Columns;
  shown: readonly { readonly id: string }[];
  selection: Selection;
  isCurrent: boolean;
  onOpen: (id: string) => void;
}) {
  const { index, record, columns, shown, selection, isCurrent, onOpen } = props;
  const isSelected = record !== undefined && selection.has(record.external_id);
  return (
    <tr aria-rowindex={index + 2} aria-selected={isSelected}>
      {shown.map(({ id }, place) => {
        const column = columns.fields.get(id);
        if (record === undefined) {
          return (
            <td key={id} aria-colindex={place + 1} data-sticky={id === idColumn} className="soft">
              {id === idColumn && '…'}
            </td>
          );
        }
        return column === undefined ? (
          <td key={id} aria-colindex={place + 1} data-sticky="true">
            <IdCell record={record} index={index} selection={selection} isCurrent={isCurrent} onOpen={onOpen} />
          </td>
        ) : (
          <td key={id} aria-colindex={place + 1} data-kind={column.kind}>
            <Value value={new Map(Object.entries(record.attributes)).get(column.field)} kind={column.kind} />
          </td>
        );
      })}
    </tr>
  );
}

function IdCell(props: {
  record: StoredRecord;
  index: number;
  selection: Selection;
  isCurrent: boolean;
  onOpen: (id: string) => void;
}) {
  const { record, index, selection, isCurrent, onOpen } = props;
  const id = record.external_id;
  return (
    <span className={classes.idCell}>
      <Checkbox
        size="xs"
        tabIndex={isCurrent ? 0 : -1}
        aria-label={`Select ${id}`}
        checked={selection.has(id)}
        onChange={({ currentTarget, nativeEvent }) =>
          selection.set({ record, index, isOn: currentTarget.checked, isRange: isWithShift(nativeEvent) })
        }
      />
      <UnstyledButton className={classes.id} tabIndex={isCurrent ? 0 : -1} onClick={() => onOpen(id)}>
        {id}
      </UnstyledButton>
    </span>
  );
}

function isWithShift(event: Event): boolean {
  return event instanceof MouseEvent && event.shiftKey;
}
