import { Hono } from 'hono';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { formLimit } from '../../http/body.js';
import type { Mount } from '../../http/mount.js';
import { failureText, t } from '../../http/pages/language.js';
import { pageHeaders } from '../../http/pages/layout.js';
import { noticeView, refuseUnknownHost } from '../../http/pages/notice.js';
import { pagePaths } from '../../http/pages/paths.js';
import type { PageApp } from '../../http/pages/requests.js';
import { isOwnOrigin, type RequestVariables, withHeaders } from '../../http/request.js';
import { refusalOf } from '../../platform/database/sqlstate.js';
import { ServiceError } from '../../platform/errors.js';
import { configuredHostLookup } from '../../platform/outgoing/host-lookup.js';
import { createHostFetch } from '../../platform/outgoing/public-fetch.js';
import type { Services } from '../../platform/services.js';
import type { Oauth } from '../oauth/oauth.js';
import { openOidcProvider } from '../oidc/provider.js';
import { oidcSettings } from '../oidc/settings.js';
import { addAccountRoutes } from './account-routes.js';
import { addConnectRoutes } from './connect-routes.js';
import type { ApplyDirectories, PageDependencies } from './dependencies.js';
import { addDeviceRoutes } from './device-routes.js';
import { addLinkRoutes } from './link-routes.js';
import { addMemberLinkRoutes } from './member-link-routes.js';
import { addOidcRoutes, refuseOidc } from './oidc-routes.js';
import { addSignInRoutes } from './sign-in-routes.js';
import { addWorkspaceRoutes } from './workspace-routes.js';

const formLimitBytes = 16 * 1024;

/** Adds the pages to sign in and out, to choose a workspace and to confirm a device. */
export function mountIdentityPages(services: Services, oauth: Oauth, applyDirectories: ApplyDirectories): Mount {
  const settings = oidcSettings(services.settings);
  const fetch = createHostFetch(configuredHostLookup(services.settings));
  const provider = settings && openOidcProvider({ ...settings, fetch }, services.baseUrl);
  return (app) => app.route('/', createPages({ services, provider, oauth, applyDirectories }));
}

function createPages(dependencies: PageDependencies): PageApp {
  const app = new Hono<RequestVariables>();
  const takesForms = (page: string) => app.routes.some(({ method, path }) => method === 'POST' && path === page);
  const { baseUrl } = dependencies.services;
  const fromOwnPage = csrf({ origin: (origin, c) => isOwnOrigin(c, origin, baseUrl) });
  for (const path of Object.values(pagePaths)) {
    app.use(path, withHeaders(pageHeaders));
    app.use(path, refuseUnknownHost(baseUrl));
    // Refuses a form unless the browser reports that a page of this service sent it.
    app.use(path, (c, next) => (c.req.method === 'POST' && takesForms(path) ? fromOwnPage(c, next) : next()));
    app.use(path, formLimit(formLimitBytes));
  }
  addSignInRoutes(app, dependencies);
  if (dependencies.provider !== undefined) {
    addOidcRoutes(app, dependencies, dependencies.provider);
  }
  addLinkRoutes(app, dependencies);
  addMemberLinkRoutes(app, dependencies);
  addWorkspaceRoutes(app, dependencies);
  addDeviceRoutes(app, dependencies);
  addAccountRoutes(app, dependencies);
  addConnectRoutes(app, dependencies);
  app.onError((error, c) => {
    const atProvider = refuseOidc(c, dependencies, error);
    if (atProvider !== undefined) {
      return atProvider;
    }
    if (error instanceof HTTPException) {
      return c.html(noticeView({ title: t('failed.formTitle'), message: t('failed.form') }), 403);
    }
    c.set('fault', error instanceof ServiceError ? undefined : error);
    const refusal = refusalOf(error);
    const message = refusal === undefined ? t('failed.internal') : failureText(refusal);
    const status = (refusal?.status ?? 500) as 500;
    return c.html(noticeView({ title: t('failed'), message }), status, refusal?.headers);
  });
  return app;
}
