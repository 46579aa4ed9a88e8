import { Text } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { type MouseEvent, useEffect, useMemo, useState } from 'react';
import { textOf } from '../../text.js';
import classes from './documents.module.css';

type Toc = CallAnswer<'documents.rendered'>['toc'];

/** Links to the headings of a document, shown in wide windows if it has at least two. */
export function Contents({ toc }: { toc: Toc }) {
  const entries = useMemo(() => toc.filter(({ level }) => level === 2 || level === 3), [toc]);
  const current = useCurrent(entries);
  if (entries.length < 2) {
    return null;
  }
  return (
    <nav className={classes.contents} aria-label={textOf('Contents')}>
      <Text size="xs" fw={600} mb={6}>
        {textOf('Contents')}
      </Text>
      <ul>
        {entries.map(({ id, level, text }) => (
          <li key={id}>
            <a
              href={`#${encodeURIComponent(id)}`}
              data-level={level}
              onClick={(event) => goTo(event, id)}
              {...(id === current ? { 'aria-current': 'location' as const } : {})}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The element of a heading in the document. Elsewhere on the page, another element can have the same id. */
function headingOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.prose [id="${CSS.escape(id)}"]`);
}

function goTo(event: MouseEvent, id: string): void {
  const heading = headingOf(id);
  if (heading === null || event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  event.preventDefault();
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
}

/** The id of the last heading that is above the upper quarter of the window. */
function useCurrent(entries: Toc): string | undefined {
  const [current, setCurrent] = useState(entries[0]?.id);
  useEffect(() => {
    const mark = (): void => {
      const line = window.innerHeight / 4;
      const isAbove = (id: string): boolean => (headingOf(id)?.getBoundingClientRect().top ?? line + 1) <= line;
      setCurrent((entries.findLast(({ id }) => isAbove(id)) ?? entries[0])?.id);
    };
    mark();
    window.addEventListener('scroll', mark, { passive: true });
    return () => window.removeEventListener('scroll', mark);
  }, [entries]);
  return current;
}
