import { defaultMarkdownSerializer, MarkdownSerializer, type MarkdownSerializerState } from 'prosemirror-markdown';
import type { Mark, Node } from 'prosemirror-model';
import { type Environment, parseRich } from './parse.js';

type Escape = (text: string, startsLine: boolean) => string;

/** Escapes only characters that would nearly always be read as Markdown. */
const sparing: Escape = (text, startsLine) => {
  const within = text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)|[`*]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w+;)/giu, '\\$&')
    .replaceAll('\u00a0', '&nbsp;');
  return startsLine ? escapeStart(within) : within;
};

/** Escapes every character that could be read as Markdown. */
const thorough: Escape = (text, startsLine) => {
  const within = text.replace(/[\\`*_[\]<>&$~|#!^=]/g, '\\$&').replaceAll('\u00a0', '&nbsp;');
  return startsLine ? escapeStart(within) : within;
};

function escapeStart(text: string): string {
  return text
    .replace(/^([-+])(?=\s|$|\1+\s*$)/, '\\$1')
    .replace(/^(#{1,6}|>|=+$|~~~)/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2');
}

function address(href: string): string {
  return href === '' || /[\s<>()\\]/.test(href) ? `<${href.replace(/[<>\\]/g, '\\$&')}>` : href;
}

function titled(title: string | null): string {
  return title === null ? '' : ` "${title.replace(/["\\]/g, '\\$&')}"`;
}

function renderFence(state: MarkdownSerializerState, node: Node): void {
  const sign = node.attrs.markup.startsWith('~') ? '~' : '`';
  const inside = node.textContent.match(new RegExp(`${sign}{3,}`, 'g')) ?? [];
  const longest = Math.max(node.attrs.markup.length - 1, 2, ...inside.map(({ length }) => length));
  const fence = sign.repeat(longest + 1);
  state.write(`${fence}${node.attrs.params}\n`);
  state.text(node.textContent, false);
  // Two separate writes, so that within a list the indent comes before the closing fence.
  state.write(node.textContent === '' ? '' : '\n');
  state.write(fence);
  state.closeBlock(node);
}

function renderList(state: MarkdownSerializerState, node: Node, markerOf: (index: number) => string): void {
  const width = markerOf(node.childCount - 1).length;
  state.renderList(node, ' '.repeat(width), (index) => markerOf(index) + boxOf(node.child(index)));
}

const boxOf = ({ attrs: { checked } }: Node): string => (checked === null ? '' : checked ? '[x] ' : '[ ] ');

const breaks = new Set(['soft_break', 'hard_break']);

function serializerWith(escaping: Escape): MarkdownSerializer {
  return new MarkdownSerializer(
    {
      paragraph: (state, node) => {
        state.renderInline(node);
        state.closeBlock(node);
      },
      heading: (state, node) => {
        state.write(`${'#'.repeat(node.attrs.level)} `);
        state.renderInline(node, false);
        state.closeBlock(node);
      },
      blockquote: (state, node) => state.wrapBlock('> ', null, node, () => state.renderContent(node)),
      bullet_list: (state, node) => renderList(state, node, () => node.attrs.markup),
      ordered_list: (state, node) =>
        renderList(state, node, (index) => `${node.attrs.order + index * node.attrs.step}${node.attrs.markup}`),
      list_item: (state, node) => state.renderContent(node),
      code_block: renderFence,
      source: (state, node) => {
        state.text(node.textContent, false);
        state.closeBlock(node);
      },
      horizontal_rule: (state, node) => {
        state.write(node.attrs.markup);
        state.closeBlock(node);
      },
      image: (state, { attrs: { src, alt, title } }) =>
        state.write(`![${alt.replace(/[[\]\\]/g, '\\$&')}](${address(src)}${titled(title)})`),
      raw: (state, { attrs }) => state.text(attrs.text, false),
      soft_break: (state) => state.write('\n'),
      hard_break: (state, _node, parent, index) => state.write(index + 1 < parent.childCount ? '\\\n' : ''),
      text: (state, node, parent, index) => {
        const startsLine =
          parent.type.name === 'paragraph' && (index === 0 || breaks.has(parent.child(index - 1).type.name));
        const isPlain = node.marks.some((mark) => mark.type.name === 'link' && isAutolink(mark, parent));
        state.text(isPlain ? String(node.text) : escaping(String(node.text), startsLine), false);
      },
    },
    marksWith(escaping === sparing),
  );
}

type Marks = MarkdownSerializer['marks'];

/** Whether a link can be written as its URL between `<` and `>`, as in the source. */
function isAutolink(link: Mark, parent: Node): boolean {
  const { markup, href } = link.attrs;
  const text = parent.children.map((child) => (link.isInSet(child.marks) ? child.textContent : '')).join('');
  return markup === 'autolink' && (text === href || `mailto:${text}` === href);
}

const delimiter = (open: (mark: Mark) => string): Marks[string] => ({
  open: (_state, mark) => open(mark),
  close: (_state, mark) => open(mark),
  mixable: true,
  expelEnclosingWhitespace: true,
});

const link: Marks[string] = {
  open: (_state, mark, parent) => (isAutolink(mark, parent) ? '<' : '['),
  close: (_state, mark, parent) =>
    isAutolink(mark, parent) ? '>' : `](${address(mark.attrs.href)}${titled(mark.attrs.title)})`,
  mixable: true,
};

/** Serializes emphasis as in the source, or with stars, which also work within a word. */
function marksWith(keepsLook: boolean): Marks {
  return {
    link,
    em: delimiter(({ attrs }) => (keepsLook ? attrs.markup : '*')),
    strong: delimiter(({ attrs }) => (keepsLook ? attrs.markup : '**')),
    strike: delimiter(() => '~~'),
    code: defaultMarkdownSerializer.marks.code as Marks[string],
  };
}

const [light, full] = [serializerWith(sparing), serializerWith(thorough)];

/** The Markdown of one block, with as few escapes as its meaning allows. */
export function serializeBlock(block: Node, environment: Environment): string {
  if (block.type.name === 'source') {
    return block.textContent;
  }
  const root = block.type.schema.topNodeType.create(null, block);
  const text = light.serialize(root);
  return means(text, root, environment) ? text : full.serialize(root);
}

/** Whether a Markdown text is parsed as these blocks. */
export function means(text: string, root: Node, environment: Environment): boolean {
  const read = parseRich(text, environment);
  return read !== undefined && meaningOf(read) === meaningOf(root);
}

const looks = new Set(['origin', 'markup', 'step']);

function meaningOf(node: Node): string {
  return JSON.stringify(node.toJSON(), (key, value) => (looks.has(key) ? undefined : value));
}
