import { fontPath } from '../../server/dist/http/pages/font.js';
import { colors, fonts, radii, readingScale } from '../../server/dist/platform/design-tokens.js';

/**
 * A system typeface scaled to `percent`, so that English text is as wide as in Inter, with Inter's line height.
 * @param {string[]} families
 * @param {number} percent
 */
function fallbackFace(families, percent) {
  const sources = families.map((family) => `local("${family}")`).join(', ');
  const [ascent, descent] = [0.969, 0.241].map((height) => ((height / percent) * 10_000).toFixed(1));
  return `@font-face { font-family: "Inter fallback"; src: ${sources}; size-adjust: ${percent}%; ascent-override: ${ascent}%;
  descent-override: ${descent}%; line-gap-override: 0%; }`;
}

const properties = [
  ...Object.entries(colors).map(([name, [light, dark]]) => [
    name,
    light === dark ? light : `light-dark(${light}, ${dark})`,
  ]),
  ...Object.entries(radii).map(([name, radius]) => [`radius-${name}`, radius]),
  ...Object.entries(fonts),
  ['reading-scale', `${readingScale}`],
];

/** The names of the colors. */
export const tokenNames = Object.keys(colors);

/**
 * Inter with its fallbacks, and the design tokens as custom properties, such as `--text` and `--radius-md`. Fallbacks
 * are as wide as Inter, so that nothing moves when it is loaded. `data-scheme` of the page is the chosen theme, by
 * default the system's.
 */
export const tokensStyle = `@font-face { font-family: Inter; src: url(${fontPath}) format("woff2"); font-weight: 100 900; font-display: swap; }
${
  // Browsers use the last of the installed typefaces.
  fallbackFace(['DejaVu Sans'], 93.5)
}
${fallbackFace(['Arial', 'Liberation Sans', 'Helvetica', 'Roboto'], 107)}
:root { color-scheme: light dark;
${properties.map(([name, value]) => `  --${name}: ${value};`).join('\n')} }
:root[data-scheme=light] { color-scheme: light; }
:root[data-scheme=dark] { color-scheme: dark; }
@media print { :root[data-scheme] { color-scheme: light; } }
`;
