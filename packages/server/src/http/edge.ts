import { type RouteDefinition, reconcilePath, routes } from '@tessera/contract';
import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { METHOD_NAME_ALL } from 'hono/router';
import { secureHeaders } from 'hono/secure-headers';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { refusalOf } from '../platform/database/sqlstate.js';
import { AbortedRequest, errors, ServiceError } from '../platform/errors.js';
import type { Services } from '../platform/services.js';
import { withAnyOrigin } from './any-origin.js';
import { withClientAddress } from './client-address.js';
import { mountDocumentation } from './documentation.js';
import { withDomain } from './domain.js';
import { type Metrics, mountMetrics } from './metrics.js';
import type { Mount } from './mount.js';
import { mountFont } from './pages/font.js';
import { mountIcon } from './pages/icon.js';
import { withLanguage } from './pages/language.js';
import { type Refusals, withRefusals } from './refusals.js';
import {
  type RequestVariables,
  withCookiePrefix,
  withRequestId,
  withRequestLog,
  withSameOrigin,
  withTrace,
} from './request.js';
import { aborted, bindRoutes, credentialsOf, refuse } from './routes.js';

/** Dependencies of the HTTP edge. */
export interface EdgeDependencies {
  readonly services: Services;
  readonly dispatcher: Dispatcher;
  readonly mounts: readonly Mount[];
  readonly metrics: Metrics;
  readonly refusals: Refusals;
}

/** Creates the HTTP application as a handler of web-standard requests. The caller creates the server that listens. */
export function createEdge({
  services,
  dispatcher,
  mounts,
  metrics,
  refusals,
}: EdgeDependencies): Hono<RequestVariables> {
  const app = new Hono<RequestVariables>();
  app.use(withRequestId(() => services.random(12).toString('base64url')));
  app.use(withTrace);
  app.use(withRequestLog(services.log));
  app.use(metrics.middleware);
  app.use(withRefusals(refusals));
  app.use(`${reconcilePath}/*`, withAnyOrigin);
  const strictTransportSecurity = services.baseUrl.startsWith('https:') ? 'max-age=15552000; includeSubDomains' : false;
  // With "no-referrer" browsers would send the forms of our own pages with `Origin: null`, and they would be refused.
  app.use(secureHeaders({ xFrameOptions: 'DENY', referrerPolicy: 'same-origin', strictTransportSecurity }));
  app.use(async (c, next) => {
    await next();
    // Responses contain data of one workspace, so no cache may store them. Set on the response itself, because
    // `c.header` would copy a streamed response.
    if (!c.res.headers.has('Cache-Control')) {
      c.res.headers.set('Cache-Control', 'no-store');
    }
  });
  const origins = services.settings.SVC_CORS_ORIGINS;
  if (origins.length > 0) {
    app.use(shareWith(origins));
  }
  app.use(withDomain(services));
  app.use(withSameOrigin(services.baseUrl));
  app.use(withCookiePrefix(services.baseUrl));
  app.use(withLanguage);
  app.use(withClientAddress(services.settings.SVC_TRUSTED_PROXIES));
  app.use('/v1/*', withLimitsOfKey(dispatcher));
  for (const mount of mounts) {
    mount(app);
  }
  mountMetrics(services, metrics)(app);
  mountDocumentation(app, services);
  mountIcon(app);
  mountFont(app);
  // Register fixed paths first, or `/settings/groups/preview` would match `:id`.
  for (const paths of [isFixedPath, (path: string) => !isFixedPath(path)]) {
    bindRoutes(app, dispatcher, { services, paths });
    refuseOtherMethods(app, paths);
  }
  app.notFound((c) => refuse(c, errors.routeNotFound()));
  app.onError((error, c) => {
    if (error instanceof AbortedRequest) {
      return aborted(c);
    }
    if (error instanceof ServiceError) {
      return refuse(c, error);
    }
    c.set('fault', error);
    return refuse(c, refusalOf(error) ?? errors.internal());
  });
  return app;
}

/** Whether a path has no parameter. */
function isFixedPath(path: string): boolean {
  return !path.includes(':');
}

/** Lets pages of the listed origins call the API and read its responses. */
function shareWith(origins: readonly string[]): MiddlewareHandler<RequestVariables> {
  const exposeHeaders = ['X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'];
  const share = cors({ origin: [...origins], exposeHeaders });
  return async (c, next) => {
    if (c.req.method !== 'OPTIONS') {
      return share(c, next);
    }
    // Run the route first: the library would answer OPTIONS for unknown routes too, and without the methods of the
    // route.
    await next();
    const isPreflight = c.req.header('access-control-request-method') !== undefined;
    if (isPreflight || c.res.ok) {
      c.res = (await share(c, async () => undefined)) ?? c.res;
    }
  };
}

/**
 * Adds the rate limit headers of an API key to responses without an operation: unknown routes, wrong methods and
 * `OPTIONS`. These calls do not count, because only operations do.
 */
function withLimitsOfKey(dispatcher: Dispatcher): MiddlewareHandler<RequestVariables> {
  return async (c, next) => {
    await next();
    if (c.get('operation') === undefined) {
      for (const [name, value] of Object.entries(await dispatcher.peek(credentialsOf(c), 'lists_and_revokes'))) {
        c.header(name, value);
      }
    }
  };
}

/** Adds responses to the other methods of every path: 405 with the allowed methods, and 204 to `OPTIONS`. */
function refuseOtherMethods(app: Hono<RequestVariables>, paths: (path: string) => boolean): void {
  const methodsOf = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (method !== METHOD_NAME_ALL && paths(path)) {
      const shape = path.replace(/:\w+/g, ':part');
      methodsOf.set(shape, (methodsOf.get(shape) ?? new Set()).add(method));
    }
  }
  const shapes = new Map(Object.values<RouteDefinition>(routes).map(({ path, errorShape }) => [path, errorShape]));
  for (const [path, methods] of methodsOf) {
    const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
    app.options(path, (c) => c.body(null, 204, { Allow: allow.join(', ') }));
    app.all(path, (c) => refuse(c, errors.methodNotAllowed(allow), shapes.get(path)));
  }
}
