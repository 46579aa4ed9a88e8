import { footnote } from '@mdit/plugin-footnote';
import { tasklist } from '@mdit/plugin-tasklist';
import { tex } from '@mdit/plugin-tex';
import MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';
import { withDollarAmounts } from './dollars.js';
import { dropOwnIds } from './heading-marks.js';
import { withNamedPages } from './named-pages.js';

/** Attribute of a heading or a link: the line of the text that it starts on, counted from 0. */
export const lineAttribute = 'data-line';

/** Markdown as GitHub writes it, with footnotes, math and `[[Name]]`; its HTML has yet to be made safe. */
export const markdown = new MarkdownIt({ html: true, linkify: true })
  .use(footnote)
  .use(tasklist, { label: false })
  .use(tex, { delimiters: 'dollars', mathFence: true, render: mathPlaceholder })
  .use(withDollarAmounts)
  .use(withNamedPages)
  .use(withBackslashPaths)
  .use(withPlainAttributes);

/** Math stays source until all else has been made safe: its markup is too rich to be let through a filter. */
function mathPlaceholder(source: string, isBlock: boolean): string {
  const code = `<code class="language-math ${isBlock ? 'math-display' : 'math-inline'}">${markdown.utils.escapeHtml(source)}</code>`;
  return isBlock ? `<p>${code}</p>\n` : code;
}

/** Reads `..\..\a.md` as a path. Markdown would take each backslash for an escape of the dot behind it. */
function withBackslashPaths(md: MarkdownIt): void {
  const parse = md.helpers.parseLinkDestination;
  md.helpers.parseLinkDestination = (text, start, end) => {
    const found = parse(text, start, end);
    const written = text.slice(start, found.pos);
    return found.ok && /^\.{1,2}\\/.test(written) ? { ...found, str: written.replaceAll('\\', '/') } : found;
  };
}

/** Writes what tokens know as attributes that survive being made safe. */
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

/** Gives links their lines, counted with the front matter. */
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
