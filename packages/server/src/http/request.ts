import type { MiddlewareHandler } from 'hono';
import { describeError, type Log, maskPath } from '../platform/log.js';
import type { Principal } from '../principals/principal.js';

/** What travels with a request through the adapter. */
export interface RequestVariables {
  Variables: {
    requestId: string;
    sameOrigin: boolean;
    /** Of a route of the contract. */
    operation: string | undefined;
    principal: Principal | undefined;
    fault: unknown;
  };
}

/** What log and metrics show of a request whose caller went away: it is never sent, there is nobody to read it. */
export const abortedStatus = 499;

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
    await next();
  };
}

/** Writes one log line a request: never a header, a body, a query or a secret. */
export function withRequestLog(log: Log): MiddlewareHandler<RequestVariables> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const principal = c.get('principal');
    const fault = c.get('fault');
    const line = {
      request_id: c.get('requestId'),
      method: c.req.method,
      path: maskPath(c.req.path),
      status: c.res.status,
      duration_ms: Math.round((performance.now() - start) * 100) / 100,
      ...(principal === undefined
        ? {}
        : { principal: `${principal.kind}:${principal.id}`, workspace: principal.standing?.workspace.slug }),
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
 * Marks whether cookies may speak for this request. A browser says where a request comes from; one that changes
 * something counts only from our own pages, so that no other site can act in a signed-in person's name.
 */
export function withSameOrigin(baseUrl: string): MiddlewareHandler<RequestVariables> {
  const ownOrigin = new URL(baseUrl).origin;
  return async (c, next) => {
    const origin = c.req.header('origin');
    const fetchSite = c.req.header('sec-fetch-site') ?? 'none';
    const crossSite = fetchSite === 'cross-site' && c.req.method !== 'GET';
    // What the browser itself calls our own page is one, also under another name than the base URL's (localhost).
    const own = fetchSite === 'same-origin' || (origin === undefined ? !crossSite : origin === ownOrigin);
    c.set('sameOrigin', own);
    await next();
  };
}
