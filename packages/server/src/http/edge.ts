import { type RouteDefinition, reconcilePath, routes } from '@tessera/contract';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { METHOD_NAME_ALL } from 'hono/router';
import { secureHeaders } from 'hono/secure-headers';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { refusalOf } from '../platform/database/sqlstate.js';
import { AbortedRequest, errors, ServiceError } from '../platform/errors.js';
import type { Services } from '../platform/services.js';
import { withReceivedBytes } from './bytes-limit.js';
import { withClientAddress } from './client-address.js';
import { withDomain } from './domain.js';
import { hostOf, hostsOfService } from './host.js';
import { type Metrics, mountMetrics } from './metrics.js';
import type { Mount } from './mount.js';
import { openApiDocument } from './openapi.js';
import { builtFile } from './pages/built-file.js';
import { mountFont } from './pages/font.js';
import { mountIcon } from './pages/icon.js';
import { withLanguage } from './pages/language.js';
import { mountProbes } from './probes.js';
import type { OpenApi } from './reference/document.js';
import { referencePages } from './reference/page.js';
import { type Refusals, withRefusals } from './refusals.js';
import {
  type RequestVariables,
  setHeaders,
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
  app.use(withSecureHeaders(services));
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
  app.use(withReceivedBytes(services));
  app.use('/v1/*', withLimitsOfKey(dispatcher));
  for (const mount of mounts) {
    mount(app);
  }
  mountProbes(services)(app);
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
    c.set('fault', error instanceof ServiceError ? undefined : error);
    return refuse(c, refusalOf(error) ?? errors.internal());
  });
  return app;
}

/** Adds security headers. A workspace's own host says nothing about its subdomains, which belong to others. */
function withSecureHeaders(services: Services): MiddlewareHandler {
  const own = hostsOfService(services);
  const withTransport = (value: string) =>
    secureHeaders({
      xFrameOptions: 'DENY',
      // With "no-referrer" browsers would send the forms of our own pages with `Origin: null`, and they would be refused.
      referrerPolicy: 'same-origin',
      strictTransportSecurity: services.baseUrl.startsWith('https:') ? value : false,
    });
  const [atOwn, atOther] = [withTransport('max-age=15552000; includeSubDomains'), withTransport('max-age=15552000')];
  return (c, next) => (own.includes(hostOf(c.req.url)) ? atOwn : atOther)(c, next);
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
      setHeaders(c, await dispatcher.peek(credentialsOf(c), 'lists_and_revokes'));
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

const shared: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * Lets pages of any site call a service whose URL is its credential. Such calls send no cookies. They may use CORS,
 * JSONP (with the `callback` that the route accepted) or a frame.
 */
export const withAnyOrigin: MiddlewareHandler<RequestVariables> = async (c, next) => {
  await next();
  const callback = c.req.query('callback');
  if (callback !== undefined && c.res.ok && c.res.headers.get('Content-Type')?.startsWith('application/json')) {
    c.res = await asScript(callback, c.res);
  }
  const { headers } = c.res;
  for (const [name, value] of Object.entries(shared)) {
    headers.set(name, value);
  }
  headers.delete('X-Frame-Options');
  if (c.req.method === 'OPTIONS') {
    headers.set('Access-Control-Allow-Methods', headers.get('Allow') ?? 'GET, POST, OPTIONS');
    headers.set('Access-Control-Allow-Headers', 'Content-Type, X-Request-Id');
    headers.set('Access-Control-Max-Age', '600');
  }
};

/**
 * Returns a JSON response as a script. The leading comment prevents browser plugins from reading it as another file
 * type.
 */
async function asScript(callback: string, answer: Response): Promise<Response> {
  const json = (await answer.text()).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  const headers = new Headers(answer.headers);
  headers.set('Content-Type', 'text/javascript; charset=utf-8');
  headers.delete('Content-Length');
  return new Response(`/**/${callback}(${json});`, { status: answer.status, headers });
}

const assets = { style: '/docs/reference.css', script: '/docs/reference.js' } as const;

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; " +
  "form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Serves `/openapi.json`, and the reference at `/docs` that is generated from it. Loads nothing from other sites. */
export function mountDocumentation(app: Hono<RequestVariables>, services: Services): void {
  // Generated at the first request, because most processes never receive one.
  let text: string | undefined;
  const document = (): string => {
    text ??= JSON.stringify(openApiDocument(services.baseUrl));
    return text;
  };
  app.get('/openapi.json', (c) => c.body(document(), 200, { 'Content-Type': 'application/json; charset=utf-8' }));
  app.get(assets.style, (c) => c.body(builtFile('reference.css'), 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get(assets.script, (c) =>
    c.body(builtFile('reference.js'), 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  let pages: ReturnType<typeof referencePages> | undefined;
  const texts = new Map<string, string>();
  const answer = async (c: Context<RequestVariables>, name: string): Promise<Response> => {
    pages ??= referencePages(JSON.parse(document()) as OpenApi, assets);
    const page = pages.get(name);
    if (page === undefined) {
      return refuse(c, errors.routeNotFound());
    }
    const text = texts.get(name) ?? String(await page());
    texts.set(name, text);
    return c.html(text, 200, { 'Content-Security-Policy': contentSecurityPolicy });
  };
  app.get('/docs', (c) => answer(c, ''));
  app.get('/docs/:page', (c) => answer(c, c.req.param('page')));
}
