import { footnote } from '@mdit/plugin-footnote';
import { tasklist } from '@mdit/plugin-tasklist';
import { tex } from '@mdit/plugin-tex';
import MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';
import { withDialects } from './dialects.js';
import { dropOwnIds } from './heading-marks.js';
import { withNamedPages } from './named-pages.js';

/** Attribute with the line of a heading or link in the text, counted from 0. */
export const lineAttribute = 'data-line';

/** Parser for GitHub's Markdown with footnotes, math and `[[Name]]`. Its HTML is not yet sanitized. */
export const markdown = new MarkdownIt({ html: true, linkify: true })
  .use(footnote)
  .use(tasklist, { label: false })
  .use(tex, { delimiters: 'dollars', mathFence: true, render: mathPlaceholder })
  .use(withDollarAmounts)
  .use(withDialects)
  .use(withNamedPages)
  .use(withGitHubAutolinks)
  .use(withBackslashPaths)
  .use(withPlainAttributes);

/** As on GitHub, text is a link only with `http://`, `www.` or as an e-mail. `README.md` is not a host in Moldova. */
function withGitHubAutolinks({ linkify }: MarkdownIt): void {
  const match = linkify.match.bind(linkify);
  linkify.match = (text) => match(text)?.filter(({ schema, raw }) => schema !== '' || /^www\./i.test(raw)) ?? null;
}

/** Keeps a formula as source until the rest is sanitized, because the sanitizer would remove parts of its markup. */
function mathPlaceholder(source: string, isBlock: boolean): string {
  const code = `<code class="language-math ${isBlock ? 'math-display' : 'math-inline'}">${markdown.utils.escapeHtml(source)}</code>`;
  return isBlock ? `<p>${code}</p>\n` : code;
}

/** Reads `..\..\a.md` as a path. Markdown would read each backslash as an escape of the dot after it. */
function withBackslashPaths(md: MarkdownIt): void {
  const parse = md.helpers.parseLinkDestination;
  md.helpers.parseLinkDestination = (text, start, end) => {
    const found = parse(text, start, end);
    const written = text.slice(start, found.pos);
    return found.ok && /^\.{1,2}\\/.test(written) ? { ...found, str: written.replaceAll('\\', '/') } : found;
  };
}

/** Writes properties of tokens as attributes that the sanitizer keeps. */
function withPlainAttributes(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'own_ids', ({ tokens }) => dropOwnIds(tokens));
  md.core.ruler.push('plain_attributes', ({ tokens, env }) => {
    const { firstLine = 0 } = env as { readonly firstLine?: number };
    for (const token of tokens) {
      if (token.type === 'heading_open') {
        token.attrSet(lineAttribute, String(token.map?.[0] ?? ''));
      } else if (token.type === 'inline') {
        markLines(token, firstLine);
      }
      alignByAttribute(token);
    }
  });
}

/** Adds line numbers to links. The lines of the front matter count too. */
function markLines({ map, children }: Token, firstLine: number): void {
  let line = (map?.[0] ?? 0) + firstLine;
  for (const child of children ?? []) {
    if (child.type === 'link_open') {
      child.attrSet(lineAttribute, String(line));
    } else if (child.type === 'softbreak' || child.type === 'hardbreak') {
      line += 1;
    }
  }
}

function alignByAttribute(token: Token): void {
  const side = /^text-align:(left|right|center)$/.exec(token.attrGet('style') ?? '')?.[1];
  if (side !== undefined) {
    token.attrs = [['align', side]];
  }
}

/**
 * Pandoc's rule for formulas: no space directly inside the dollars, and no letter or digit directly outside. Therefore
 * `$USER/$HOME` and `10$/15$` are text.
 */
const formula = /\$(?!\s)(?:\\[\s\S]|[^\\$])+?(?<!\s)\$(?![\p{L}\p{N}])/uy;
const wordBefore = /[\p{L}\p{N}]$/u;

/** Marks dollars that do not enclose a formula as text, before the plugin for formulas reads them. */
export function withDollarAmounts(md: MarkdownIt): void {
  md.inline.ruler.before('math_inline_dollar', 'dollar_amount', (state, silent) => {
    const { src, pos } = state;
    if (src[pos] !== '$' || src[pos + 1] === '$') {
      return false;
    }
    formula.lastIndex = pos;
    if (!wordBefore.test(src.slice(Math.max(0, pos - 2), pos)) && formula.test(src)) {
      return false;
    }
    if (!silent) {
      state.pending += '$';
    }
    state.pos += 1;
    return true;
  });
}
