import { footnote } from '@mdit/plugin-footnote';
import { tasklist } from '@mdit/plugin-tasklist';
import { tex } from '@mdit/plugin-tex';
import MarkdownIt from 'markdown-it';
import type StateInline from 'markdown-it/lib/rules_inline/state_inline.mjs';
import type Token from 'markdown-it/lib/token.mjs';

/** Attribute of a heading's element: the line of the text that it starts on, counted from 0. */
export const lineAttribute = 'data-line';

/** Attribute of a link that names a page instead of a path, from `[[Name]]`. */
export const pageAttribute = 'data-page';

/** Markdown as GitHub writes it, with footnotes, math and `[[Name]]`; its HTML has yet to be made safe. */
export const markdown = new MarkdownIt({ html: true, linkify: true })
  .use(footnote)
  .use(tasklist, { label: false })
  .use(tex, { delimiters: 'dollars', mathFence: true, render: mathPlaceholder })
  .use(withNamedPages)
  .use(withPlainAttributes);

/** Math stays source until all else has been made safe: its markup is too rich to be let through a filter. */
function mathPlaceholder(source: string, isBlock: boolean): string {
  const code = `<code class="language-math ${isBlock ? 'math-display' : 'math-inline'}">${markdown.utils.escapeHtml(source)}</code>`;
  return isBlock ? `<p>${code}</p>\n` : code;
}

/** Reads `[[Name]]`, `[[Name#Heading]]` and `[[Name|label]]` as links. */
function withNamedPages(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'named_page', (state, silent) => {
    const found = /^\[\[([^[\]|\n]{1,200})(?:\|([^[\]\n]{1,200}))?\]\]/.exec(
      state.src.slice(state.pos, state.pos + 405),
    );
    if (found === null) {
      return false;
    }
    if (!silent) {
      pushNamedPage(state, found[1] ?? '', found[2]);
    }
    state.pos += found[0].length;
    return true;
  });
}

function pushNamedPage(state: StateInline, name: string, label: string | undefined): void {
  state.push('link_open', 'a', 1).attrSet(pageAttribute, name.trim());
  state.push('text', '', 0).content = (label ?? name).trim();
  state.push('link_close', 'a', -1);
}

/** Writes what tokens know as attributes that survive being made safe. */
function withPlainAttributes(md: MarkdownIt): void {
  md.core.ruler.push('plain_attributes', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type === 'heading_open') {
        token.attrSet(lineAttribute, String(token.map?.[0] ?? ''));
      }
      alignByAttribute(token);
    }
  });
}

function alignByAttribute(token: Token): void {
  const side = /^text-align:(left|right|center)$/.exec(token.attrGet('style') ?? '')?.[1];
  if (side !== undefined) {
    token.attrs = [['align', side]];
  }
}
