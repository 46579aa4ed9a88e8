import { ActionIcon, Checkbox, Group, Text } from '@mantine/core';
import { type MouseEvent, memo } from 'react';
import { When } from '../../components/basics.js';
import { Icon } from '../../components/icon.js';
import { textOf } from '../../text.js';
import { type CellRange, isWithin } from './cell-range.js';
import { type Columns, changeColumn, idColumn } from './columns.js';
import type { Cell } from './current-cell.js';
import { type After, FieldInput } from './field-input.js';
import classes from './grid.module.css';
import type { RecordEdits } from './record-edits.js';
import type { RowRecord } from './record-pages.js';
import type { Selection } from './selection.js';
import { Value } from './value.js';
import { editableText } from './values.js';

/** A cell that is being edited, and the text that a person has typed to start. */
export interface Editing extends Cell {
  readonly text: string | undefined;
}

/** What rows of a grid share. It does not change while a person scrolls, so that rows are not drawn again. */
export interface RowsShared {
  readonly columns: Columns;
  readonly shown: readonly { readonly id: string; getSize(): number }[];
  readonly selection: Selection;
  readonly edits: RecordEdits;
  readonly onMove: (cell: Cell, isRange?: boolean) => void;
  readonly onOpen: (row: number) => void;
  readonly onEdit: (cell: Cell) => void;
  /** Called when the editing of a cell ends. */
  readonly onDone: (cell: Cell, after: After | 'cancel') => void;
}

interface RowProps {
  readonly index: number;
  readonly record: RowRecord | undefined;
  readonly shared: RowsShared;
  /** The column of the cell in the Tab order, if it is in this row. */
  readonly tabColumn: number | undefined;
  readonly editing: Editing | undefined;
  /** The first and the last column of the chosen cells, if some are in this row. */
  readonly range: CellRange['columns'] | undefined;
  readonly isOpen: boolean;
}

/** The field of a column that the caller can edit. */
export function editableField({ columns, edits }: Pick<RowsShared, 'columns' | 'edits'>, id: string | undefined) {
  return edits.isAllowed && id !== undefined ? columns.fields.get(id)?.field : undefined;
}

/** One row of the grid. A click on a cell that can be edited selects it, on any other it opens the record. */
export const Row = memo(function Row({ index, record, shared, tabColumn, editing, range, isOpen }: RowProps) {
  const { shown, selection, onMove, onOpen, onEdit } = shared;
  const isSelected = record !== undefined && selection.has(record.external_id);
  const cellOf = ({ target, currentTarget }: MouseEvent<HTMLElement>): Cell | undefined => {
    if (!(target instanceof HTMLElement) || target.closest('a, button, label, input, textarea, select') !== null) {
      return undefined;
    }
    const column = target.closest('td');
    return { row: index, column: column === null ? 0 : [...currentTarget.children].indexOf(column) };
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const cell = cellOf(event);
    // If a person selects text to copy, the click must not open the record.
    if (cell === undefined || String(getSelection()) !== '') return;
    onMove(cell, event.shiftKey);
    if (!event.shiftKey && editableField(shared, shown[cell.column]?.id) === undefined) onOpen(index);
  };
  const onDoubleClick = (event: MouseEvent<HTMLElement>): void => {
    const cell = cellOf(event);
    if (cell !== undefined) onEdit(cell);
  };
  return (
    // Clicks need no keyboard handler here, because the keys of the grid do the same.
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-open={isOpen}
      data-record={record?.external_id}
      // Shift chooses cells here, instead of text.
      onMouseDown={(event) => event.shiftKey && cellOf(event) !== undefined && event.preventDefault()}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
    >
      {shown.map(({ id }, column) => (
        <RowCell
          key={id}
          cell={{ row: index, column }}
          id={id}
          record={record}
          shared={shared}
          isTab={column === tabColumn}
          isChosen={range !== undefined && isWithin(range, column)}
          editing={editing?.column === column ? editing : undefined}
        />
      ))}
    </tr>
  );
});

interface CellProps {
  readonly cell: Cell;
  readonly id: string;
  readonly record: RowRecord | undefined;
  readonly shared: RowsShared;
  readonly isTab: boolean;
  readonly isChosen: boolean;
  readonly editing: Editing | undefined;
}

function RowCell({ cell, id, record, shared, isTab, isChosen, editing }: CellProps) {
  const { columns, edits, onDone } = shared;
  const isLead = id === columns.lead;
  const attributes = {
    'aria-colindex': cell.column + 1,
    'aria-selected': isChosen || undefined,
    tabIndex: isTab ? 0 : -1,
    'data-sticky': isLead,
  };
  if (record === undefined) {
    return (
      <td {...attributes} className="soft">
        {isLead && '…'}
      </td>
    );
  }
  const column = columns.fields.get(id);
  const field = column === undefined ? undefined : edits.fieldOf(record, column.field);
  const text = textOfCell(shared, id, record);
  if (editing !== undefined && field !== undefined) {
    return (
      <td {...attributes} className={classes.editing} data-kind={field.kind} data-text={text}>
        <FieldInput
          field={field}
          text={editing.text}
          onDone={(after, typed) => {
            if (typed !== undefined) edits.save(record, field.name, typed.value);
            onDone(cell, after);
          }}
        />
      </td>
    );
  }
  const value =
    field === undefined ? <Other id={id} record={record} /> : <Value value={field.value} kind={field.kind} />;
  return (
    <td {...attributes} data-kind={isLead ? undefined : field?.kind} data-text={text} dir="auto">
      {isLead ? (
        <Lead record={record} index={cell.row} shared={shared}>
          {value}
        </Lead>
      ) : (
        value
      )}
    </td>
  );
}

/** The text of a cell, which is edited and copied. */
export function textOfCell({ columns, edits }: Pick<RowsShared, 'columns' | 'edits'>, id: string, record: RowRecord) {
  const column = columns.fields.get(id);
  if (column !== undefined) return editableText(edits.fieldOf(record, column.field).value ?? null);
  return id === idColumn ? record.external_id : (record.updated_at ?? '');
}

/** The value of the columns that are not fields. */
function Other({ id, record }: { id: string; record: RowRecord }) {
  if (id === idColumn) return record.external_id;
  return id === changeColumn && record.updated_at !== undefined && <When at={record.updated_at} />;
}

/** The content of the first column: a checkbox, the name, and a button that opens the record. */
function Lead(props: { record: RowRecord; index: number; shared: RowsShared; children: React.ReactNode }) {
  const { record, index, shared, children } = props;
  const { selection, onMove, onOpen } = shared;
  const id = record.external_id;
  return (
    <Group component="span" gap={10} wrap="nowrap">
      <Checkbox
        size="xs"
        tabIndex={-1}
        aria-label={textOf('Select {name}', { name: id })}
        checked={selection.has(id)}
        onChange={({ currentTarget, nativeEvent }) =>
          selection.set({ record, index, isOn: currentTarget.checked, isRange: isWithShift(nativeEvent) })
        }
      />
      <Text span inherit fw={550} truncate>
        {children}
      </Text>
      <ActionIcon
        className={classes.open}
        variant="default"
        size={24}
        tabIndex={-1}
        aria-label={textOf('Open {name}', { name: id })}
        title={textOf('Open the record (Shift Enter)')}
        onClick={() => {
          onMove({ row: index, column: 0 });
          onOpen(index);
        }}
      >
        <Icon name="chevron" size={14} />
      </ActionIcon>
    </Group>
  );
}

function isWithShift(event: Event): boolean {
  return event instanceof globalThis.MouseEvent && event.shiftKey;
}
