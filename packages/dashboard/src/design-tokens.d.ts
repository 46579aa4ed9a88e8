// The parts of the server's design tokens that scripts need. The build generates these modules (`vite.config.ts`).
declare module 'virtual:theme-tokens' {
  type Shades = readonly [string, string, string, string, string, string, string, string, string, string];
  export const brandShades: Shades;
  export const darkShades: Shades;
  export const radii: { readonly sm: string; readonly md: string; readonly lg: string };
}
declare module 'virtual:design-tokens' {
  type Color = readonly [light: string, dark: string];
  export const colors: Readonly<Record<'card' | 'page' | 'text' | 'link' | 'action' | 'on-action', Color>>;
  export const fonts: { readonly sans: string };
}
