import { lastWorkspaceCookie, readCredentialCookie, readState } from '../../http/pages/cookies.js';
import type { Transaction } from '../../platform/database/database.js';
import { ServiceError } from '../../platform/errors.js';
import { documentPaths } from '../rendering/index.js';
import { type Calls, callsOf, type PageRequest, type PageSource } from './calls.js';
import { type Site, siteAt, siteOf } from './site.js';

/**
 * Where a caller may read a page or file that is refused here: on their own pages, or on the public site once their access
 * has ended.
 */
export async function readableAddress(c: PageRequest, source: PageSource, error: unknown): Promise<string | undefined> {
  if (!(error instanceof ServiceError)) {
    return undefined;
  }
  if (error.status === 402 || error.status === 404) {
    return ownAddress(c, source);
  }
  return error.status === 401 || isWithoutAccess(error) ? publicAddress(c, source) : undefined;
}

/** Whether a person who is signed in belongs to no workspace, or at a workspace's host not to that one. */
function isWithoutAccess({ code }: ServiceError): boolean {
  return code === 'not_a_member' || code === 'workspace_conflict';
}

/**
 * The URL of the same page in the person's own workspace, if the browser is signed in to the workspace of this public
 * site. Otherwise undefined.
 */
async function ownAddress(c: PageRequest, source: PageSource): Promise<string | undefined> {
  const { slug } = siteOf(c);
  const isSignedIn = (['session', 'magicLink'] as const).some((kind) => readCredentialCookie(c, kind) !== undefined);
  if (slug === undefined || !isSignedIn) {
    return undefined;
  }
  const calls = callsOf(c, source, documentPaths);
  const isThere = (await isAdmitted(calls)) && calls.caller()?.scope?.workspace.slug === slug;
  return isThere ? sameOn(c, documentPaths) : undefined;
}

/**
 * The URL of the same page on a public site, for a browser whose access has ended. It is the site of the workspace that
 * the browser was last signed in to, and may offer access. Undefined if there is no such site, and for magic links.
 */
async function publicAddress(c: PageRequest, source: PageSource): Promise<string | undefined> {
  const isPerson = siteOf(c).slug === undefined && readCredentialCookie(c, 'magicLink') === undefined;
  const id = isPerson ? readState(c, lastWorkspaceCookie) : undefined;
  const slug = id && (await source.database.inWorkspace(id, findSlug, 'read'));
  if (!slug) {
    return undefined;
  }
  const site = siteAt(slug);
  const isThere = await isAdmitted(callsOf(c, source, site));
  return isThere ? sameOn(c, site) : undefined;
}

/** The address of the requested page or file on another site. */
function sameOn(c: PageRequest, other: Site): string {
  const kind = c.req.path.startsWith(documentPaths.files) ? 'files' : 'pages';
  const { pathname, search } = new URL(c.req.url);
  return `${other[kind]}${pathname.slice(siteOf(c)[kind].length)}${search}`;
}

/** Whether the caller may read pages of the site. */
export async function isAdmitted(calls: Calls): Promise<boolean> {
  try {
    await calls.ask('repos.list');
    return true;
  } catch (error) {
    if (error instanceof ServiceError) {
      return false;
    }
    throw error;
  }
}

async function findSlug(transaction: Transaction): Promise<string | undefined> {
  const [row] = await transaction.query<{ slug: string }>('select slug from workspaces where id = $1', [
    transaction.workspaceId,
  ]);
  return row?.slug;
}
