import { createHash } from 'node:crypto';
import { accentOf, type Language } from '@tessera/contract';
import { html, raw } from 'hono/html';
import { prepared, type Queryable } from '../../platform/database/database.js';
import { useWorkspaceLanguage } from './language.js';

/** The appearance of a workspace's pages. */
export interface Appearance {
  readonly name: string;
  /** `#rrggbb`; null for the color of the service. */
  readonly color: string | null;
  /** Data URL of an image; null for none. */
  readonly logo: string | null;
  /** The default language of the workspace's pages. */
  readonly language: Language;
  /** Hosts of embedded content, which the pages load only after a click. */
  readonly embeds: readonly string[];
}

type Markup = ReturnType<typeof html>;

/**
 * Finds the appearance of a workspace; undefined if the workspace does not exist. Makes its language the default of the
 * current page.
 */
export async function findAppearance(queryable: Queryable, workspaceId: string): Promise<Appearance | undefined> {
  const [row] = await queryable.query<Appearance>(
    prepared('select name, color, logo, language, embeds from workspaces where id = $1'),
    [workspaceId],
  );
  useWorkspaceLanguage(row?.language);
  return row;
}

/** The style element with the workspace's color, to be placed after the page's style; empty without a color. */
export function appearanceStyle(appearance: Appearance | undefined): Markup | '' {
  const style = styleOf(appearance);
  return style === '' ? '' : html`<style>${raw(style)}</style>`;
}

/** The logo, or `otherwise` without one. Its alternative text is empty, because the workspace's name is next to it. */
export function logoView(appearance: Appearance | undefined, otherwise: Markup | '' = ''): Markup | '' {
  const logo = appearance?.logo;
  return logo ? html`<img class="logo" src="${logo}" alt="">` : otherwise;
}

/** Extends a content security policy to allow the color and logo of an appearance. */
export function withAppearance(policy: string, appearance: Appearance | undefined): string {
  const style = styleOf(appearance);
  const hash = createHash('sha256').update(style).digest('base64');
  const coloured = style === '' ? policy : policy.replace('style-src', `style-src 'sha256-${hash}'`);
  if (!appearance?.logo) {
    return coloured;
  }
  return coloured.includes('img-src') ? coloured.replace('img-src', 'img-src data:') : `${coloured}; img-src data:`;
}

function styleOf(appearance: Appearance | undefined): string {
  if (!appearance?.color) {
    return '';
  }
  // The style is computed from numbers, so that it can contain nothing but colors.
  const { fill, onFill, light, dark } = accentOf(appearance.color);
  return `:root { --action: ${fill}; --on-action: ${onFill}; --link: light-dark(${light}, ${dark}); --accent: var(--link);
  --action-line: var(--link); --link-line: color-mix(in srgb, var(--link) 45%, var(--page)); }
@media print { :root { --link: #000; } }`;
}
