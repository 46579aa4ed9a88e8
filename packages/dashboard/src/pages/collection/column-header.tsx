import { VisuallyHidden } from '@mantine/core';
import { Icon } from '../../parts/icon.js';
import classes from './collection.module.css';
import { type Columns, idColumn, kindIcons, kindNames } from './columns.js';

type Header = ReturnType<Columns['table']['getFlatHeaders']>[number];

/** The heads of the columns: icon, name and a handle at the right that changes the width. */
export function ColumnHeads({ columns, selectAll }: { columns: Columns; selectAll?: React.ReactNode }) {
  return (
    <tr aria-rowindex={1}>
      {columns.table.getFlatHeaders().map((header, index) => (
        <Head key={header.id} header={header} columns={columns} index={index}>
          {header.column.id === idColumn && selectAll}
        </Head>
      ))}
    </tr>
  );
}

function Head(props: { header: Header; columns: Columns; index: number; children?: React.ReactNode }) {
  const { header, columns, index, children } = props;
  const { column } = header;
  const field = columns.fields.get(column.id);
  return (
    <th scope="col" aria-colindex={index + 1} data-kind={field?.kind} data-sticky={field === undefined}>
      <span className={classes.head}>
        {children}
        {field === undefined ? (
          <span className={classes.headName}>Id</span>
        ) : (
          <>
            <Icon name={kindIcons[field.kind]} size={14} />
            <span className={classes.headName} title={field.field}>
              {field.field}
            </span>
            <VisuallyHidden> {kindNames[field.kind]}</VisuallyHidden>
          </>
        )}
      </span>
      {/* By keyboard, the menu of columns does the same. */}
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
