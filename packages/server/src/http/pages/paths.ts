import { localPathPattern } from '@tessera/contract';

/** Where the pages for browsers are, under the base URL. */
export const pagePaths = {
  signIn: '/sign-in',
  code: '/sign-in/code',
  link: '/sign-in/link',
  memberLink: '/sign-in/member',
  oidc: '/sign-in/oidc',
  oidcCallback: '/sign-in/oidc/callback',
  workspace: '/sign-in/workspace',
  signOut: '/sign-out',
  account: '/account',
  device: '/device',
  connect: '/oauth/connect/:uid',
  leaveLink: '/r/leave',
  linkSeen: '/r/seen',
} as const;

/** Where documents are read in a browser. */
export const readingPath = '/d/';

/**
 * The sign-in page of an invite: with the address filled in, and the look of the workspace that invites. It is not a
 * credential: forwarding it does no harm.
 */
export function signInLink(baseUrl: string, email: string, workspace: string): string {
  return `${new URL(pagePaths.signIn, baseUrl).href}?${new URLSearchParams({ email, workspace })}`;
}

/** The page that signs in anyone who has the token. */
export function signInLinkUrl(baseUrl: string, token: string): string {
  return `${new URL(pagePaths.link, baseUrl).href}?${new URLSearchParams({ token })}`;
}

/** The page that signs a member in to one workspace. */
export function memberLinkUrl(baseUrl: string, token: string): string {
  return `${new URL(pagePaths.memberLink, baseUrl).href}?${new URLSearchParams({ token })}`;
}

/**
 * `next` if it is a path of this service, else the first page, which leads everybody to what is theirs. A redirect must
 * never lead to a foreign site.
 */
export function localPath(next: string | undefined): string {
  return next !== undefined && localPathPattern.test(next) ? next : '/';
}
