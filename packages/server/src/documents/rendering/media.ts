import type { Element, ElementContent, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';

/** Whether a file's name is that of a video that browsers play. */
export function isVideo(path: string): boolean {
  return /\.(?:mp4|webm)$/i.test(path);
}

/** A video player. Before it is played, it loads only the length and the first picture. */
export function videoPlayer(source: string, label: string): Element {
  const properties = {
    controls: true,
    preload: 'metadata',
    src: source,
    ...(label === '' ? {} : { ariaLabel: label }),
  };
  return { type: 'element', tagName: 'video', properties, children: [] };
}

/**
 * Rewrites `<video>` elements as images, and frames of other sites as links. A page turns such a link into a frame if
 * its workspace allows the site. Elements inside of links are not rewritten; the sanitizer removes them.
 */
export function replaceMedia(tree: Root): void {
  visit(tree, 'element', (element) => {
    if (element.tagName === 'a') {
      return SKIP;
    }
    if (element.tagName === 'video') {
      asImage(element);
    } else if (element.tagName === 'iframe') {
      asLink(element);
    }
    return undefined;
  });
}

function asImage(video: Element): void {
  const sources = [video, ...video.children.filter(isSource)].map(({ properties }) => properties['src']);
  const { title, ariaLabel } = video.properties;
  video.tagName = 'img';
  video.properties = { src: sources.find((source) => typeof source === 'string'), alt: title ?? ariaLabel ?? '' };
  video.children = [];
}

function isSource(child: ElementContent): child is Element {
  return child.type === 'element' && child.tagName === 'source';
}

function asLink(frame: Element): void {
  const { src, title } = frame.properties;
  const address = String(src ?? '').replace(/^\/\//, 'https://');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') {
    return;
  }
  frame.tagName = 'a';
  frame.properties = { href: url.href, dataEmbed: '' };
  frame.children = [{ type: 'text', value: String(title ?? '') || url.hostname }];
}
