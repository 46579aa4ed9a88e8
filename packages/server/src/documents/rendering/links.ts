import type { Element, ElementContent, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { readingPath } from '../../http/pages/paths.js';

/** Where pages and files of documents are, under the base URL. */
export const documentPaths = { pages: readingPath, files: '/raw/' } as const;

/** Where links to pages and files lead, before their path. */
export interface Addresses {
  readonly pages: string;
  readonly files: string;
}

/** A document path as part of an address. */
export function addressPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Leads links and images to pages and files of the same repo; what is elsewhere is a link and never fetched. */
export function resolveLinks(tree: Root, path: string, addresses: Addresses = documentPaths): void {
  const inLinks = new Set<unknown>();
  visit(tree, { type: 'element', tagName: 'a' }, (link: Element) => {
    resolveLink(link, path, addresses);
    visit(link, { type: 'element', tagName: 'img' }, (image) => {
      inLinks.add(image);
    });
  });
  visit(tree, { type: 'element', tagName: 'img' }, (image: Element, index, parent) => {
    const file = filePath(String(image.properties['src'] ?? ''), path);
    if (file !== undefined) {
      const alt = image.properties['alt'] ?? '';
      image.properties = { ...image.properties, src: `${addresses.files}${addressPath(file)}`, loading: 'lazy', alt };
    } else if (parent !== undefined && index !== undefined) {
      parent.children[index] = outsideImage(image, inLinks.has(image));
    }
  });
}

function resolveLink(link: Element, path: string, { pages }: Addresses): void {
  const { dataPage, href, ...rest } = link.properties;
  if (typeof dataPage === 'string') {
    link.properties = { ...rest, href: namedPage(dataPage, path) };
    return;
  }
  const written = plainAddress(href);
  if (written === '' || written.startsWith('#')) {
    link.properties = { ...rest, ...(written === '' ? {} : { href: written }) };
    return;
  }
  if (isElsewhere(written)) {
    const address = written.replace(/^[\\/]{2}/, 'https://');
    link.properties = { ...rest, href: address, rel: ['noopener', 'noreferrer', 'nofollow'] };
    return;
  }
  const target = pathFrom(written, path);
  const fragment = /#.*$/s.exec(written)?.[0] ?? '';
  link.properties = target === undefined ? rest : { ...rest, href: `${pages}${addressPath(target)}${fragment}` };
}

/** `[[Name#Heading]]`: a page that looks for the name among what its reader may read. */
function namedPage(name: string, path: string): string {
  const [title = '', heading] = name.split(/#(.*)/s);
  const from = path.slice(0, path.lastIndexOf('/') + 1);
  return `${documentPaths.pages}?${new URLSearchParams({ name: title, from })}${heading === undefined ? '' : `#${encodeURIComponent(heading)}`}`;
}

function filePath(source: string, path: string): string | undefined {
  const written = plainAddress(source);
  return written === '' || isElsewhere(written) ? undefined : pathFrom(written, path);
}

/** An address as a browser reads it: no control characters, no space around it. */
function plainAddress(written: unknown): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from addresses
  return typeof written === 'string' ? written.replace(/[\u0000-\u001f\u007f]/g, '').trim() : '';
}

function isElsewhere(address: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(address);
}

/** The document path that a relative address leads to; undefined when it would leave the repo. */
function pathFrom(address: string, path: string): string | undefined {
  const written = decoded(address.replace(/[?#].*$/s, ''));
  const [repo = '', ...folders] = path.split('/').slice(0, -1);
  const segments = written.startsWith('/') ? [] : folders;
  for (const segment of written.split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) {
        return undefined;
      }
    } else if (segment !== '' && segment !== '.') {
      segments.push(segment);
    }
  }
  return [repo, ...segments].join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An image from elsewhere would tell its host who reads: it is a link that may be followed. */
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
