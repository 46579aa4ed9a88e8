import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnWidths } from './column-widths.js';

const bounds = fc.array(
  fc
    .tuple(fc.integer({ min: 40, max: 300 }), fc.integer({ min: 0, max: 400 }))
    .map(([least, more]) => [least, more === 400 ? Number.POSITIVE_INFINITY : least + more] as const),
  { minLength: 1, maxLength: 8 },
);

it('columnWidths > fill the frame; none is below its minimum and only the first is above its maximum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), bounds, (frame, columns) => {
      const least = columns.reduce((sum, [width]) => sum + width, 0);
      const widths = columnWidths(frame, columns);
      expect(widths === undefined).toBe(frame < least);
      if (widths === undefined) return;
      expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(frame, 0);
      for (const [index, [lower, upper]] of columns.entries()) {
        expect(widths[index]).toBeGreaterThanOrEqual(lower);
        if (index > 0) expect(widths[index]).toBeLessThanOrEqual(upper + 0.001);
      }
    }),
  );
});
