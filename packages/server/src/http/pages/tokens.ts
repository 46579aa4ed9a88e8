/** A colour in the light and in the dark theme. */
export type ThemeColor = readonly [light: string, dark: string];

/** Shades of the product's colour, from light to dark. */
export const brandShades = [
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
] as const;

/**
 * Colours of everything that a browser shows. Text on `page`, `side`, `raised`, `ground` and `card` has a contrast of 4.5:1,
 * borders of fields one of 3:1 (WCAG 2.2 AA).
 */
export const colors = {
  page: ['#ffffff', '#14191b'],
  side: ['#f6f8f8', '#181e21'],
  raised: ['#f2f5f5', '#1d2427'],
  ground: ['#f6f8f8', '#14191b'],
  card: ['#ffffff', '#1b2124'],
  text: ['#1a2226', '#dbe2e4'],
  strong: ['#0c1316', '#f2f6f7'],
  soft: ['#55636a', '#9dabb1'],
  line: ['#dfe5e7', '#2c363a'],
  field: ['#7d8a91', '#75838a'],
  link: ['#0a5a6c', '#86cfdf'],
  'link-line': ['#9cc6d0', '#3a6670'],
  accent: ['#0b5566', '#86cfdf'],
  'on-accent': ['#ffffff', '#0c1316'],
  stone: ['#c96f2f', '#eba46c'],
  mark: ['#fdeebd', '#5c4a14'],
  'mark-text': ['#1a2226', '#fff6d9'],
  alert: ['#a61b1b', '#ff9d9d'],
} as const satisfies Readonly<Record<string, ThemeColor>>;

/** Typefaces: of the interface, of documents, and of code. */
export const fonts = {
  sans: 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", sans-serif',
  serif:
    'Charter, "Bitstream Charter", "Sitka Text", "Source Serif 4", "Source Serif Pro", "Noto Serif", Cambria, Georgia, serif',
  mono: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "Noto Sans Mono", "DejaVu Sans Mono", monospace',
} as const;

/** The same as custom properties. `data-scheme` of the page is the theme that a person chose; without one the system's counts. */
export const tokenStyle = `:root { color-scheme: light dark;
${Object.entries(colors)
  .map(([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});`)
  .join('\n')}
${Object.entries(fonts)
  .map(([name, family]) => `  --${name}: ${family};`)
  .join('\n')} }
:root[data-scheme=light] { color-scheme: light; }
:root[data-scheme=dark] { color-scheme: dark; }
@media print { :root[data-scheme] { color-scheme: light; } }
`;
