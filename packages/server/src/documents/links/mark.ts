import { addressPath, decoded, documentPaths } from '../rendering/index.js';
import type { LinkTargets, TitledPath } from './targets.js';

/** A link that leads nowhere: the path or name that it leads to, and its line in the text, counted from 1. */
export interface DeadLink {
  readonly line: number | null;
  readonly target: string;
}

/** Rendered HTML whose links were followed for a caller. */
export interface FollowedHtml {
  readonly html: string;
  readonly dead: readonly DeadLink[];
}

/** Links to pages and images of repos, as rendering writes them: attributes are quoted, and their values have no quote. */
const addresses = /(?: data-line="(\d+)")? href="(\/d\/[^"]*)"| src="(\/raw\/[^"]*)"/g;
const deadMark = ' class="dead-link" title="There is no page here that you can read."';

/** Whether HTML has anything to follow. */
export function hasLinks(html: string): boolean {
  return html.search(addresses) !== -1;
}

/** The names of `[[Name]]` that no file has: titles decide about them. */
export function unknownNames(html: string, targets: LinkTargets): string[] {
  return [...html.matchAll(addresses)].flatMap(([, , href]) => {
    const named = href === undefined ? undefined : namedIn(href);
    return named !== undefined && targets.named(named.name, named.from).length === 0 ? [named.name] : [];
  });
}

/** Leads links and images to what the caller can read, and marks those that lead nowhere. */
export function followLinks(html: string, targets: LinkTargets, titled: readonly TitledPath[] = []): FollowedHtml {
  const dead: DeadLink[] = [];
  const followed = html.replace(addresses, (_all, line?: string, href?: string, src?: string) => {
    if (href === undefined) {
      return imageAt(String(src), targets);
    }
    const { address, target } = pageAt(href, targets, titled);
    if (address === undefined) {
      dead.push({ line: line === undefined ? null : Number(line) + 1, target });
      return `${deadMark} href="${href}"`;
    }
    return ` href="${address}"`;
  });
  return { html: followed, dead };
}

function pageAt(
  href: string,
  targets: LinkTargets,
  titled: readonly TitledPath[],
): { readonly address: string | undefined; readonly target: string } {
  const named = namedIn(href);
  if (named !== undefined) {
    const [path, other] = targets.named(named.name, named.from, titled);
    const hasOne = path !== undefined && other === undefined;
    return { target: named.name, address: hasOne ? pageAddress(path, named.fragment) : path && href };
  }
  const [, written = '', rest = ''] = /^\/d\/([^?#]*)(.*)$/s.exec(href) ?? [];
  const target = decoded(written);
  const found = written === '' || written === 'llms.txt' ? target : targets.page(target);
  return { target, address: found === undefined ? undefined : found === target ? href : pageAddress(found, rest) };
}

function imageAt(src: string, targets: LinkTargets): string {
  const path = decoded(src.slice(documentPaths.files.length));
  const found = targets.file(path);
  return ` src="${found === undefined || found === path ? src : `${documentPaths.files}${addressPath(found)}`}"`;
}

/** The address of a page in HTML. Percent-encoding leaves nothing to escape, and `fragment` comes from HTML. */
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
