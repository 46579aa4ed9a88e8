import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { credentialCookies } from '../../principals/credential.js';

/** A cookie of the sign-in pages: its name, the paths it is sent to and the shape of what it holds. */
interface StateCookie<Value> {
  readonly name: string;
  readonly path: string;
  readonly shape: z.ZodType<Value>;
}

/** A code that has been asked for, from the address to the code. */
export const codeCookie = {
  name: 'svc_sign_in',
  path: '/sign-in',
  shape: z.object({ attempt: z.string(), email: z.string(), next: z.string() }),
};

/** A sign-in that is under way at the provider. */
export const oidcCookie = {
  name: 'svc_oidc',
  path: '/sign-in/oidc',
  shape: z.object({
    check: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
    next: z.string(),
  }),
};

// Lax, and not Strict: the provider and the links in mails lead here from other sites.
const common = { httpOnly: true, sameSite: 'Lax' } as const;

/** Whether cookies must be kept off plain connections. */
function isSecure(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'https:';
}

/** Hands the browser its session. */
export function setSessionCookie(
  c: Context,
  baseUrl: string,
  session: { readonly secret: string; readonly expiresAt: Date },
): void {
  const options = { ...common, secure: isSecure(baseUrl), path: '/', expires: session.expiresAt };
  setCookie(c, credentialCookies.session, session.secret, options);
}

/** Takes the session cookie back. */
export function clearSessionCookie(c: Context, baseUrl: string): void {
  deleteCookie(c, credentialCookies.session, { ...common, secure: isSecure(baseUrl), path: '/' });
}

/** Leaves a step's state with the browser. */
export function setState<Value>(
  c: Context,
  cookie: StateCookie<Value>,
  value: Value,
  options: { readonly baseUrl: string; readonly seconds: number },
): void {
  setCookie(c, cookie.name, Buffer.from(JSON.stringify(value)).toString('base64url'), {
    ...common,
    secure: isSecure(options.baseUrl),
    path: cookie.path,
    maxAge: options.seconds,
  });
}

/** What a step left with the browser; undefined when there is nothing, or nothing that this service wrote. */
export function readState<Value>(c: Context, cookie: StateCookie<Value>): Value | undefined {
  const text = getCookie(c, cookie.name);
  if (text === undefined) {
    return undefined;
  }
  try {
    return cookie.shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Ends a step. */
export function clearState<Value>(c: Context, cookie: StateCookie<Value>): void {
  deleteCookie(c, cookie.name, { path: cookie.path });
}
