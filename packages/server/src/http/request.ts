import type { Context, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { abortedStatus, type ServiceError } from '../platform/errors.js';
import { describeError, type Log, maskPath } from '../platform/log.js';
import { whileInFlight } from '../platform/stray-faults.js';
import { inTrace, traceIdOf } from '../platform/trace.js';
import { logName, type Principal } from '../principals/principal.js';

/** The prefix of all cookie names. Browsers accept `__Host-` only from this host, over https, for all paths. */
export type CookiePrefix = '' | '__Host-';

/** A workspace whose own host a request names. */
export interface RequestDomain {
  readonly workspaceId: string;
  readonly slug: string;
  /** Of its pages, such as `https://courses.example.com`. */
  readonly origin: string;
}

/** What the adapter keeps with a request. */
export interface RequestVariables {
  Variables: {
    requestId: string;
    sameOrigin: boolean;
    cookiePrefix: CookiePrefix;
    /** The workspace whose own host the request names; undefined at the service's. */
    domain: RequestDomain | undefined;
    /** The address of the caller; an IPv6 network counts as one. Undefined without a socket. */
    clientAddress: string | undefined;
    /** The id of the operation; undefined on routes outside the contract. */
    operation: string | undefined;
    principal: Principal | undefined;
    fault: unknown;
    /** Why the service refused the request, or the call of an agent's tool in it. */
    refusal: ServiceError | undefined;
  };
}

const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/;

/** The id of a request: the one that its caller sent when that is usable, else a new one. */
export function requestIdFrom(sent: string | null | undefined, makeId: () => string): string {
  return sent && requestIdPattern.test(sent) ? sent : makeId();
}

/** Gives every request its id. */
export function withRequestId(makeId: () => string): MiddlewareHandler<RequestVariables> {
  return async (c, next) => {
    const id = requestIdFrom(c.req.header('x-request-id'), makeId);
    c.set('requestId', id);
    c.header('X-Request-Id', id);
    await whileInFlight(id, next);
  };
}

/** Runs each request in the trace that its caller names in `traceparent`. */
export const withTrace: MiddlewareHandler<RequestVariables> = (c, next) => inTrace(c.req.header('traceparent'), next);

/** Writes one log line a request: never a header, a body, a query or a secret. */
export function withRequestLog(log: Log): MiddlewareHandler<RequestVariables> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const principal = c.get('principal');
    const fault = c.get('fault');
    const traceId = traceIdOf(c.req.header('traceparent'));
    const line = {
      request_id: c.get('requestId'),
      ...(traceId === undefined ? {} : { trace_id: traceId }),
      method: c.req.method,
      path: maskPath(c.req.path),
      status: c.res.status,
      duration_ms: Math.round((performance.now() - start) * 100) / 100,
      ...(principal === undefined ? {} : { principal: logName(principal), workspace: principal.scope?.workspace.slug }),
    };
    if (c.res.status === abortedStatus) {
      log.info(line, 'request aborted by its caller');
    } else if (fault !== undefined) {
      log.error({ ...line, error: describeError(fault) }, 'request failed');
    } else {
      log.info(line, 'request');
    }
  };
}

/**
 * Decides whether the cookies of a request count. Browsers send the origin of a request. Writes count only from our own
 * pages, or another site could act as a signed-in person.
 */
export function withSameOrigin(baseUrl: string): MiddlewareHandler<RequestVariables> {
  const ownOrigin = new URL(baseUrl).origin;
  return async (c, next) => {
    const origin = c.req.header('origin');
    const fetchSite = c.req.header('sec-fetch-site') ?? 'none';
    const crossSite = fetchSite === 'cross-site' && c.req.method !== 'GET';
    // What the browser itself calls our own page is one, also under another name than the base URL's (localhost).
    const own =
      fetchSite === 'same-origin' ||
      (origin === undefined ? !crossSite : origin === (c.get('domain')?.origin ?? ownOrigin));
    c.set('sameOrigin', own);
    await next();
  };
}

/** The prefix of cookie names. With `__Host-`, on https, no page of a neighbouring host can set such a cookie. */
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

/** A cookie of this service; undefined when the browser sends none. */
export function cookieOf(c: Context<RequestVariables>, name: string): string | undefined {
  return getCookie(c, c.get('cookiePrefix') + name);
}
