import { type Attrs, Schema } from 'prosemirror-model';
import { textOf } from '../../../text.js';

/** The index of a block in the original text. Null for a block that was added. */
const origin = { default: null };

/** How the source writes a block or mark. It has no meaning, but is kept so that an edit changes few characters. */
const markup = (usual: string) => ({ default: usual });

/** Blocks and marks that can be edited as rich text. Everything else is `source` or, within a line, `raw`. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      content: 'inline*',
      group: 'block',
      attrs: { origin },
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', { dir: 'auto' }, 0],
    },
    heading: {
      content: 'inline*',
      group: 'block',
      defining: true,
      attrs: { origin, level: { default: 2 } },
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${attrs.level}`, { dir: 'auto' }, 0],
    },
    blockquote: {
      content: 'block+',
      group: 'block',
      defining: true,
      attrs: { origin },
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', { dir: 'auto' }, 0],
    },
    bullet_list: {
      content: 'list_item+',
      group: 'block',
      attrs: { origin, markup: markup('- '), tight: { default: true } },
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', { dir: 'auto' }, 0],
    },
    ordered_list: {
      content: 'list_item+',
      group: 'block',
      attrs: { origin, markup: markup('. '), step: { default: 1 }, order: { default: 1 }, tight: { default: true } },
      parseDOM: [{ tag: 'ol', getAttrs: (element) => ({ order: Number(element.getAttribute('start') ?? 1) }) }],
      toDOM: ({ attrs }) => ['ol', { dir: 'auto', ...(attrs.order === 1 ? {} : { start: attrs.order }) }, 0],
    },
    list_item: {
      content: 'block+',
      defining: true,
      attrs: { checked: { default: null } },
      parseDOM: [{ tag: 'li' }],
      toDOM: ({ attrs: { checked } }) => (checked === null ? ['li', 0] : taskItem(checked)),
    },
    code_block: {
      content: 'text*',
      marks: '',
      group: 'block',
      code: true,
      defining: true,
      attrs: { origin, markup: markup('```'), params: { default: '' } },
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
      toDOM: ({ attrs }) => ['pre', { dir: 'ltr' }, ['code', { 'data-language': attrs.params }, 0]],
    },
    horizontal_rule: {
      group: 'block',
      attrs: { origin, markup: markup('---') },
      parseDOM: [{ tag: 'hr' }],
      toDOM: () => ['div', { class: 'rule' }, ['hr']],
    },
    /** A block of Markdown that is edited as source, such as a table. */
    source: {
      content: 'text*',
      marks: '',
      group: 'block',
      code: true,
      defining: true,
      isolating: true,
      attrs: { origin, kind: { default: 'Source' } },
      toDOM: () => ['pre', { class: 'source-block', dir: 'auto' }, ['code', 0]],
    },
    text: { group: 'inline' },
    image: {
      inline: true,
      group: 'inline',
      draggable: true,
      attrs: { src: {}, alt: { default: '' }, title: { default: null } },
      parseDOM: [{ tag: 'img[src]', getAttrs: imageIn }],
      toDOM: ({ attrs: { src, alt } }) => ['img', { src, alt }],
    },
    /** Markdown within a line that is kept as source, such as a formula or `[[Name]]`. */
    raw: {
      inline: true,
      group: 'inline',
      atom: true,
      attrs: { text: {} },
      toDOM: ({ attrs }) => ['code', { class: 'raw' }, attrs.text],
      leafText: ({ attrs }) => attrs.text,
    },
    soft_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      toDOM: () => ['span', ' '],
      leafText: () => ' ',
    },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
      leafText: () => '\n',
    },
  },
  marks: {
    link: {
      attrs: { href: {}, title: { default: null }, markup: markup('') },
      inclusive: false,
      parseDOM: [{ tag: 'a[href]', getAttrs: (element) => ({ href: element.getAttribute('href') }) }],
      toDOM: ({ attrs: { href, title } }) => ['a', { href, ...(title === null ? {} : { title }) }, 0],
    },
    em: {
      attrs: { markup: markup('*') },
      parseDOM: [{ tag: 'i' }, { tag: 'em' }],
      toDOM: () => ['em', 0],
    },
    strong: {
      attrs: { markup: markup('**') },
      parseDOM: [{ tag: 'b' }, { tag: 'strong' }],
      toDOM: () => ['strong', 0],
    },
    strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }], toDOM: () => ['s', 0] },
    code: { code: true, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
  },
});

function taskItem(checked: boolean) {
  const box = {
    type: 'checkbox',
    contenteditable: 'false',
    'aria-label': textOf('Task done'),
    ...(checked ? { checked: '' } : {}),
  };
  return ['li', { class: 'task-list-item' }, ['input', box], ['div', 0]] as const;
}

function imageIn(element: HTMLElement): Attrs | false {
  const src = element.getAttribute('src') ?? '';
  // A pasted page can contain images as data URLs, which documents must not contain.
  return src.startsWith('data:') ? false : { src, alt: element.getAttribute('alt') ?? '' };
}
