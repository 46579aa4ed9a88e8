import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { credentialCookies } from '../../principals/credential.js';
import { cookieOf, type RequestVariables } from '../request.js';

type PageContext = Context<RequestVariables>;

/** A cookie that keeps the state of a step: its name and the schema of its value. */
export interface StateCookie<Value> {
  readonly name: string;
  readonly shape: z.ZodType<Value>;
}

/** The secret of a browser's session or of a magic link's, and when it ends. */
export interface CookieSecret {
  readonly secret: string;
  readonly expiresAt: Date;
}

/** The id of the workspace that the browser was last signed in to, for the page that a reader sees once access has ended. */
export const lastWorkspaceCookie: StateCookie<string> = { name: 'svc_last_workspace', shape: z.uuid() };

/** Hands the browser a credential. */
export function setCredentialCookie(
  c: PageContext,
  kind: keyof typeof credentialCookies,
  { secret, expiresAt }: CookieSecret,
): void {
  setOwn(c, credentialCookies[kind], secret, { expires: expiresAt });
}

/** The credential in the browser's cookie; undefined without one. */
export function readCredentialCookie(c: PageContext, kind: keyof typeof credentialCookies): string | undefined {
  return cookieOf(c, credentialCookies[kind]);
}

/** Takes a credential back from the browser. */
export function clearCredentialCookie(c: PageContext, kind: keyof typeof credentialCookies): void {
  deleteOwn(c, credentialCookies[kind]);
}

/** Leaves a step's state with the browser. */
export function setState<Value>(c: PageContext, cookie: StateCookie<Value>, value: Value, seconds: number): void {
  setOwn(c, cookie.name, Buffer.from(JSON.stringify(value)).toString('base64url'), { maxAge: seconds });
}

/** What a step left with the browser; undefined when there is nothing, or nothing that this service wrote. */
export function readState<Value>(c: PageContext, cookie: StateCookie<Value>): Value | undefined {
  const text = cookieOf(c, cookie.name);
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
export function clearState<Value>(c: PageContext, cookie: StateCookie<Value>): void {
  deleteOwn(c, cookie.name);
}

function setOwn(c: PageContext, name: string, value: string, end: { expires: Date } | { maxAge: number }): void {
  setCookie(c, c.get('cookiePrefix') + name, value, { ...attributesOf(c), ...end });
}

function deleteOwn(c: PageContext, name: string): void {
  deleteCookie(c, c.get('cookiePrefix') + name, attributesOf(c));
}

// Lax, and not Strict: the provider and the links in mails lead here from other sites.
function attributesOf(c: PageContext) {
  return { httpOnly: true, sameSite: 'Lax', path: '/', secure: c.get('cookiePrefix') !== '' } as const;
}
