import { lastWorkspaceCookie, readCredentialCookie, readState } from '../../http/pages/cookies.js';
import type { Transaction } from '../../platform/database/database.js';
import { ServiceError } from '../../platform/errors.js';
import { documentPaths } from '../rendering/index.js';
import { type Calls, callsOf, type PageRequest, type PageSource } from './calls.js';
import { siteAt, siteOf } from './site.js';

/**
 * The address of the same page in the visitor's own workspace, for a browser that is signed in to the workspace of a
 * public site. Otherwise undefined.
 */
export async function ownAddress(c: PageRequest, source: PageSource): Promise<string | undefined> {
  const { slug, pages } = siteOf(c);
  const isSignedIn = (['session', 'magicLink'] as const).some((kind) => readCredentialCookie(c, kind) !== undefined);
  if (slug === undefined || !isSignedIn) {
    return undefined;
  }
  const calls = callsOf(c, source, documentPaths);
  const { pathname, search } = new URL(c.req.url);
  const isThere = (await isAdmitted(calls)) && calls.caller()?.scope?.workspace.slug === slug;
  return isThere ? `${documentPaths.pages}${pathname.slice(pages.length)}${search}` : undefined;
}

/**
 * Where a browser whose access has ended finds the same page on the public site of the workspace that it was last signed in
 * to, which may offer access; undefined where there is no such site, and for magic links.
 */
export async function publicAddress(c: PageRequest, source: PageSource): Promise<string | undefined> {
  const isPerson = siteOf(c).slug === undefined && readCredentialCookie(c, 'magicLink') === undefined;
  const id = isPerson ? readState(c, lastWorkspaceCookie) : undefined;
  const slug = id && (await source.database.inWorkspace(id, findSlug, 'read'));
  if (!slug) {
    return undefined;
  }
  const site = siteAt(slug);
  const { pathname, search } = new URL(c.req.url);
  const isThere = await isAdmitted(callsOf(c, source, site));
  return isThere ? `${site.pages}${pathname.slice(documentPaths.pages.length)}${search}` : undefined;
}

async function isAdmitted(calls: Calls): Promise<boolean> {
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
