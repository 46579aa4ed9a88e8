import { Box, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import classes from './collection.module.css';
import type { ShownRecord, Sight } from './record-pages.js';
import { shownValue } from './values.js';

const rowHeightPx = 36;

/** Records as a grid of which only what is in sight is drawn. */
export function RecordGrid(props: {
  label: string;
  fields: readonly string[];
  rows: number;
  count: number;
  record: (index: number) => ShownRecord | undefined;
  onSight: (sight: Sight) => void;
  onOpen: (id: string) => void;
}) {
  const { label, fields, rows, count, record, onSight, onOpen } = props;
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
      <table className={classes.records} aria-label={label} aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Id</th>
            {fields.map((field) => (
              <th key={field} scope="col">
                {field}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={above} />
          {items.map(({ index }) => (
            <tr key={index} aria-rowindex={index + 2}>
              <Cells record={record(index)} fields={fields} isCurrent={index === current} onOpen={onOpen} />
            </tr>
          ))}
          <Space height={below} />
        </tbody>
      </table>
    </Box>
  );
}

/** The row that the Tab key comes to: one of all, which the arrow keys change, so that nobody has to pass a million. */
function useCurrentRow(
  scroller: RefObject<HTMLElement | null>,
  grid: {
    rows: number;
    drawn: readonly { readonly index: number }[];
    virtualizer: { scrollToIndex: (index: number) => void };
  },
) {
  const { rows, drawn, virtualizer } = grid;
  const [chosen, setChosen] = useState({ row: 0, byKey: false });
  const current = drawn.some(({ index }) => index === chosen.row) ? chosen.row : drawn[0]?.index;
  useEffect(() => {
    if (chosen.byKey) {
      scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${chosen.row + 2}"] button`)?.focus();
    }
  }, [chosen, scroller]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || current === undefined || !(event.target instanceof HTMLButtonElement)) {
      return;
    }
    event.preventDefault();
    const row = Math.min(rows - 1, Math.max(0, current + step));
    virtualizer.scrollToIndex(row);
    setChosen({ row, byKey: true });
  };
  return { current, onKeyDown };
}

/** Stands for the rows out of sight. */
function Space({ height }: { height: number }) {
  return height === 0 ? null : (
    <tr className={classes.space}>
      <td style={{ height }} colSpan={2} />
    </tr>
  );
}

function Cells(props: {
  record: ShownRecord | undefined;
  fields: readonly string[];
  isCurrent: boolean;
  onOpen: (id: string) => void;
}) {
  const { record, fields, isCurrent, onOpen } = props;
  if (record === undefined) {
    return <td className="soft">…</td>;
  }
  return (
    <>
      <td>
        <UnstyledButton
          className={classes.id}
          fz="sm"
          tabIndex={isCurrent ? 0 : -1}
          onClick={() => onOpen(record.external_id)}
        >
          {record.external_id}
        </UnstyledButton>
      </td>
      {fields.map((field) => (
        <td key={field}>{shownValue(record.attributes[field])}</td>
      ))}
    </>
  );
}
