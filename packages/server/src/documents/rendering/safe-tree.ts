import type { Element, Root } from 'hast';
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import { visit } from 'unist-util-visit';
import { replaceMedia } from './media.js';

type Attributes = NonNullable<Schema['attributes']>;

/** Attributes that GitHub allows but documents do not need: they affect forms, focus and names. */
const useless = new Set([
  'accept',
  'acceptCharset',
  'accessKey',
  'action',
  'charSet',
  'encType',
  'htmlFor',
  'isMap',
  'maxLength',
  'media',
  'method',
  'multiple',
  'name',
  'prompt',
  'readOnly',
  'selected',
  'tabIndex',
  'useMap',
]);

const heading: Attributes = Object.fromEntries(
  ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, ['dataLine']]),
);

/** GitHub's schema without anything that could fetch or confuse, plus what our Markdown adds. */
const schema: Schema = {
  ...defaultSchema,
  attributes: {
    ...defaultSchema.attributes,
    ...heading,
    '*': (defaultSchema.attributes?.['*'] ?? []).filter((name) => !useless.has(String(name))),
    a: ['href', 'ariaLabel', 'dataEmbed', 'dataLine', 'dataPage', ['className', 'footnote-backref', 'footnote-anchor']],
    code: [['className', /^language-[\w+#-]{1,30}$/, 'math-inline', 'math-display']],
    img: ['ariaLabel', 'src'],
    li: [['className', 'task-list-item', 'footnote-item']],
    ol: [],
    section: [['className', 'footnotes']],
    ul: [],
  },
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== 'picture' && name !== 'source'),
  // Their content is not readable text, and browsers parse it differently depending on its position.
  strip: ['script', 'style', 'template', 'iframe', 'noembed', 'noframes', 'noscript', 'object', 'svg', 'math', 'xmp'],
};

/** Sanitizes a tree: nothing in the result can run, fetch, submit, or impersonate the surrounding page. */
export function safeTree(tree: Root): Root {
  visit(tree, { type: 'element', tagName: 'a' }, nameById);
  replaceMedia(tree);
  const safe = sanitize(tree, schema);
  return safe.type === 'root' ? safe : { type: 'root', children: [] };
}

/** Turns `<a name>` into an id, which receives a prefix and cannot collide with names of the surrounding page. */
function nameById({ properties }: Element): void {
  properties['id'] ??= properties['name'];
}

const mathSchema: Schema = {
  strip: [],
  tagNames: [
    ...['math', 'semantics', 'annotation', 'menclose', 'merror', 'mfrac', 'mi', 'mmultiscripts', 'mn', 'mo', 'mover'],
    ...['mpadded', 'mphantom', 'mprescripts', 'mroot', 'mrow', 'ms', 'mspace', 'msqrt', 'mstyle', 'msub', 'msubsup'],
    ...['msup', 'mtable', 'mtd', 'mtext', 'mtr', 'munder', 'munderover', 'none'],
  ],
  attributes: {
    '*': [
      ...['accent', 'accentunder', 'close', 'columnalign', 'columnlines', 'columnspacing', 'columnspan', 'depth'],
      ...[
        'display',
        'displaystyle',
        'encoding',
        'fence',
        'form',
        'frame',
        'framespacing',
        'height',
        'largeop',
        'linebreak',
      ],
      ...['linethickness', 'lspace', 'mathbackground', 'mathcolor', 'mathsize', 'mathvariant', 'maxsize', 'minsize'],
      ...['movablelimits', 'notation', 'open', 'rowalign', 'rowlines', 'rowspacing', 'rspace', 'scriptlevel'],
      ...['separator', 'separators', 'stretchy', 'symmetric', 'voffset', 'width', 'xmlns'],
    ],
  },
};

/** Sanitizes the MathML of KaTeX to presentational elements. */
export function safeMath(tree: Root): Root {
  const safe = sanitize(tree, mathSchema);
  return safe.type === 'root' ? safe : { type: 'root', children: [] };
}
