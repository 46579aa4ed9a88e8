import { slug } from 'github-slugger';
import type { Element, ElementContent, Parents, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { visit } from 'unist-util-visit';
import { readingPath } from '../../http/pages/reading-path.js';
import { isVideo, videoPlayer } from './media.js';
import { namedTarget } from './named-pages.js';

/** URL prefixes of the pages and files of documents, relative to the base URL. */
export const documentPaths = { pages: readingPath, files: '/raw/' } as const;

/** Prefixes of the addresses of pages and files. */
export interface Addresses {
  readonly pages: string;
  readonly files: string;
}

/** Encodes a document path for a URL. */
export function addressPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/**
 * Makes links point to pages, and images and videos to files of the same repo. Images of other sites become links and
 * are never fetched. Links to pages get their line number, which the check of broken links reports.
 */
export function resolveLinks(tree: Root, path: string, addresses: Addresses = documentPaths): void {
  const inLinks = new Set<unknown>();
  visit(tree, { type: 'element', tagName: 'a' }, (link: Element, index, parent) => {
    const file = filePath(String(link.properties['href'] ?? ''), path);
    resolveLink(link, path, addresses);
    visit(link, { type: 'element', tagName: 'img' }, (image) => {
      inLinks.add(image);
    });
    if (file !== undefined && isVideo(file) && index !== undefined && isAlone(parent)) {
      parent.children.unshift(videoPlayer(`${addresses.files}${addressPath(file)}`, textOf(link)));
      return index + 2;
    }
    return undefined;
  });
  visit(tree, { type: 'element', tagName: 'img' }, (image: Element, index, parent) => {
    const file = filePath(String(image.properties['src'] ?? ''), path);
    if (file !== undefined && isVideo(file) && parent !== undefined && index !== undefined) {
      const label = String(image.properties['alt'] ?? '');
      parent.children[index] = inLinks.has(image)
        ? { type: 'text', value: label }
        : videoPlayer(`${addresses.files}${addressPath(file)}`, label);
    } else if (file !== undefined) {
      const alt = image.properties['alt'] ?? '';
      image.properties = { ...image.properties, src: `${addresses.files}${addressPath(file)}`, loading: 'lazy', alt };
    } else if (parent !== undefined && index !== undefined) {
      parent.children[index] = outsideImage(image, inLinks.has(image));
    }
  });
}

/** Whether an element is the only child of a paragraph, that is, a link alone on its line. */
function isAlone(parent: Parents | undefined): parent is Element {
  return parent?.type === 'element' && parent.tagName === 'p' && parent.children.length === 1;
}

function resolveLink(link: Element, path: string, { pages }: Addresses): void {
  const { dataPage, dataLine, href, ...rest } = link.properties;
  const line = /^\d+$/.test(String(dataLine)) ? { dataLine } : {};
  if (typeof dataPage === 'string') {
    const { name, fragment } = namedTarget(dataPage);
    const isHere = name === '';
    link.properties = isHere
      ? { ...rest, ...line, href: fragment || '#' }
      : { ...rest, ...line, href: namedPage(name, path) + fragment };
    return;
  }
  const written = plainAddress(href);
  if (written === '' || written.startsWith('#')) {
    link.properties = written === '' ? rest : { ...rest, ...line, href: written };
    return;
  }
  if (isExternalAddress(written)) {
    const address = written.replace(/^[\\/]{2}/, 'https://');
    link.properties = { ...rest, href: address, rel: ['noopener', 'noreferrer', 'nofollow'] };
    return;
  }
  const target = pathFrom(written, path, pages);
  const fragment = headingFragment(/#.*$/s.exec(written)?.[0] ?? '');
  const isHere = target === path && fragment !== '';
  link.properties =
    target === undefined
      ? rest
      : { ...rest, ...line, href: isHere ? fragment : `${pages}${addressPath(target)}${fragment}` };
}

/** Obsidian writes the text of a heading after the `#`, with `%20` for spaces. Ids of headings contain no spaces. */
function headingFragment(fragment: string): string {
  const name = decoded(fragment.slice(1));
  const isText = /\s/.test(name) && !/^(?:\^|:~:)/.test(name);
  return isText ? `#${encodeURIComponent(slug(name.split('#').at(-1) ?? ''))}` : fragment;
}

/** The URL that finds a page by name, among the documents that the reader can read. */
function namedPage(name: string, path: string): string {
  const from = path.slice(0, path.lastIndexOf('/') + 1);
  return `${documentPaths.pages}?${new URLSearchParams({ name, from })}`;
}

/** The URL of an image's file. Files of other repos are excluded, because the page would fetch them without a click. */
function filePath(source: string, path: string): string | undefined {
  const written = plainAddress(source);
  const file = written === '' || isExternalAddress(written) ? undefined : pathFrom(written, path, documentPaths.files);
  const repo = path.slice(0, path.indexOf('/') + 1);
  return file?.startsWith(repo) === true ? file : undefined;
}

/** A URL as browsers parse it: without control characters and surrounding space. */
function plainAddress(written: unknown): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from addresses
  return typeof written === 'string' ? written.replace(/[\u0000-\u001f\u007f]/g, '').trim() : '';
}

function isExternalAddress(address: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(address);
}

/**
 * The path, including the repo, that a URL refers to. It can be relative to its document, to the root of its repo
 * (`/a.md`), or a page (`/d/other/a.md`). Undefined if it leads above the repos. A folder may end in a slash.
 */
function pathFrom(address: string, path: string, root: string): string | undefined {
  const written = decoded(address.replace(/[?#].*$/s, ''))
    .replaceAll('\\', '/')
    .normalize('NFC');
  const isWhole = root !== '' && written.startsWith(root);
  const [repo = '', ...folders] = path.split('/').slice(0, -1);
  const segments = isWhole ? [] : written.startsWith('/') ? [repo] : [repo, ...folders];
  for (const segment of written.slice(isWhole ? root.length : 0).split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) {
        return undefined;
      }
    } else if (segment !== '' && segment !== '.') {
      segments.push(segment);
    }
  }
  const isFolder = written.endsWith('/') && segments.length > 0;
  return segments.length === 0 ? undefined : `${segments.join('/')}${isFolder ? '/' : ''}`;
}

/** Decodes percent-encoded text; returns invalid encoding unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A link that replaces an image of another site. Fetching the image would reveal the reader to that site. */
function outsideImage({ properties }: Element, inLink: boolean): ElementContent {
  const href = plainAddress(properties['src']);
  const label = String(properties['alt'] ?? '') || href;
  const text: ElementContent = { type: 'text', value: label };
  if (inLink || !/^(https?:)?[\\/]{2}/i.test(href)) {
    return text;
  }
  const address = href.replace(/^[\\/]{2}/, 'https://');
  const rel = ['noopener', 'noreferrer', 'nofollow'];
  return { type: 'element', tagName: 'a', properties: { href: address, rel }, children: [text] };
}
