import { colors, fonts, radii } from '../../platform/design-tokens.js';

const properties = [
  ...Object.entries(colors).map(([name, [light, dark]]) => [
    name,
    light === dark ? light : `light-dark(${light}, ${dark})`,
  ]),
  ...Object.entries(radii).map(([name, radius]) => [`radius-${name}`, radius]),
  ...Object.entries(fonts),
];

/**
 * The design tokens as custom properties, such as `--text` and `--radius-md`. `data-scheme` of the page is the theme that a
 * person chose; without it, the system's theme applies.
 */
export const tokenStyle = `:root { color-scheme: light dark;
${properties.map(([name, value]) => `  --${name}: ${value};`).join('\n')} }
:root[data-scheme=light] { color-scheme: light; }
:root[data-scheme=dark] { color-scheme: dark; }
@media print { :root[data-scheme] { color-scheme: light; } }
`;
