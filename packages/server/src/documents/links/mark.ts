import { addressPath, decoded, documentPaths, withTags } from '../rendering/index.js';
import { type HeadingTarget, headingKey, idsIn, namesHeading } from './headings.js';
import type { LinkTargets, TitledPath } from './targets.js';

/** A broken link: the path, name or heading that it names, and its line in the text, counted from 1. */
export interface DeadLink {
  readonly line: number | null;
  readonly target: string;
}

/** Rendered HTML with links resolved for a caller. */
export interface FollowedHtml {
  readonly html: string;
  readonly dead: readonly DeadLink[];
}

/** Information about the targets of links that their paths do not contain. */
export interface KnownTargets {
  readonly titled?: readonly TitledPath[];
  /** Headings that pages lack, by `headingKey`. */
  readonly missing?: ReadonlySet<string>;
}

/**
 * Matches links to pages, headings and images of repos in the form in which rendering writes them: in double quotes,
 * without quotes inside.
 */
const addresses = /(?: data-line="(\d+)")? href="(\/d\/[^"]*|#[^"]*)"| src="(\/raw\/[^"]*)"/g;
const deadMarks = {
  page: ' class="dead-link" title="There is no page here that you can read."',
  heading: ' class="dead-link" title="The page has no such heading."',
} as const;

/** Whether HTML contains a link to a page or an image of a repo. */
export function hasLinks(html: string): boolean {
  return / href="\/d\/| src="\/raw\//.test(html);
}

/** The names in `[[Name]]` links that no file has. They are looked up among titles. */
export function unknownNames(html: string, targets: LinkTargets): string[] {
  return pageLinks(html).flatMap((href) => {
    const named = namedIn(href);
    return named !== undefined && targets.named(named.name, named.from).length === 0 ? [named.name] : [];
  });
}

/** The headings of other pages that links point to. */
export function headingTargets(html: string, targets: LinkTargets, titled: readonly TitledPath[]): HeadingTarget[] {
  return pageLinks(html)
    .filter((href) => href.includes('#'))
    .flatMap((href) => {
      const { path, fragment } = pageAt(href, targets, titled);
      return path !== undefined && namesHeading(fragment) ? [{ path, fragment }] : [];
    });
}

/** Resolves links and images to what the caller can read, and marks broken ones. */
export function followLinks(
  html: string,
  targets: LinkTargets,
  { titled = [], missing = new Set() }: KnownTargets = {},
): FollowedHtml {
  const dead: DeadLink[] = [];
  const ids = html.includes(' href="#') ? idsIn(html) : new Set<string>();
  const follow = (_all: string, line?: string, href?: string, src?: string): string => {
    if (href === undefined) {
      return imageAt(String(src), targets);
    }
    const found = href.startsWith('#') ? headingAt(href, ids) : pageAt(href, targets, titled);
    const { address, fragment, target } = found;
    const lacksHeading = found.path !== undefined && missing.has(headingKey({ path: found.path, fragment }));
    if (address !== undefined && !lacksHeading) {
      return ` href="${address}"`;
    }
    dead.push({ line: line === undefined ? null : Number(line) + 1, target: target + (lacksHeading ? fragment : '') });
    return `${href.startsWith('#') || lacksHeading ? deadMarks.heading : deadMarks.page} href="${address ?? href}"`;
  };
  return { html: withTags(html, (tag) => tag.replace(addresses, follow)), dead };
}

/** The target of a link. `address` is undefined if the link is broken. */
interface LinkTarget {
  readonly address: string | undefined;
  /** The target as messages name it. */
  readonly target: string;
  /** The document's path, if the target is a document. */
  readonly path?: string | undefined;
  readonly fragment: string;
}

function pageLinks(html: string): string[] {
  return [...html.matchAll(addresses)].flatMap(([, , href]) => (href?.startsWith('/d/') ? [href] : []));
}

/** Resolves a link to a heading or anchor on the same page. */
function headingAt(href: string, ids: ReadonlySet<string>): LinkTarget {
  const isThere = !namesHeading(href) || ids.has(decoded(href.slice(1)));
  return { target: href, fragment: '', address: isThere ? href : undefined };
}

function pageAt(href: string, targets: LinkTargets, titled: readonly TitledPath[]): LinkTarget {
  const named = namedIn(href);
  if (named !== undefined) {
    const { name, fragment } = named;
    const [path, other] = targets.named(name, named.from, titled);
    const only = other === undefined ? path : undefined;
    return { target: name, path: only, fragment, address: only ? pageAddress(only, fragment) : path && href };
  }
  const [, written = '', rest = ''] = /^\/d\/([^?#]*)(.*)$/s.exec(href) ?? [];
  const target = decoded(written);
  const found = written === '' || written === 'llms.txt' ? target : targets.page(target);
  const address = found === undefined ? undefined : found === target ? href : pageAddress(found, rest);
  return { target, path: found, fragment: /#.*$/s.exec(rest)?.[0] ?? '', address };
}

function imageAt(src: string, targets: LinkTargets): string {
  const path = decoded(src.slice(documentPaths.files.length));
  const found = targets.file(path);
  return ` src="${found === undefined || found === path ? src : `${documentPaths.files}${addressPath(found)}`}"`;
}

/**
 * The URL of a page for HTML. Nothing has to be escaped: the path is percent-encoded, and `fragment` comes from HTML.
 */
function pageAddress(path: string, fragment: string): string {
  return `${documentPaths.pages}${addressPath(path)}${fragment}`;
}

function namedIn(
  href: string,
): { readonly name: string; readonly from: string; readonly fragment: string } | undefined {
  const written = href.replaceAll('&#x26;', '&');
  const [, query, fragment = ''] = /^\/d\/\?([^#]*)(#.*)?$/s.exec(written) ?? [];
  if (query === undefined) {
    return undefined;
  }
  const values = new URLSearchParams(query);
  return { name: values.get('name') ?? '', from: values.get('from') ?? '', fragment };
}
