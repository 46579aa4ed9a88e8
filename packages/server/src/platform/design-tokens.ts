/** A color in the light and the dark theme. */
export type ThemeColor = readonly [light: string, dark: string];

/** Shades of the brand color, from light to dark. */
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

/** Grays of controls in the dark theme, from light to dark. */
export const darkShades = [
  '#c6ccce',
  '#b4bbbe',
  '#7e8689',
  '#656d71',
  '#3e4649',
  '#373e42',
  '#2a3134',
  '#212729',
  '#1c2224',
  '#121719',
] as const;

/**
 * Colors of all pages. Text on `page`, `side`, `raised`, `ground` and `card` has a contrast of 4.5:1, field borders 3:1
 * (WCAG 2.2 AA).
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
  accent: [brandShades[9], '#86cfdf'],
  action: [brandShades[9], brandShades[9]],
  'on-action': ['#ffffff', '#ffffff'],
  stone: ['#c96f2f', '#eba46c'],
  mark: ['#fdeebd', '#5c4a14'],
  'mark-text': ['#1a2226', '#fff6d9'],
  alert: ['#a61b1b', '#ff9d9d'],
  // Tiles of the logo.
  'tile-dark': [brandShades[9], '#1c7d92'],
  'tile-light': ['#2b9bb0', '#2b9bb0'],
  'tile-set': ['#e0894a', '#e0894a'],
  // Callouts.
  note: ['#1679b8', '#4aa8e0'],
  tip: ['#1d8a57', '#4cc38a'],
  important: ['#7a57c7', '#a98cf0'],
  warning: ['#b7791f', '#e0a84a'],
  caution: ['#c5402f', '#f07a6a'],
  // Code.
  'hl-keyword': ['#8a2f6b', '#f0a6d3'],
  'hl-string': ['#1b6b3a', '#9ad9a8'],
  'hl-number': ['#9a4a00', '#f3b880'],
  'hl-title': ['#0a5a8c', '#8ecbf5'],
  'hl-deletion': ['#a02020', '#ff9d9d'],
} as const satisfies Readonly<Record<string, ThemeColor>>;

/** Corner radii: of small elements, of fields and buttons, and of cards. */
export const radii = { sm: '0.375rem', md: '0.5rem', lg: '0.75rem' } as const;

/** Font size of reading pages, relative to the browser's default. */
export const readingScale = 1.0625;

/** Typefaces of the interface, of documents and of code. */
export const fonts = {
  sans: 'Inter, "Inter fallback", system-ui, sans-serif',
  mono: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "Noto Sans Mono", "DejaVu Sans Mono", monospace',
} as const;
