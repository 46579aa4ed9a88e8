import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { accentOf, contrast, mix } from './accent.js';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('contrast > follows the definition of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#123456', '#123456')).toBe(1);
});

test('accentOf > gives readable text for every color, on buttons and on pages of both themes', () => {
  const grounds = { light: ['#ffffff', '#f2f5f5'], dark: ['#14191b', '#1d2427'] };
  fc.assert(
    fc.property(color, (chosen) => {
      const { fill, onFill, light, dark } = accentOf(chosen);
      expect(fill).toBe(chosen);
      expect(contrast(onFill, fill)).toBeGreaterThanOrEqual(4.5);
      for (const { text, on } of [
        { text: light, on: grounds.light },
        { text: dark, on: grounds.dark },
      ]) {
        expect(text).toMatch(/^#[0-9a-f]{6}$/);
        for (const ground of on) {
          expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(text, mix(text, ground, 0.12))).toBeGreaterThanOrEqual(4.5);
        }
      }
    }),
    { numRuns: propertyRuns(2_000) },
  );
});

test('accentOf > ignores an invalid color', () => {
  expect(Object.values(accentOf('#0b5566;}*{display:none')).join('')).toMatch(/^[#0-9a-f]+$/);
});

test('accentOf > keeps a readable color unchanged', () => {
  expect(accentOf('#0b5566').light).toBe('#0b5566');
  expect(accentOf('#86cfdf').dark).toBe('#86cfdf');
  expect(accentOf('#0b5566').dark).not.toBe('#0b5566');
});
