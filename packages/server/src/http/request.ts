import type { Context, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { refusalOf } from '../platform/database/sqlstate.js';
import { AbortedRequest, abortedStatus, type ServiceError } from '../platform/errors.js';
import { describeError, type Log, maskPath } from '../platform/log.js';
import { whileInFlight } from '../platform/stray-faults.js';
import { inTrace, traceIdOf } from '../platform/trace.js';
import { logName, type Principal } from '../principals/principal.js';
import type { ReceivedBytes } from './received-bytes.js';

/**
 * The prefix of all cookie names. A browser accepts a `__Host-` cookie only if this host sets it, over https and for
 * all paths.
 */
export type CookiePrefix = '' | '__Host-';

/** A workspace whose custom host a request names. */
export interface RequestDomain {
  readonly workspaceId: string;
  readonly slug: string;
  /** The name of the host, such as `courses.example.com`. */
  readonly host: string;
  /** The origin of its pages, such as `https://courses.example.com`. */
  readonly origin: string;
}

/** State that the HTTP adapter keeps with a request. */
export interface RequestVariables {
  Variables: {
    requestId: string;
    /** The id of the caller's trace; undefined if it sent none. */
    traceId: string | undefined;
    sameOrigin: boolean;
    cookiePrefix: CookiePrefix;
    /** The workspace of the request's custom host; undefined for the service's own host. */
    domain: RequestDomain | undefined;
    /**
     * What the sessions of the request's host are bound to: empty for the service's own host, else its workspace and
     * name. Undefined for an unknown host, which has no sessions.
     */
    sessionBinding: string | undefined;
    /** The client address; an IPv6 /64 network counts as one. Undefined without a socket. */
    clientAddress: string | undefined;
    /** The id of the operation; undefined on routes outside of the contract. */
    operation: string | undefined;
    principal: Principal | undefined;
    fault: unknown;
    /** The bytes of the body, which count against the limits of the process. */
    received: ReceivedBytes;
    /** Why the service refused the request, or the tool call in it. */
    refusal: ServiceError | undefined;
  };
}

const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/;

/** Returns the id of a request: the one that the client sent, if valid, else a new one. */
export function requestIdFrom(sent: string | null | undefined, makeId: () => string): string {
  return sent && requestIdPattern.test(sent) ? sent : makeId();
}

/** Assigns every request its id. */
export function withRequestId(makeId: () => string): MiddlewareHandler<RequestVariables> {
  return async (c, next) => {
    const id = requestIdFrom(c.req.header('x-request-id'), makeId);
    c.set('requestId', id);
    c.header('X-Request-Id', id);
    await whileInFlight(id, next);
  };
}

/** Sets headers of the response. */
export function setHeaders(c: Context, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    c.header(name, value);
  }
}

/** Adds headers to responses that do not have them. */
export function withHeaders(headers: Readonly<Record<string, string>>): MiddlewareHandler<RequestVariables> {
  return async (c, next) => {
    await next();
    setHeaders(c, Object.fromEntries(Object.entries(headers).filter(([name]) => !c.res.headers.has(name))));
  };
}

/** Runs each request in the trace of its `traceparent` header. */
export const withTrace: MiddlewareHandler<RequestVariables> = (c, next) =>
  continueTrace(c, c.req.header('traceparent'), next);

/** Runs work of a request in the trace that it names, if that is valid. */
export function continueTrace<Result>(c: Context<RequestVariables>, traceparent: unknown, work: () => Result): Result {
  const header = typeof traceparent === 'string' ? traceparent : undefined;
  const traceId = traceIdOf(header);
  if (traceId !== undefined) {
    c.set('traceId', traceId);
  }
  return inTrace(header, work);
}

/** Logs one line per request, without headers, body, query or secrets. */
export function withRequestLog(log: Log): MiddlewareHandler<RequestVariables> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const principal = c.get('principal');
    const fault = c.get('fault');
    const traceId = c.get('traceId');
    const line = {
      request_id: c.get('requestId'),
      ...(traceId === undefined ? {} : { trace_id: traceId }),
      method: c.req.method,
      path: maskPath(c.req.path),
      status: c.res.status,
      duration_ms: Math.round((performance.now() - start) * 100) / 100,
      ...(principal === undefined ? {} : { principal: logName(principal), workspace: principal.scope?.workspace.slug }),
    };
    if (c.res.status === abortedStatus || fault instanceof AbortedRequest) {
      log.info(line, 'request aborted by its caller');
    } else if (fault !== undefined && refusalOf(fault)?.status !== 400) {
      log.error({ ...line, error: describeError(fault) }, 'request failed');
    } else {
      log.info(line, 'request');
    }
  };
}

/**
 * Decides whether a request's cookies are used. A write must have one of our own pages as its origin. Otherwise another
 * site could act as the signed-in person.
 */
export function withSameOrigin(baseUrl: string): MiddlewareHandler<RequestVariables> {
  return async (c, next) => {
    const origin = c.req.header('origin');
    const fetchSite = c.req.header('sec-fetch-site') ?? 'none';
    const crossSite = fetchSite === 'cross-site' && c.req.method !== 'GET';
    // The page's own origin is accepted too, because a service on this machine may be opened as localhost.
    const own = fetchSite === 'same-origin' || (origin === undefined ? !crossSite : isOwnOrigin(c, origin, baseUrl));
    c.set('sameOrigin', own);
    await next();
  };
}

/** Whether an origin is that of the request's host: of the workspace's, or else of the service. */
export function isOwnOrigin(c: Context<RequestVariables>, origin: string, baseUrl: string): boolean {
  const dotless = origin.replace(/\.(?=(?::\d+)?$)/, '');
  return dotless === (c.get('domain')?.origin ?? new URL(baseUrl).origin);
}

/**
 * The prefix of cookie names. On https it is `__Host-`: pages on other hosts of the same domain cannot set such a
 * cookie.
 */
export function cookiePrefixOf(baseUrl: string): CookiePrefix {
  return new URL(baseUrl).protocol === 'https:' ? '__Host-' : '';
}

/** Sets the prefix of cookie names for the handlers of a request. */
export function withCookiePrefix(baseUrl: string): MiddlewareHandler<RequestVariables> {
  const prefix = cookiePrefixOf(baseUrl);
  return async (c, next) => {
    c.set('cookiePrefix', prefix);
    await next();
  };
}

/** Reads a cookie of this service; undefined without one. */
export function cookieOf(c: Context<RequestVariables>, name: string): string | undefined {
  return getCookie(c, c.get('cookiePrefix') + name);
}
