import { accentOf, contrast, mix } from '@tessera/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { colors } from '../../platform/design-tokens.js';
import { appearanceStyle, withAppearance } from './appearance.js';

const grounds = [colors.page, colors.side, colors.raised, colors.ground, colors.card];

test('appearanceStyle > gives text in any workspace color sufficient contrast on all backgrounds', () => {
  const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
  fc.assert(
    fc.property(channel, channel, channel, (red, green, blue) => {
      const text = accentOf(`#${red}${green}${blue}`);
      for (const [light, dark] of grounds) {
        expect(contrast(text.light, light)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(text.dark, dark)).toBeGreaterThanOrEqual(4.5);
        // The background of an active entry in the table of contents.
        expect(contrast(text.light, mix(text.light, light, 0.12))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(text.dark, mix(text.dark, dark, 0.12))).toBeGreaterThanOrEqual(4.5);
      }
    }),
  );
});

test('appearanceStyle > adds no markup or rules for an invalid color', () => {
  for (const color of ['</style><script>alert(1)</script>', '#fff;}*{display:none', 'url(//evil.example)']) {
    const style = String(appearanceStyle({ name: 'A', color, logo: null, language: 'en', embeds: [] }));
    expect(style).not.toMatch(/script|evil|display/);
    expect(style.match(/</g)).toHaveLength(2);
  }
});

test('withAppearance > keeps the policy of a page without color and logo', () => {
  const policy = "default-src 'none'; style-src 'self'";
  expect(withAppearance(policy, { name: 'A', color: null, logo: null, language: 'en', embeds: [] })).toBe(policy);
  expect(withAppearance(policy, undefined)).toBe(policy);
});
