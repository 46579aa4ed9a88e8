import type { Context } from 'hono';
import type { RequestVariables } from '../../http/request.js';
import { errors } from '../../platform/errors.js';
import { type Addresses, documentPaths, withTags } from '../rendering/index.js';

/** Where the pages and files of a request are: those of its credential, or of a workspace's public site. */
export interface Site extends Addresses {
  /** The slug of the workspace whose public site it is; absent for pages that need a credential. */
  readonly slug?: string;
}

const publicPath = /^\/(?:d|raw)\/@([^/]*)/;

/** The site that a request is for. */
export function siteOf(c: Context<RequestVariables>): Site {
  const slug = publicPath.exec(c.req.path)?.[1];
  return slug === undefined ? documentPaths : siteAt(slug);
}

/** The public site of a workspace. */
export function siteAt(slug: string): Site {
  return { slug, pages: `${documentPaths.pages}@${slug}/`, files: `${documentPaths.files}@${slug}/` };
}

/** What follows the start of an address, such as a document's path. Throws `document_not_found` where it is not text. */
export function pathAfter(c: Context<RequestVariables>, start: string): string {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname.slice(start.length));
  } catch {
    throw errors.notFound('document_not_found');
  }
}

const addresses = / (href|src|action)="(\/(?:d|raw)\/)(?!@)/g;

/** Leads the links, images and forms of a page to a site. Text that only looks like an address stays as it is. */
export function readdressed(page: string, { slug, pages, files }: Site): string {
  return slug === undefined
    ? page
    : withTags(page, (tag) =>
        tag.replace(addresses, (_, name, start) => ` ${name}="${start === documentPaths.pages ? pages : files}`),
      );
}

/** An address below `/d/` or `/raw/` on a site. */
export function addressOn({ slug, pages }: Site, address: string): string {
  return slug !== undefined && address.startsWith(documentPaths.pages) && !address.startsWith(pages)
    ? `${pages}${address.slice(documentPaths.pages.length)}`
    : address;
}
