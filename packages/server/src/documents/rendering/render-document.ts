import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import { isMarkdown } from '../model/names.js';
import { nameOf } from '../model/path.js';
import {
  decorateBlocks,
  decorateCode,
  decorateDirection,
  decorateFragments,
  decorateHeadings,
  highlight,
  type TocEntry,
} from './decorate.js';
import { languageOf } from './file-kinds.js';
import { splitFrontMatter } from './front-matter.js';
import { headOfText } from './head.js';
import { type Addresses, resolveLinks } from './links.js';
import { markdown } from './markdown.js';
import { headingsOf, outlinesOf } from './outline.js';
import { safeTree } from './safe-tree.js';

/** A text document in the form in which its page shows it. */
export interface RenderedText {
  readonly title: string;
  /** Safe HTML: it runs no script, and fetches only files of its own repo. */
  readonly html: string;
  readonly toc: readonly TocEntry[];
}

/** Text to render. Its path (`<repo>/<path>`) determines its type, and what its links are relative to. */
export interface DocumentText {
  readonly path: string;
  readonly text: string;
  /** URL prefixes for its links. Default: those of the reading pages and files. */
  readonly addresses?: Addresses;
}

/**
 * Renders a text document. A malicious text can take much time and stack, so run it in a process that can be stopped.
 */
export function renderDocument(document: DocumentText): RenderedText {
  return isMarkdown(document.path) ? renderMarkdown(document) : renderCode(document);
}

function renderMarkdown({ path, text, addresses }: DocumentText): RenderedText {
  const { body, lines } = splitFrontMatter(text);
  const tree = safeTree(fromHtml(markdown.render(body, { firstLine: lines }), { fragment: true }));
  resolveLinks(tree, path, addresses);
  const toc = decorateHeadings(tree, headingsOf(body));
  decorateFragments(tree);
  decorateCode(tree);
  decorateBlocks(tree);
  decorateDirection(tree);
  const [outline] = outlinesOf([{ path, text: headOfText(text) }]);
  return { title: outline?.title ?? nameOf(path), html: toHtml(tree), toc };
}

function renderCode({ path, text }: DocumentText): RenderedText {
  const code: Element = { type: 'element', tagName: 'code', properties: {}, children: [{ type: 'text', value: text }] };
  highlight(code, languageOf(path));
  const block: Element = { type: 'element', tagName: 'pre', properties: { tabIndex: 0 }, children: [code] };
  const tree: Root = { type: 'root', children: [block] };
  return { title: nameOf(path), html: toHtml(tree), toc: [] };
}
