import { Menu } from '@mantine/core';
import { useRef } from 'react';
import { textOf } from '../text.js';
import { IconButton } from './basics.js';
import type { Column } from './table.js';

/** An action on a row. */
export interface RowAction {
  readonly label: string;
  readonly onSelect: () => void;
  /** Whether it is shown in red, because it deletes or ends something. */
  readonly isDestructive?: true;
}

/** The last column of a table: a menu with the actions on a row. `nameOf` returns the row's name for screen readers. */
export function menuColumn<Row>(options: {
  nameOf: (row: Row) => string;
  actionsOf: (row: Row) => readonly RowAction[];
}): Column<Row> {
  const { nameOf, actionsOf } = options;
  return { title: '', isMenu: true, cell: (row) => <RowMenu name={nameOf(row)} actions={actionsOf(row)} /> };
}

/** The menu of one row; empty without actions. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null);
  if (actions.length === 0) {
    return null;
  }
  return (
    // The menu takes the focus at once, because a dialog that it opens returns the focus to the previous element.
    <Menu
      position="bottom-end"
      width={200}
      returnFocus={false}
      onClose={() => button.current?.focus({ preventScroll: true })}
    >
      <Menu.Target>
        <IconButton ref={button} icon="dots" iconSize={18} size={32} label={textOf('More for {name}', { name })} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, onSelect, isDestructive }) => (
          <Menu.Item
            key={label}
            onClick={onSelect}
            {...(isDestructive === true ? { c: 'var(--mantine-color-red-light-color)' } : {})}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
