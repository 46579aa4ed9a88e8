import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

const tessera: MantineColorsTuple = [
  '#eef8fa',
  '#d8ecf1',
  '#b2dae4',
  '#86c5d4',
  '#5fb2c5',
  '#3f9fb4',
  '#2b8ba1',
  '#1b7489',
  '#116475',
  '#0b5566',
];

const close = { closeButtonProps: { 'aria-label': 'Close' } } as const;

/** The one look: colours, type and spacing are decided here and nowhere else. */
export const theme = createTheme({
  colors: { tessera },
  primaryColor: 'tessera',
  primaryShade: 9,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem', lineHeight: '1.3' }, h2: { fontSize: '1.0625rem', lineHeight: '1.4' } },
  },
  variantColorResolver: defaultVariantColorsResolver,
  // By name: each component's `extend` would load it with the first page.
  components: {
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 600, miw: 'max-content' } },
    Modal: { defaultProps: { ...close, centered: true, radius: 'lg' } },
    Drawer: { defaultProps: close },
    Notification: { defaultProps: close },
    Alert: { defaultProps: { closeButtonLabel: 'Close' } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
});

const tinted = ['tessera', 'red', 'green', 'yellow', 'orange', 'blue', 'gray', 'teal'];

/** Text on tinted grounds with the contrast that WCAG 2.2 AA asks for, in light and dark. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': String(colors.gray?.[7]),
    '--mantine-color-placeholder': String(colors.gray?.[7]),
    '--mantine-color-body': '#ffffff',
    '--app-ground': '#f6f7f9',
    '--app-line': '#e3e6ea',
    '--app-accent': '#e0894a',
    ...Object.fromEntries(
      tinted.map((name) => [
        `--mantine-color-${name}-light-color`,
        // Yellow and orange are light even at their darkest.
        `color-mix(in srgb, var(--mantine-color-${name}-9), black ${['yellow', 'orange'].includes(name) ? 50 : 20}%)`,
      ]),
    ),
  },
  dark: {
    '--mantine-color-dimmed': String(colors.dark?.[1]),
    '--mantine-color-placeholder': String(colors.dark?.[1]),
    '--mantine-color-anchor': 'var(--mantine-color-tessera-3)',
    '--mantine-color-body': '#1b1e22',
    '--mantine-color-text': '#e6e8eb',
    '--app-ground': '#131518',
    '--app-line': '#30353b',
    '--app-accent': '#f0a36b',
    ...Object.fromEntries(
      tinted.flatMap((name) => [
        [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-2)`],
        [`--mantine-color-${name}-light`, `color-mix(in srgb, var(--mantine-color-${name}-6), transparent 82%)`],
      ]),
    ),
  },
});
