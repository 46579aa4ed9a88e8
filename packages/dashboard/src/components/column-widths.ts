/** The minimum and maximum width of a column, in pixels. */
export type WidthBounds = readonly [leastPx: number, mostPx: number];

/**
 * The widths of columns that fill a frame. Each gets its minimum, and the rest is divided equally up to their maximums.
 * What remains is given to the first column. Undefined if the frame is narrower than all minimums together.
 */
export function columnWidths(framePx: number, bounds: readonly WidthBounds[]): number[] | undefined {
  const widths = bounds.map(([least]) => least);
  let rest = framePx - widths.reduce((sum, width) => sum + width, 0);
  if (rest < 0) return undefined;
  let growing = bounds.map((_, index) => index).filter((index) => canGrow(widths, bounds, index));
  while (rest >= 1 && growing.length > 0) {
    const share = rest / growing.length;
    for (const index of growing) {
      const added = Math.min(share, (bounds[index]?.[1] ?? 0) - (widths[index] ?? 0));
      widths[index] = (widths[index] ?? 0) + added;
      rest -= added;
    }
    growing = growing.filter((index) => canGrow(widths, bounds, index));
  }
  return widths.map((width, index) => (index === 0 ? width + Math.max(0, rest) : width));
}

function canGrow(widths: readonly number[], bounds: readonly WidthBounds[], index: number): boolean {
  return (widths[index] ?? 0) < (bounds[index]?.[1] ?? 0);
}
