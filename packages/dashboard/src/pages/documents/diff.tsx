import { Text, VisuallyHidden } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { Fragment } from 'react';
import { textOf } from '../../text.js';
import { type DiffRow, rowsOf, type Word, wordsOf } from './diff-rows.js';
import classes from './history.module.css';

/** Shows a change of text: the old version next to the new one. */
export function SideBySide({ diff }: { diff: CallAnswer<'documents.diff'> }) {
  if (diff.binary) {
    return <Text size="sm">{textOf('This file is not text, so versions cannot be compared.')}</Text>;
  }
  if (diff.hunks.length === 0) {
    return <Text size="sm">{textOf('The text is the same.')}</Text>;
  }
  return (
    <table className={classes.diff} aria-label={textOf('The change, old beside new')}>
      <colgroup>
        <col className={classes.number} />
        <col />
        <col className={classes.number} />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{textOf('Line')}</VisuallyHidden>
          </th>
          <th scope="col">{textOf('Before')}</th>
          <th scope="col">
            <VisuallyHidden>{textOf('Line')}</VisuallyHidden>
          </th>
          <th scope="col">{textOf('After')}</th>
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
  const words = before?.changed === true && after?.changed === true ? wordsOf(before.text, after.text) : undefined;
  return (
    <tr>
      <td className={classes.number}>{before?.line}</td>
      <td data-change={before?.changed === true ? 'old' : undefined}>
        {words === undefined ? before?.text : <Words words={words.before} />}
      </td>
      <td className={classes.number}>{after?.line}</td>
      <td data-change={after?.changed === true ? 'new' : undefined}>
        {words === undefined ? after?.text : <Words words={words.after} />}
      </td>
    </tr>
  );
}

function Words({ words }: { words: readonly Word[] }) {
  return words.map(({ text, changed }, index) => {
    // The parts of a line are always computed together, so an index identifies a part.
    const key = `${index} ${text}`;
    return changed ? <mark key={key}>{text}</mark> : <Fragment key={key}>{text}</Fragment>;
  });
}
