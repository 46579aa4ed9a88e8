import type { Context } from 'hono';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import type { Mount } from '../http/mount.js';
import { pageLanguage, t } from '../http/pages/language.js';
import type { RequestVariables } from '../http/request.js';
import { credentialsOf, refuse } from '../http/routes.js';
import { errors } from '../platform/errors.js';
import type { Services } from '../platform/services.js';
import type { Principal } from '../principals/principal.js';
import { type DashboardFiles, openDashboardFiles } from './files.js';

/** The operator's page, which requires the operator token instead of a sign-in. */
const operatorPath = '/app/operator';

/** Whether this caller may use the dashboard; members use reading pages. */
export function usesDashboard(caller: Principal | undefined): boolean {
  const role = caller?.scope?.role;
  return caller?.kind === 'session' && (role === 'admin' || role === 'editor');
}

/**
 * Adds the dashboard under `/app/` for admins and editors: its page at every address below, and its immutable assets.
 */
export function mountDashboard(services: Services, dispatcher: Dispatcher): Mount {
  const files = openDashboardFiles();
  return (app) => {
    if (files === undefined) {
      return;
    }
    app.get('/app', (c) => c.redirect('/app/', 308));
    app.get('/app/assets/:name{.+}', (c) => answerAsset(c, files));
    app.get('/app/diagram.html', (c) => answerDiagram(c, files));
    // Reading pages refer to this address, because they do not know the digests of the build.
    app.get('/app/reading-diagrams.js', (c) => c.redirect(`/app/assets/${files.readingDiagrams}`, 302));
    app.get('/app/*', async (c) => {
      const caller = c.req.path === operatorPath ? undefined : await callerOf(c, dispatcher);
      const isAllowed = c.req.path === operatorPath || usesDashboard(caller);
      return isAllowed ? answerPage(c, files, services, caller) : c.redirect(redirectTarget(c, caller), 303);
    });
  };
}

async function answerAsset(c: Context<RequestVariables>, files: DashboardFiles): Promise<Response> {
  const asset = await files.asset(c.req.param('name') ?? '', c.req.header('accept-encoding') ?? '');
  if (asset === undefined) {
    return refuse(c, errors.routeNotFound());
  }
  // The name contains a digest of the content.
  c.header('Cache-Control', 'public, max-age=31536000, immutable');
  c.header('Content-Type', asset.mediaType);
  c.header('Vary', 'Accept-Encoding');
  // Diagrams are drawn in a frame with an opaque origin.
  c.header('Access-Control-Allow-Origin', '*');
  c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  c.header('Content-Encoding', asset.encoding);
  return c.body(asset.content);
}

function answerPage(c: Context<RequestVariables>, files: DashboardFiles, services: Services, caller?: Principal) {
  const nonce = services.random(16).toString('base64url');
  c.header('Content-Security-Policy', policyWith(nonce));
  c.header('Cache-Control', 'no-store');
  const language = pageLanguage();
  const path = c.req.path.replace(/^(\/app\/[^/]+\/).+/, '$1');
  const links = `${files.preloads.get(language) ?? ''}${files.preloads.get(path) ?? ''}</head>`;
  const page = files.page.replace('%CSP_NONCE%', nonce).replace('%WORKSPACE%', caller?.scope?.workspace.id ?? '');
  const translated = page.replace('lang="en"', `lang="${language}"`).replace('Loading…', t('loading'));
  return c.html(translated.replace('</head>', links));
}

/** The page of a frame that draws a diagram. It contains no data, and its opaque origin can access nothing. */
function answerDiagram(c: Context<RequestVariables>, files: DashboardFiles): Response {
  c.header('Content-Security-Policy', diagramPolicy);
  c.header('Cache-Control', 'no-cache');
  return c.html(files.diagram);
}

const diagramPolicy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-scripts";

function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** The redirect for a browser that may not use the dashboard: sign-in, the choice of a workspace, or the home page. */
function redirectTarget(c: Context<RequestVariables>, caller: Principal | undefined): string {
  const next = new URLSearchParams({ next: c.req.path + new URL(c.req.url).search });
  if (caller === undefined) {
    return `/sign-in?${next}`;
  }
  if (caller.kind === 'session' && caller.scope === null) {
    return `/sign-in/workspace?${next}`;
  }
  return '/';
}

/** The caller of a page; undefined without a valid credential. */
export async function callerOf(c: Context<RequestVariables>, dispatcher: Dispatcher): Promise<Principal | undefined> {
  const { refusal, principal } = await dispatcher.call({
    operation: 'me.get',
    credentials: credentialsOf(c),
    workspaceHeader: undefined,
    requestId: c.get('requestId'),
    input: async () => ({ params: {}, query: {}, body: undefined }),
  });
  return refusal === undefined ? principal : undefined;
}
