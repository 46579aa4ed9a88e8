import { Button, Checkbox, Group, Popover, TextInput } from '@mantine/core';
import { Hint, IconButton } from '../../components/basics.js';
import { Icon } from '../../components/icon.js';
import { textOf } from '../../text.js';
import classes from './collection.module.css';
import { type Columns, idColumn, widths } from './columns.js';
import { moved } from './layout.js';

/** Chooses the columns of a grid, their order and widths. */
export function ColumnMenu({ columns }: { columns: Columns }) {
  const { table, isArranged, reset } = columns;
  const all = table.getAllLeafColumns().filter(({ id }) => id !== columns.lead);
  const shown = all.filter((column) => column.getIsVisible()).length;
  return (
    <Popover position="bottom-end" width={340} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<Icon name="columns" size={14} />} title={textOf('Columns')}>
          {textOf('Columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={textOf('Columns')}>
        <Group justify="space-between" px="sm" py={8}>
          <Hint>{textOf('{shown} of {number} shown', { shown, number: all.length })}</Hint>
          <Button variant="subtle" size="compact-xs" disabled={!isArranged} onClick={reset}>
            {textOf('Reset')}
          </Button>
        </Group>
        <ul className={classes.columnList}>
          {all.map((column, index) => (
            <ColumnLine key={column.id} columns={columns} id={column.id} index={index} count={all.length} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

function ColumnLine(props: { columns: Columns; id: string; index: number; count: number }) {
  const { columns, id, index, count } = props;
  const { table, fields } = columns;
  const column = table.getColumn(id);
  const name = fields.get(id)?.field ?? (id === idColumn ? textOf('Id') : textOf('Last change'));
  const move = (step: -1 | 1): void => {
    const order = table
      .getAllLeafColumns()
      .map((each) => each.id)
      .filter((each) => each !== columns.lead);
    table.setColumnOrder(moved(order, id, step));
  };
  if (column === undefined) {
    return null;
  }
  return (
    <li className={classes.columnLine}>
      <Checkbox
        size="xs"
        label={name}
        checked={column.getIsVisible()}
        onChange={({ currentTarget }) => column.toggleVisibility(currentTarget.checked)}
      />
      <TextInput
        key={column.getSize()}
        size="xs"
        type="number"
        min={widths.min}
        max={widths.max}
        step={20}
        aria-label={textOf('Width of {name} in pixels', { name })}
        defaultValue={column.getSize()}
        onBlur={({ currentTarget }) => resize(columns, id, Number(currentTarget.value))}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && resize(columns, id, Number(currentTarget.value))}
      />
      <IconButton
        icon="up"
        size="sm"
        disabled={index === 0}
        label={textOf('Move {name} to the left', { name })}
        onClick={() => move(-1)}
      />
      <IconButton
        icon="down"
        size="sm"
        disabled={index === count - 1}
        label={textOf('Move {name} to the right', { name })}
        onClick={() => move(1)}
      />
    </li>
  );
}

function resize({ table }: Columns, id: string, width: number): void {
  if (Number.isFinite(width) && width !== table.getColumn(id)?.getSize()) {
    const within = Math.min(widths.max, Math.max(widths.min, Math.round(width)));
    table.setColumnSizing((before) => ({ ...before, [id]: within }));
  }
}
