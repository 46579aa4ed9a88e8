import { Box, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import classes from './collection.module.css';
import type { Sight, StoredRecord } from './record-pages.js';
import { shownValue } from './values.js';

const rowHeightPx = 36;

/** Records as a grid of which only what is in sight is drawn. */
export function RecordGrid(props: {
  label: string;
  fields: readonly string[];
  rows: number;
  count: number;
  record: (index: number) => StoredRecord | undefined;
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
    onChange: ({ range }) => {
      if (range !== null) {
        onSight({ first: range.startIndex, last: range.endIndex });
      }
      redraw((times) => times + 1);
    },
  });
  const items = virtualizer.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // What scrolls must be reached by keyboard.
    <Box component="section" ref={scroller} className={classes.grid} tabIndex={0} aria-label={`${label}, scrollable`}>
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
              <Cells record={record(index)} fields={fields} onOpen={onOpen} />
            </tr>
          ))}
          <Space height={below} />
        </tbody>
      </table>
    </Box>
  );
}

/** Stands for the rows out of sight. */
function Space({ height }: { height: number }) {
  return height === 0 ? null : (
    <tr className={classes.space}>
      <td style={{ height }} colSpan={2} />
    </tr>
  );
}

function Cells(props: { record: StoredRecord | undefined; fields: readonly string[]; onOpen: (id: string) => void }) {
  const { record, fields, onOpen } = props;
  if (record === undefined) {
    return <td className="soft">…</td>;
  }
  return (
    <>
      <td>
        <UnstyledButton className={classes.id} fz="sm" onClick={() => onOpen(record.external_id)}>
          {record.external_id}
        </UnstyledButton>
      </td>
      {fields.map((field) => (
        <td key={field}>{shownValue(record.attributes[field])}</td>
      ))}
    </>
  );
}
