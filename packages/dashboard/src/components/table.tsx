import { Anchor, Badge, Box, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';
import { textOf } from '../text.js';
import { Hint, Loaded, Panel } from './basics.js';
import { columnWidths, type WidthBounds } from './column-widths.js';
import classes from './components.module.css';

/**
 * A column: its heading, and the content of its cells, which is one line. `end` aligns numbers and buttons to the
 * right.
 */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly end?: true;
  /** Whether its cells contain the menu of the row. */
  readonly isMenu?: true;
  /** Set for columns whose cells contain no text, but buttons, choices or bars. */
  readonly width?: WidthBounds;
  /** Whether long text wraps. */
  readonly wraps?: true;
}

const wide = Number.POSITIVE_INFINITY;
const firstWidth: WidthBounds = [180, wide];
const textWidth: WidthBounds = [110, wide];
const endWidth: WidthBounds = [110, 190];
const menuWidth: WidthBounds = [80, 80];

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/**
 * A short list as a table. A value that is too long ends in an ellipsis and has a tooltip. If the frame is narrower
 * than the columns, each row becomes a card. For long lists, use `VirtualRows`.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey } = props;
  const frame = useRef<HTMLDivElement>(null);
  const widths = columnWidths(useWidth(frame), columns.map(boundsOf));
  return (
    // Otherwise hidden labels of scrolled cells would be positioned in the page and make it longer.
    <Box ref={frame} pos="relative">
      <table className={classes.table} data-cards={widths === undefined} aria-label={label}>
        <colgroup>
          {columns.map(({ title }, index) => (
            <col key={title} style={{ width: widths?.[index] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ title, end, isMenu }) => (
              <th key={title} scope="col" className={(end ?? isMenu) && classes.end}>
                {title === '' ? <VisuallyHidden>{textOf('Actions')}</VisuallyHidden> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ title, cell, end, isMenu, wraps }) => (
                <td
                  key={title}
                  data-label={title}
                  data-menu={isMenu}
                  data-wraps={wraps}
                  className={(end ?? isMenu) && classes.end}
                  onMouseOver={showWhole}
                  onFocus={showWhole}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

function boundsOf<Row>({ width, end, isMenu }: Column<Row>, index: number): WidthBounds {
  if (width !== undefined) return width;
  if (isMenu === true) return menuWidth;
  if (index === 0) return firstWidth;
  return end === true ? endWidth : textWidth;
}

/** The width of an element in pixels, updated with every change. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    setWidth(current.clientWidth);
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** If text is cut, shows all of it as a tooltip. */
function showWhole({ target }: SyntheticEvent): void {
  if (!(target instanceof HTMLElement) || target.title !== '') return;
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = target;
  if (scrollWidth > clientWidth || scrollHeight > clientHeight) target.title = target.innerText;
}

/** A panel with a table of the rows that a query returns, or with `empty` if there are none. */
export function ListPanel<Row>(
  props: Omit<TableProps<Row>, 'rows'> & { query: UseQueryResult<readonly Row[]>; empty: ReactNode },
) {
  const { query, empty, ...table } = props;
  return (
    <Panel flush>
      <Loaded query={query}>{(rows) => (rows.length === 0 ? empty : <Table rows={rows} {...table} />)}</Loaded>
    </Panel>
  );
}

/** A button that reads the next page of a list, if there is one. */
export function NextPage(props: {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  label: string;
}) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = props.list;
  if (!hasNextPage) return null;
  return (
    <Group justify="center" p="md">
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {props.label}
      </Button>
    </Group>
  );
}

/** The cell of a name, which links to its page if it has one; `description` is shown below it. */
export function NameCell(props: { to?: string; name: ReactNode; description?: ReactNode }) {
  const { to, name, description = null } = props;
  return (
    <>
      {to === undefined ? (
        <Text size="sm" fw={550} component="span" display="block">
          {name}
        </Text>
      ) : (
        <Anchor component={Link} to={to} fw={550} size="sm" display="block">
          {name}
        </Anchor>
      )}
      {description !== null && (
        <Hint component="span" display="block">
          {description}
        </Hint>
      )}
    </>
  );
}

/** The address of a record. */
export const recordAddress = (collection: string, id: string): string =>
  `/collections/${collection}?${new URLSearchParams({ record: id })}`;

/** The properties of a column of buttons, except its cells. */
export const buttonsColumn = (width: number) => ({ title: '', end: true, width: [width, width] }) as const;

/** A button on a row. `name`, which starts with the label, distinguishes it from the buttons of other rows. */
export function RowButton(props: { label: string; name?: string; disabled?: boolean; onClick: () => void }) {
  const { label, name, ...rest } = props;
  return (
    <Button size="xs" variant="default" aria-label={name} {...rest}>
      {label}
    </Button>
  );
}

const shownChips = 2;

/** A cell with several names, of which some may be equal. It shows two, and the number of the others. */
export function ChipsCell({ names }: { names: readonly string[] }) {
  const rest = names.slice(shownChips);
  return (
    <Group component="span" gap={6} wrap="nowrap" miw={0} data-chips>
      {Array.from(names.slice(0, shownChips).entries(), ([index, name]) => (
        <Badge key={index} flex="0 1 auto" miw={48} color="gray" fw={500} title={name}>
          {name}
        </Badge>
      ))}
      {rest.length > 0 && <span title={rest.join(', ')}>+{rest.length}</span>}
    </Group>
  );
}
