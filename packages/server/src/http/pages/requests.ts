import type { Context, Hono } from 'hono';
import type { SystemTransaction } from '../../platform/database/database.js';
import { ServiceError } from '../../platform/errors.js';
import type { Services } from '../../platform/services.js';
import { identify } from '../../principals/identify.js';
import type { Principal } from '../../principals/principal.js';
import type { RequestVariables } from '../request.js';
import { readCredentialCookie } from './cookies.js';
import { pagePaths } from './paths.js';

/** The HTTP application as pages use it. */
export type PageApp = Hono<RequestVariables>;

/** A request for a page. */
export type PageContext = Context<RequestVariables>;

/** The signed-in person. Undefined without a session, and for a session that a sign-in link limits to one workspace. */
export async function signedInPrincipal(
  c: PageContext,
  services: Services,
): Promise<(Principal & { readonly personId: string }) | undefined> {
  const principal = await browserPrincipal(c, services);
  const personId = principal?.personId;
  return principal === undefined || personId === undefined ? undefined : { ...principal, personId };
}

/** The principal of the browser's session, which may be limited to one workspace. Undefined without a session. */
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

/**
 * Runs the write of a form in a transaction in which the browser's session is still valid. Throws 401 if it has ended
 * since the form was sent.
 */
export function asSignedIn<Result>(
  c: PageContext,
  services: Services,
  work: (transaction: SystemTransaction) => Promise<Result>,
): Promise<Result> {
  return services.database.asSystem(async (transaction) => {
    await identify(services, transaction, { session: readCredentialCookie(c, 'session') ?? '' });
    return work(transaction);
  });
}

/** Redirects to the sign-in page, which returns to `next`. */
export function toSignIn(c: PageContext, next: string): Response {
  return c.redirect(`${pagePaths.signIn}?${new URLSearchParams({ next })}`, 303);
}

/** Returns a function that reads text fields of a form; empty for missing fields and files. */
export async function formFields(c: PageContext): Promise<(name: string) => string> {
  const body = await c.req.parseBody();
  return (name) => {
    const value = body[name];
    return typeof value === 'string' ? value : '';
  };
}
