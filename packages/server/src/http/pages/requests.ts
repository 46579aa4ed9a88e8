import type { Context, Hono } from 'hono';
import { ServiceError } from '../../platform/errors.js';
import type { Services } from '../../platform/services.js';
import { identify } from '../../principals/identify.js';
import type { Principal } from '../../principals/principal.js';
import type { RequestVariables } from '../request.js';
import { readCredentialCookie } from './cookies.js';
import { pagePaths } from './paths.js';

/** Pages as part of the service's HTTP application. */
export type PageApp = Hono<RequestVariables>;

/** A request for a page. */
export type PageContext = Context<RequestVariables>;

/**
 * The person that the browser is signed in as: a principal with a person; undefined when it is not signed in, or only to one
 * workspace, by a sign-in link.
 */
export async function signedInPrincipal(
  c: PageContext,
  services: Services,
): Promise<(Principal & { readonly personId: string }) | undefined> {
  const principal = await browserPrincipal(c, services);
  const personId = principal?.personId;
  return principal === undefined || personId === undefined ? undefined : { ...principal, personId };
}

/** The principal of the browser's session, which may reach one workspace only; undefined when there is none. */
export async function browserPrincipal(c: PageContext, services: Services): Promise<Principal | undefined> {
  const session = readCredentialCookie(c, 'session');
  if (session === undefined) {
    return undefined;
  }
  try {
    return await services.database.withoutWorkspace((tx) => identify(services, tx, { session }));
  } catch (error) {
    if (error instanceof ServiceError) {
      return undefined;
    }
    throw error;
  }
}

/** Sends a browser that is not signed in to the sign-in page, and back here afterwards. */
export function toSignIn(c: PageContext, next: string): Response {
  return c.redirect(`${pagePaths.signIn}?${new URLSearchParams({ next })}`, 303);
}

/** A field of a form that is text; empty when it is missing or a file. */
export async function formFields(c: PageContext): Promise<(name: string) => string> {
  const body = await c.req.parseBody();
  return (name) => {
    const value = body[name];
    return typeof value === 'string' ? value : '';
  };
}
