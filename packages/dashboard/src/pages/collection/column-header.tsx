import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Icon } from '../../components/icon.js';
import { textOf } from '../../text.js';
import { type Columns, changeColumn, kindIcons, kindNames } from './columns.js';
import classes from './grid.module.css';

type Header = ReturnType<Columns['table']['getFlatHeaders']>[number];

/** The sort order of a grid, and the columns that can be sorted. */
export interface Sorting {
  /** The name of the column in a sort order. Undefined if the column cannot be sorted. */
  nameOf(column: string): string | undefined;
  /** The current sort order. Undefined if the order is that of a search. */
  readonly by: { readonly name: string; readonly direction: 'asc' | 'desc' } | undefined;
  sort(by: { readonly name: string; readonly direction: 'asc' | 'desc' }): void;
}

/** The column headers. Each has an icon, a name, and at its right edge a handle that changes the width. */
export function ColumnHeads(props: { columns: Columns; sorting: Sorting; selectAll: React.ReactNode }) {
  const { columns, sorting, selectAll } = props;
  return (
    <tr aria-rowindex={1}>
      {columns.table.getFlatHeaders().map((header, index) => (
        <Head key={header.id} header={header} columns={columns} index={index} sorting={sorting}>
          {header.column.id === columns.lead && selectAll}
        </Head>
      ))}
    </tr>
  );
}

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const;

function Head(props: {
  header: Header;
  columns: Columns;
  index: number;
  sorting: Sorting;
  children?: React.ReactNode;
}) {
  const { header, columns, index, sorting, children } = props;
  const { column } = header;
  const field = columns.fields.get(column.id);
  const name = sorting.nameOf(column.id);
  const sorted = name !== undefined && sorting.by?.name === name ? sorting.by.direction : undefined;
  return (
    <th
      scope="col"
      aria-colindex={index + 1}
      data-kind={field?.kind}
      data-sticky={column.id === columns.lead}
      aria-sort={sorted === undefined ? undefined : ariaSorts[sorted]}
    >
      <span className={classes.head}>
        {children}
        {name === undefined ? (
          <HeadName columns={columns} id={column.id} />
        ) : (
          <UnstyledButton
            className={classes.sort}
            title={textOf('Sort by {name}', { name })}
            onClick={() => sorting.sort({ name, direction: sorted === 'asc' ? 'desc' : 'asc' })}
          >
            <HeadName columns={columns} id={column.id} />
            {sorted !== undefined && <Icon name={sorted === 'asc' ? 'up' : 'down'} size={12} />}
          </UnstyledButton>
        )}
      </span>
      {/* The handle is for the mouse. By keyboard, the menu of columns changes widths. */}
      <span
        className={classes.handle}
        data-active={column.getIsResizing()}
        aria-hidden="true"
        onMouseDown={header.getResizeHandler()}
        onTouchStart={header.getResizeHandler()}
        onDoubleClick={() => column.resetSize()}
      />
    </th>
  );
}

function HeadName({ columns, id }: { columns: Columns; id: string }) {
  const field = columns.fields.get(id);
  if (field === undefined) {
    return <span className="ellipsis">{id === changeColumn ? textOf('Last change') : textOf('Id')}</span>;
  }
  return (
    <>
      <Icon name={kindIcons[field.kind]} size={14} />
      <span className="ellipsis" title={field.field}>
        {field.field}
      </span>
      <VisuallyHidden> {kindNames[field.kind]}</VisuallyHidden>
    </>
  );
}
