import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';

const pageRows = 10;

/** The row that the Tab key comes to: one of all, which the arrow keys change, so that nobody has to pass a million. */
export function useCurrentRow(
  scroller: RefObject<HTMLElement | null>,
  grid: {
    rows: number;
    drawn: readonly { readonly index: number }[];
    virtualizer: { scrollToIndex: (index: number) => void };
  },
) {
  const { rows, drawn, virtualizer } = grid;
  const [chosen, setChosen] = useState({ row: 0, byKey: false, control: 'button' });
  const current = drawn.some(({ index }) => index === chosen.row) ? chosen.row : drawn[0]?.index;
  useEffect(() => {
    if (chosen.byKey) {
      scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${chosen.row + 2}"] ${chosen.control}`)?.focus();
    }
  }, [chosen, scroller]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: pageRows, PageUp: -pageRows }[event.key];
    if (current === undefined || !(target instanceof HTMLElement) || target.closest('tbody') === null) {
      return;
    }
    const control = target.localName === 'input' ? 'input' : 'button';
    if (step !== undefined) {
      event.preventDefault();
      const row = Math.min(rows - 1, Math.max(0, current + step));
      virtualizer.scrollToIndex(row);
      setChosen({ row, byKey: true, control });
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      // From the id to the checkbox before it and back; the columns scroll once there is nothing further.
      const next = target.closest('tr')?.querySelector<HTMLElement>(event.key === 'ArrowLeft' ? 'input' : 'button');
      if (next !== null && next !== undefined && next !== target) {
        event.preventDefault();
        next.focus();
      }
    }
  };
  return { current, onKeyDown };
}
