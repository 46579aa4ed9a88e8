import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './parts.module.css';

/** One column: its heading and what it shows of a row. `end` aligns numbers and buttons at the right. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly end?: true;
  /** The menu of a row. */
  readonly isMenu?: true;
}

const wideFrom = 6;

/** A short list as a table; where its frame is too narrow each row becomes a card. Long lists are `VirtualRows`. */
export function Table<Row>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  const { label, columns, rows, rowKey } = props;
  return (
    <div className={classes.tableFrame} data-wide={columns.filter(({ isMenu }) => isMenu !== true).length >= wideFrom}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, end, isMenu }) => (
              <th key={title} scope="col" className={(end ?? isMenu) && classes.end}>
                {title === '' ? <VisuallyHidden>Actions</VisuallyHidden> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ title, cell, end, isMenu }) => (
                <td key={title} data-label={title} data-menu={isMenu} className={(end ?? isMenu) && classes.end}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The cell of a name that leads to what it names; `description` stands below it. */
export function NameCell(props: { to: string; name: string; description?: string | null }) {
  const { to, name, description = null } = props;
  return (
    <>
      <Anchor component={Link} to={to} fw={550} size="sm">
        {name}
      </Anchor>
      {description !== null && (
        <Text size="xs" c="dimmed" lineClamp={1}>
          {description}
        </Text>
      )}
    </>
  );
}
