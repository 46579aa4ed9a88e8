import { localPathPattern, routes } from '@tessera/contract';

/** Paths of the pages for browsers, under the base URL. */
export const pagePaths = {
  signIn: '/sign-in',
  code: '/sign-in/code',
  link: '/sign-in/link',
  memberLink: '/sign-in/member',
  oidc: '/sign-in/oidc',
  oidcCallback: '/sign-in/oidc/callback',
  oidcEnter: '/sign-in/oidc/enter',
  workspace: '/sign-in/workspace',
  signOut: '/sign-out',
  account: '/account',
  device: '/device',
  connect: '/oauth/connect/:uid',
  leaveLink: '/r/leave',
  linkSeen: '/r/seen',
} as const;

/** Receives logout tokens of the OpenID Connect provider. Browsers do not call it. */
export const oidcLogoutPath = '/sign-in/oidc/logout';

/**
 * The sign-in page of an invitation, with the address filled in and the appearance of the inviting workspace. The URL
 * contains no credential, so it may be forwarded.
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
 * Returns `next` if it is a path of this service, else the first page, which redirects to a suitable page. A redirect
 * must never lead to another site.
 */
export function localPath(next: string | undefined): string {
  return next !== undefined && localPathPattern.test(next) ? next : '/';
}

const apiRoots = new Set(Object.values(routes).map(({ path }) => path.split('/')[1]));

/** Whether a path belongs to the API, by its first segment. */
export function isApiPath(path: string): boolean {
  return apiRoots.has(path.split('/')[1] ?? '');
}
