import { cell, fit, pad, widthOf } from './text.js';

/** A row of an answer. */
export type Row = Readonly<Record<string, unknown>>;

const gap = '  ';
const narrowest = 8;
/** In a file or pipe, columns are aligned up to this width. */
const alignedWidth = 60;

/**
 * Formats rows under a header, with one column per key. In a terminal of `width` columns, the widest columns are cut
 * until rows fit. Without a width nothing is cut, and a wide cell only shifts the rest of its row.
 */
export function table(rows: readonly Row[], columns: readonly string[], width?: number): string {
  const lines = [columns.map(heading), ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => widthOf(line[index] ?? ''))));
  if (width === undefined) {
    widths.forEach((each, index) => {
      widths[index] = Math.min(each, alignedWidth);
    });
  } else {
    shrink(widths, width - gap.length * (columns.length - 1));
  }
  return lines
    .map((line) =>
      line
        .map((text, index) => pad(width === undefined ? text : fit(text, widths[index] ?? 0), widths[index] ?? 0))
        .join(gap)
        .trimEnd(),
    )
    .join('\n');
}

/** Formats an object as one `key  value` line for each of the keys that exist. */
export function details(object: Row, keys: readonly string[] = Object.keys(object)): string {
  const present = keys.filter((key) => object[key] !== undefined);
  const width = Math.max(0, ...present.map((key) => widthOf(key)));
  return present.map((key) => `${pad(key, width)}${gap}${cell(object[key])}`).join('\n');
}

function heading(column: string): string {
  return column.toUpperCase().replaceAll('_', ' ');
}

function shrink(widths: number[], available: number): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= narrowest) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
}
