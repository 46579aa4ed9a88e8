import { Text, VisuallyHidden } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { type DiffRow, rowsOf } from './diff-rows.js';
import classes from './history.module.css';

/** A change of a text, the old beside the new. */
export function SideBySide({ diff }: { diff: CallAnswer<'documents.diff'> }) {
  if (diff.binary) {
    return <Text size="sm">This is not text, so nothing is compared.</Text>;
  }
  if (diff.hunks.length === 0) {
    return <Text size="sm">The text is the same.</Text>;
  }
  return (
    <table className={classes.diff} aria-label="The change, old beside new">
      <colgroup>
        <col className={classes.number} />
        <col />
        <col className={classes.number} />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Line</VisuallyHidden>
          </th>
          <th scope="col">Before</th>
          <th scope="col">
            <VisuallyHidden>Line</VisuallyHidden>
          </th>
          <th scope="col">After</th>
        </tr>
      </thead>
      {diff.hunks.map((hunk) => (
        <tbody key={`${hunk.old_start} ${hunk.new_start}`}>
          {rowsOf(hunk).map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ row: { before, after } }: { row: DiffRow }) {
  return (
    <tr>
      <td className={classes.number}>{before?.line}</td>
      <td data-change={before?.changed === true ? 'old' : undefined}>{before?.text}</td>
      <td className={classes.number}>{after?.line}</td>
      <td data-change={after?.changed === true ? 'new' : undefined}>{after?.text}</td>
    </tr>
  );
}
