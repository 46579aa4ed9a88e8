import { brandShades, darkShades, radii } from 'virtual:theme-tokens';
import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver } from '@mantine/core';
import { textOf } from '../text.js';

// Functions, because the theme is defined before the messages are loaded.
const close = () => ({ closeButtonProps: { 'aria-label': textOf('Close') } });

/** Mantine's components in the design that all pages of the service share, from the server's design tokens. */
export const theme = createTheme({
  colors: { tessera: brandShades, dark: darkShades },
  primaryColor: 'tessera',
  primaryShade: 9,
  autoContrast: true,
  radius: radii,
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem', lineHeight: '1.3' }, h2: { fontSize: '1.0625rem', lineHeight: '1.4' } },
  },
  variantColorResolver: defaultVariantColorsResolver,
  // Configured by name, because a component's `extend` would load the component with the first page.
  components: {
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 600, miw: 'max-content' } },
    Modal: { defaultProps: () => ({ ...close(), centered: true, radius: 'lg' }) },
    Drawer: { defaultProps: close },
    Notification: { defaultProps: close },
    Alert: { defaultProps: () => ({ closeButtonLabel: textOf('Close') }) },
  },
});

const tinted = ['tessera', 'red', 'green', 'yellow', 'orange', 'blue', 'gray', 'teal'];

const shared = {
  '--mantine-color-body': 'var(--card)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--soft)',
  '--mantine-color-placeholder': 'var(--soft)',
  '--mantine-color-anchor': 'var(--link)',
  '--app-ground': 'var(--ground)',
  '--app-line': 'var(--line)',
};

/** Variables that give text on tinted backgrounds the contrast of WCAG 2.2 AA, in the light and the dark theme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...shared,
    ...Object.fromEntries(
      tinted.map((name) => [
        `--mantine-color-${name}-light-color`,
        // Yellow and orange are too light even in their darkest shade, so more black is mixed in.
        `color-mix(in srgb, var(--mantine-color-${name}-9), black ${['yellow', 'orange'].includes(name) ? 50 : 20}%)`,
      ]),
    ),
  },
  dark: {
    ...shared,
    ...Object.fromEntries(
      tinted.flatMap((name) => [
        [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-2)`],
        [`--mantine-color-${name}-light`, `color-mix(in srgb, var(--mantine-color-${name}-6), transparent 82%)`],
      ]),
    ),
  },
});
