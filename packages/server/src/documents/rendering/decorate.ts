import { slug } from 'github-slugger';
import type { Element, ElementContent, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toString as textOf } from 'hast-util-to-string';
import katex from 'katex';
import { common, createLowlight } from 'lowlight';
import { visit } from 'unist-util-visit';
import { markCallout } from './callouts.js';
import { decoded } from './links.js';
import { type Heading, headingIds } from './outline.js';
import { safeMath } from './safe-tree.js';

/** An entry of a table of contents. */
export interface TocEntry {
  readonly level: number;
  readonly text: string;
  readonly id: string;
}

const lowlight = createLowlight(common);

const longestHighlighted = 50_000;

/** Adds ids and links to headings, and lists the headings. `known` are the headings of the Markdown, by line. */
export function decorateHeadings(tree: Root, known: readonly Heading[]): TocEntry[] {
  const byLine = new Map(known.map((heading) => [String(heading.line), heading]));
  const nextId = headingIds();
  const ids = new Set<string>();
  for (const { id } of known) {
    nextId(id);
    ids.add(id);
  }
  const toc: TocEntry[] = [];
  visit(tree, 'element', (element) => {
    const level = Number(/^h([1-6])$/.exec(element.tagName)?.[1]);
    if (Number.isNaN(level)) {
      return;
    }
    const line = String(element.properties['dataLine'] ?? '');
    const heading = byLine.get(line);
    byLine.delete(line);
    const text = heading?.text ?? textOf(element).trim();
    const id = heading?.id ?? nextId(text);
    element.properties = { id };
    element.children.push(selfLink(id));
    // Links by the text of a heading work even if it has an explicit id.
    const usualId = slug(text);
    if (usualId !== '' && !ids.has(usualId)) {
      element.children.push({ type: 'element', tagName: 'span', properties: { id: usualId }, children: [] });
    }
    ids.add(id).add(usualId);
    toc.push({ level, text, id });
  });
  return toc;
}

/** A link for the mouse. Keyboard and screen reader skip it, because they use the table of contents. */
function selfLink(id: string): Element {
  const properties = { className: ['self-link'], href: `#${id}`, ariaHidden: 'true', tabIndex: -1 };
  return { type: 'element', tagName: 'a', properties, children: [{ type: 'text', value: '#' }] };
}

// Characters that are written from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko and presentation forms.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Sets the direction of blocks from their text, if the document contains a script that is written from right to left.
 */
export function decorateDirection(tree: Root): void {
  for (const block of tree.children) {
    if (block.type === 'element' && rightToLeft.test(textOf(block))) {
      block.properties['dir'] = 'auto';
    }
  }
}

/** Corrects links within the page: the sanitizer prefixed some ids, and links may differ in case. */
export function decorateFragments(tree: Root): void {
  const ids = new Set<string>();
  visit(tree, 'element', ({ properties }) => {
    if (typeof properties['id'] === 'string') {
      ids.add(properties['id']);
    }
  });
  visit(tree, { type: 'element', tagName: 'a' }, (link: Element) => {
    const { href, className } = link.properties;
    const written = typeof href === 'string' && href.startsWith('#') ? decoded(href.slice(1)) : undefined;
    const names = written === undefined ? [] : [written, written.toLowerCase(), slug(written)];
    const target = names.flatMap((name) => [name, `user-content-${name}`]).find((name) => ids.has(name));
    if (target !== undefined && target !== written) {
      link.properties['href'] = `#${encodeURIComponent(target)}`;
    }
    if (Array.isArray(className) && className.includes('footnote-backref')) {
      link.properties['ariaLabel'] = 'Back to the text';
    }
  });
}

/** Highlights code with classes and converts math to MathML. */
export function decorateCode(tree: Root): void {
  visit(tree, { type: 'element', tagName: 'code' }, (code: Element, index, parent) => {
    const classes = Array.isArray(code.properties['className']) ? code.properties['className'].map(String) : [];
    const language = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length);
    if (language === 'math' && parent !== undefined && index !== undefined) {
      parent.children.splice(index, 1, ...math(textOf(code), classes.includes('math-display')));
      return index + 1;
    }
    if (parent?.type === 'element' && parent.tagName === 'pre') {
      highlight(code, language);
      // A wide formula can scroll. It is focusable, so that this works by keyboard.
      parent.properties['tabIndex'] = 0;
    }
    return undefined;
  });
}

/** Highlights one block of code with classes. Code that is too long or in an unknown language is unchanged. */
export function highlight(code: Element, language: string | undefined): void {
  const text = textOf(code);
  if (language !== undefined && lowlight.registered(language) && text.length <= longestHighlighted) {
    code.children = lowlight.highlight(language, text).children as ElementContent[];
  }
  // The dashboard and the reading pages draw Mermaid blocks, which they find by this class.
  code.properties = { className: language === 'mermaid' ? ['code', 'language-mermaid'] : ['code'] };
}

function math(source: string, isBlock: boolean): ElementContent[] {
  try {
    const options = { output: 'mathml', displayMode: isBlock, strict: 'ignore', maxSize: 20, maxExpand: 500 } as const;
    const written = katex.renderToString(source, options);
    return safeMath(fromHtml(written, { fragment: true })).children as ElementContent[];
  } catch {
    const properties = { className: ['math-error'], title: 'This formula is invalid.' };
    return [{ type: 'element', tagName: 'code', properties, children: [{ type: 'text', value: source }] }];
  }
}

/** Makes wide tables scroll, names check boxes, and marks callouts. */
export function decorateBlocks(tree: Root): void {
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName === 'input') {
      element.properties['ariaLabel'] = element.properties['checked'] === true ? 'Done' : 'To do';
    }
    if (element.tagName === 'section' && Array.isArray(element.properties['className'])) {
      element.properties['ariaLabel'] = 'Footnotes';
    }
    if (element.tagName === 'blockquote') {
      markCallout(element);
    }
    if (element.tagName === 'table' && parent !== undefined && index !== undefined) {
      const properties = { className: ['table'], role: 'group', ariaLabel: 'Table', tabIndex: 0 };
      parent.children[index] = { type: 'element', tagName: 'div', properties, children: [element] };
      return index + 1;
    }
    return undefined;
  });
}
