import { readCredentialCookie } from '../../http/pages/cookies.js';
import { ServiceError } from '../../platform/errors.js';
import { documentPaths } from '../rendering/index.js';
import { callsOf, type PageRequest, type PageSource } from './calls.js';
import { siteOf } from './site.js';

/**
 * Where a browser that is signed in to the workspace of a public site finds the same page among its own; undefined for
 * everybody else.
 */
export async function ownAddress(c: PageRequest, source: PageSource): Promise<string | undefined> {
  const { slug, pages } = siteOf(c);
  const isSignedIn = (['session', 'magicLink'] as const).some((kind) => readCredentialCookie(c, kind) !== undefined);
  if (slug === undefined || !isSignedIn) {
    return undefined;
  }
  const calls = callsOf(c, source, documentPaths);
  try {
    await calls.ask('repos.list');
  } catch (error) {
    if (error instanceof ServiceError) {
      return undefined;
    }
    throw error;
  }
  const { pathname, search } = new URL(c.req.url);
  const isThere = calls.caller()?.scope?.workspace.slug === slug;
  return isThere ? `${documentPaths.pages}${pathname.slice(pages.length)}${search}` : undefined;
}
