import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { decodeBase64url } from '../../platform/base64url.js';
import { errors } from '../../platform/errors.js';
import { boundSecret, isSecret } from '../../platform/secrets.js';
import { credentialCookies } from '../../principals/credential.js';
import { cookieOf, type RequestVariables } from '../request.js';

type PageContext = Context<RequestVariables>;

/** A cookie with the state of a multi-step flow: its name and schema. */
export interface StateCookie<Value> {
  readonly name: string;
  readonly shape: z.ZodType<Value>;
}

/**
 * The id of the workspace that the browser last signed in to. When access has ended, the page that says so uses its
 * appearance.
 */
export const lastWorkspaceCookie: StateCookie<string> = { name: 'svc_last_workspace', shape: z.uuid() };

/** Sets the cookie of a credential. */
export function setCredentialCookie(
  c: PageContext,
  kind: keyof typeof credentialCookies,
  { secret, expiresAt }: { readonly secret: string; readonly expiresAt: Date },
): void {
  setOwn(c, credentialCookies[kind], secret, { expires: expiresAt });
}

/**
 * Reads the cookie of a credential, bound to the host of the request: the cookie of another host is an unknown secret.
 * Undefined without a cookie, and at a host without sessions.
 */
export function readCredentialCookie(c: PageContext, kind: keyof typeof credentialCookies): string | undefined {
  const [secret, binding] = [cookieOf(c, credentialCookies[kind]), c.get('sessionBinding')];
  return secret !== undefined && isSecret(secret) && binding !== undefined ? boundSecret(secret, binding) : undefined;
}

/** What a session or sign-in that starts at the request's host is bound to. Throws at a host without sessions. */
export function sessionBindingOf(c: PageContext): string {
  const binding = c.get('sessionBinding');
  if (binding === undefined) {
    throw errors.forbidden('Nobody can sign in at this host: open the address of the service.');
  }
  return binding;
}

/** Deletes the cookie of a credential. */
export function clearCredentialCookie(c: PageContext, kind: keyof typeof credentialCookies): void {
  deleteOwn(c, credentialCookies[kind]);
}

/** Stores the state of a flow in a cookie. */
export function setState<Value>(c: PageContext, cookie: StateCookie<Value>, value: Value, seconds: number): void {
  setOwn(c, cookie.name, Buffer.from(JSON.stringify(value)).toString('base64url'), { maxAge: seconds });
}

/** Reads the state of a flow; undefined if missing or not written by this service. */
export function readState<Value>(c: PageContext, cookie: StateCookie<Value>): Value | undefined {
  const text = cookieOf(c, cookie.name);
  if (text === undefined) {
    return undefined;
  }
  try {
    return cookie.shape.parse(JSON.parse(decodeBase64url(text)?.toString('utf8') ?? ''));
  } catch {
    return undefined;
  }
}

/** Deletes the state of a flow. */
export function clearState<Value>(c: PageContext, cookie: StateCookie<Value>): void {
  deleteOwn(c, cookie.name);
}

function setOwn(c: PageContext, name: string, value: string, end: { expires: Date } | { maxAge: number }): void {
  setCookie(c, c.get('cookiePrefix') + name, value, { ...attributesOf(c), ...end });
}

function deleteOwn(c: PageContext, name: string): void {
  deleteCookie(c, c.get('cookiePrefix') + name, attributesOf(c));
}

// Lax instead of Strict, because identity providers and links in mails lead here from other sites.
function attributesOf(c: PageContext) {
  return { httpOnly: true, sameSite: 'Lax', path: '/', secure: c.get('cookiePrefix') !== '' } as const;
}
