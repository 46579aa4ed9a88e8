import { slug } from 'github-slugger';
import type MarkdownIt from 'markdown-it';
import type StateInline from 'markdown-it/lib/rules_inline/state_inline.mjs';

/** Attribute of a link from `[[Name]]`, which names a page instead of a path. */
export const pageAttribute = 'data-page';

const imageName = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;
const written = /^(!?)\[\[([^[\]|\n]{1,200})(?:\|([^[\]\n]{1,200}))?\]\]/;

/**
 * Parses `[[Name]]`, `[[Name#Heading]]`, `[[#Heading]]` and `[[Name|label]]` as links, and `![[picture.png]]` as an
 * image.
 */
export function withNamedPages(md: MarkdownIt): void {
  for (const [before, name] of [
    ['link', 'named_page'],
    ['image', 'named_image'],
  ] as const) {
    md.inline.ruler.before(before, name, (state, silent) => readNamed(state, silent, name === 'named_image'));
  }
}

function readNamed(state: StateInline, silent: boolean, isEmbed: boolean): boolean {
  const found = written.exec(state.src.slice(state.pos, state.pos + 406));
  if (found === null || (found[1] === '!') !== isEmbed) {
    return false;
  }
  if (!silent) {
    const [name, label] = [(found[2] ?? '').trim(), found[3]?.trim()];
    (isEmbed && imageName.test(name) ? pushImage : pushLink)(state, name, label);
  }
  state.pos += found[0].length;
  return true;
}

function pushLink(state: StateInline, name: string, label: string | undefined): void {
  state.push('link_open', 'a', 1).attrSet(pageAttribute, name);
  state.push('text', '', 0).content = label ?? name.replace(/^#/, '').replaceAll('#', ' > ');
  state.push('link_close', 'a', -1);
}

/** Adds an image. A number at the end of its label is its width, which pages ignore. The rest is its alternative text. */
function pushImage(state: StateInline, name: string, label: string | undefined): void {
  const image = state.push('image', 'img', 0);
  image.attrs = [
    ['src', state.md.normalizeLink(name)],
    ['alt', ''],
  ];
  const alt = label?.replace(/(?:^|\|)\s*\d+(?:x\d+)?$/, '').trim() || name;
  image.content = alt;
  image.children = [Object.assign(new state.Token('text', '', 0), { content: alt })];
}

/** Splits `[[Name#Heading]]` into the page name and the heading's id. */
export function namedTarget(name: string): { readonly name: string; readonly fragment: string } {
  const [page = '', ...headings] = name.split('#');
  const heading = headings.at(-1)?.trim() ?? '';
  // The HTML has no ids for blocks (`#^id`), so such a link leads to the page.
  const hasHeading = heading !== '' && !heading.startsWith('^');
  return { name: page.trim(), fragment: hasHeading ? `#${encodeURIComponent(slug(heading) || 'section')}` : '' };
}
