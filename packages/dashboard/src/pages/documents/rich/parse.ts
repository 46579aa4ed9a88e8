import type MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';
import { MarkdownParser, type ParseSpec } from 'prosemirror-markdown';
import type { Node } from 'prosemirror-model';
import { schema } from './schema.js';
import { tokenizer } from './tokens.js';

/** The link definitions of the whole document, which may come after the links that use them. */
export interface Environment {
  references?: Record<string, unknown>;
}

const isTight = (tokens: readonly Token[], index: number): boolean =>
  tokens.slice(index).find(({ type }) => type !== 'list_item_open' && !type.endsWith('_list_open'))?.hidden === true;

const numberOf = (token: Token | undefined): number => Number(token?.info ?? 1);

function orderedAttrs(token: Token, tokens: readonly Token[], index: number) {
  const [first, second] = tokens
    .slice(index)
    .filter(({ type, level }) => type === 'list_item_open' && level === token.level + 1);
  const step = second === undefined ? 1 : Math.sign(numberOf(second) - numberOf(first));
  return {
    order: Number(token.attrGet('start') ?? 1),
    step,
    tight: isTight(tokens, index),
    markup: `${first?.markup} `,
  };
}

const specs: Record<string, ParseSpec> = {
  paragraph: { block: 'paragraph' },
  heading: { block: 'heading', getAttrs: ({ tag }) => ({ level: Number(tag.slice(1)) }) },
  blockquote: { block: 'blockquote' },
  bullet_list: {
    block: 'bullet_list',
    getAttrs: (token, tokens, index) => ({ tight: isTight(tokens, index), markup: `${token.markup} ` }),
  },
  ordered_list: { block: 'ordered_list', getAttrs: orderedAttrs },
  list_item: { block: 'list_item', getAttrs: ({ meta }) => ({ checked: meta?.checked ?? null }) },
  fence: { block: 'code_block', noCloseToken: true, getAttrs: ({ info, markup }) => ({ params: info, markup }) },
  hr: { node: 'horizontal_rule', getAttrs: ({ markup }) => ({ markup }) },
  image: {
    node: 'image',
    getAttrs: (token) => ({ src: token.attrGet('src'), alt: token.content, title: token.attrGet('title') }),
  },
  raw: { node: 'raw', getAttrs: ({ content }) => ({ text: content }) },
  html_inline: { node: 'raw', getAttrs: ({ content }) => ({ text: content }) },
  softbreak: { node: 'soft_break' },
  hardbreak: { node: 'hard_break' },
  em: { mark: 'em', getAttrs: ({ markup }) => ({ markup }) },
  strong: { mark: 'strong', getAttrs: ({ markup }) => ({ markup }) },
  s: { mark: 'strike' },
  link: {
    mark: 'link',
    getAttrs: (token) => ({ href: token.attrGet('href'), title: token.attrGet('title'), markup: token.markup }),
  },
  code_inline: { mark: 'code', noCloseToken: true },
};

let given: Token[] = [];
// This parser receives tokens, so that a document is tokenized only once for all of its blocks.
const parser = new MarkdownParser(schema, { parse: () => given } as unknown as MarkdownIt, specs);

/** Converts tokens to blocks. Throws for content that rich text does not support, such as a table. */
export function nodesOf(tokens: Token[]): Node {
  given = tokens;
  return parser.parse('');
}

/** Parses Markdown as rich text. Undefined if it contains something that rich text does not support. */
export function parseRich(text: string, environment: Environment): Node | undefined {
  try {
    return nodesOf(tokenizer.parse(text, { references: environment.references }));
  } catch {
    return undefined;
  }
}
