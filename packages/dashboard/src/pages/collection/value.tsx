import { Anchor, Badge, Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { textOf } from '../../text.js';
import type { Kind } from './columns.js';
import { dateText, isEmpty, isLink, numberText, pairOf, shownValue } from './values.js';

/**
 * A stored value, shown by its type: ✓ or ✗, a list as chips, a relation as its label and id, a link, a date or a
 * number. With `isText`, a link is its text.
 */
export function Value(props: { value: unknown; kind?: Kind | undefined; isText?: boolean }): ReactNode {
  const { value, kind, isText = false } = props;
  if (isEmpty(value)) return <span className="soft">–</span>;
  if (typeof value === 'boolean') return <Truth isTrue={value} />;
  const pair = pairOf(value);
  if (pair !== undefined) {
    return (
      <>
        {pair.label} <span className="soft">{pair.id}</span>
      </>
    );
  }
  if (Array.isArray(value)) return <Chips values={value} />;
  if (isLink(value) && !isText) {
    return (
      <Anchor href={value} target="_blank" rel="noreferrer" fz="inherit" tabIndex={-1}>
        {value}
      </Anchor>
    );
  }
  if (kind === 'date' && typeof value === 'string') return <time dateTime={value}>{dateText(value)}</time>;
  return kind === 'number' ? numberText(value) : shownValue(value);
}

/** A sentence of the service: what is between backticks as code, and quoted ids of records as their names. */
export function Sentence({ text, names }: { text: string; names?: ReadonlyMap<string, string> }) {
  const named = text.replace(/"([^"]*)"/g, (quoted, id) => names?.get(id) ?? quoted);
  return named.split('`').map((part, index) => (index % 2 === 1 ? <Code key={part}>{part}</Code> : part));
}

function Truth({ isTrue }: { isTrue: boolean }) {
  const name = isTrue ? textOf('Yes') : textOf('No');
  return (
    <span role="img" aria-label={name} title={name}>
      {isTrue ? '✓' : '✗'}
    </span>
  );
}

function Chips({ values }: { values: readonly unknown[] }) {
  return Array.from(values.entries(), ([index, value]) => (
    <Badge key={index} color="gray" fw={400} mr={4}>
      {shownValue(value)}
    </Badge>
  ));
}
