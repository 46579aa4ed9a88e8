import type { Element, Root } from 'hast';
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import { visit } from 'unist-util-visit';
import { replaceMedia } from './media.js';

type Attributes = NonNullable<Schema['attributes']>;

/** Attributes that GitHub allows but documents do not need. They affect forms, focus and names. */
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

/** GitHub's schema without everything that could fetch or mislead, plus the elements that our Markdown produces. */
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
  // The content of these elements is not readable text. Browsers parse it differently depending on its position.
  strip: ['script', 'style', 'template', 'iframe', 'noembed', 'noframes', 'noscript', 'object', 'svg', 'math', 'xmp'],
};

/** Sanitizes a tree: nothing in the result can run, fetch, submit, or imitate the page around it. */
export function safeTree(tree: Root): Root {
  visit(tree, { type: 'element', tagName: 'a' }, nameById);
  replaceMedia(tree);
  const safe = sanitize(tree, schema);
  return safe.type === 'root' ? safe : { type: 'root', children: [] };
}

/** Converts `<a name>` to an id. Ids get a prefix, so they cannot collide with names of the page around it. */
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

/** Sanitizes the MathML that KaTeX generates. Only presentational elements are kept. */
export function safeMath(tree: Root): Root {
  const safe = sanitize(tree, mathSchema);
  return safe.type === 'root' ? safe : { type: 'root', children: [] };
}
