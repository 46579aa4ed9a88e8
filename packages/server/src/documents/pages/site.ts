import type { Context } from 'hono';
import type { RequestVariables } from '../../http/request.js';
import { errors } from '../../platform/errors.js';
import { type Addresses, documentPaths, withTags } from '../rendering/index.js';

/** The URL prefixes of pages and files for a request: of pages that need a credential, or of a public site. */
export interface Site extends Addresses {
  /** The slug of the workspace of a public site; absent for pages that need a credential. */
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

/** The rest of a URL after a prefix, such as a document's path. Throws `document_not_found` if it is not valid text. */
export function pathAfter(c: Context<RequestVariables>, start: string): string {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname.slice(start.length));
  } catch {
    throw errors.notFound('document_not_found');
  }
}

const addresses = / (href|src|action)="(\/(?:d|raw)\/)(?!@)/g;

/** Rewrites the links, images and forms of a page for a public site. Text that only looks like a URL is not changed. */
export function readdressed(page: string, { slug, pages, files }: Site): string {
  return slug === undefined
    ? page
    : withTags(page, (tag) =>
        tag.replace(addresses, (_, name, start) => ` ${name}="${start === documentPaths.pages ? pages : files}`),
      );
}

/** A URL on a site, for a path relative to `/d/` or `/raw/`. */
export function addressOn({ slug, pages }: Site, address: string): string {
  return slug !== undefined && address.startsWith(documentPaths.pages) && !address.startsWith(pages)
    ? `${pages}${address.slice(documentPaths.pages.length)}`
    : address;
}
