import { enterByAddress } from '../../http/address-limit.js';
import { formLimit } from '../../http/body.js';
import { clearState, readState, setState } from '../../http/pages/cookies.js';
import { t } from '../../http/pages/language.js';
import { noticeView } from '../../http/pages/notice.js';
import { localPath, oidcLogoutPath, pagePaths } from '../../http/pages/paths.js';
import { formFields, type PageApp, type PageContext } from '../../http/pages/requests.js';
import { finishSignIn } from '../finish-sign-in.js';
import { type OidcProvider, OidcRefusedError, OidcUnavailableError } from '../oidc/provider.js';
import { isKnownAddress } from '../people/queries.js';
import { closeSessionsOf } from '../sessions/close.js';
import type { PageDependencies } from './dependencies.js';
import { continueAtService, enterAtHost, entranceOf, startingHost } from './oidc-host.js';
import { browserOf, enter } from './sign-in-routes.js';
import { oidcCookie } from './steps.js';

const logoutBytes = 16 * 1024;

// Time limit of a sign-in at the provider.
const stateSeconds = 900;

/** Adds sign-in at the OpenID Connect provider. */
export function addOidcRoutes(app: PageApp, dependencies: PageDependencies, provider: OidcProvider): void {
  const { services } = dependencies;
  app.get(pagePaths.oidc, async (c) => {
    if (c.get('domain') !== undefined) {
      return c.redirect(continueAtService(c, services, stateSeconds), 303);
    }
    await enterByAddress(c, services, 'codes_asked');
    const host = await startingHost(c, services);
    if (host === null) {
      return refuse(c, 400, t('provider.elsewhere'));
    }
    const { location, check } = await provider.begin();
    const state = { check, next: localPath(c.req.query('next')), ...(host && { host }) };
    setState(c, oidcCookie, state, stateSeconds);
    return c.redirect(location, 303);
  });
  app.get(pagePaths.oidcCallback, (c) => comeBack(c, dependencies, provider));
  app.get(pagePaths.oidcEnter, async (c) => {
    await enterByAddress(c, services, 'sign_in_tries');
    const entered = await enterAtHost(c, services);
    return entered === undefined
      ? refuse(c, 400, t('provider.elsewhere'))
      : enter(c, services, entered.session, entered.next);
  });
  // The provider calls this, not a browser, so there is neither a cookie nor an origin to check.
  app.post(oidcLogoutPath, formLimit(logoutBytes), async (c) => {
    c.header('Cache-Control', 'no-store');
    await enterByAddress(c, services, 'logouts');
    const token = await provider.verifyLogout((await formFields(c))('logout_token'));
    const context = { services, requestId: c.get('requestId') };
    await services.database.asSystem((transaction) => closeSessionsOf(transaction, context, token));
    return c.body(null, 200);
  });
}

async function comeBack(c: PageContext, dependencies: PageDependencies, provider: OidcProvider): Promise<Response> {
  const state = readState(c, oidcCookie);
  if (state === undefined) {
    return refuse(c, 400, t('provider.elsewhere'));
  }
  clearState(c, oidcCookie);
  const { services } = dependencies;
  await enterByAddress(c, services, 'sign_in_tries');
  const identity = await provider.complete(new URL(c.req.url).search, state.check);
  const { email, missing, session: providerSession } = identity;
  if (email === undefined) {
    services.log.warn(
      { claim: missing },
      'a sign-in was refused: the provider did not send this claim, or not as true',
    );
    return refuse(c, 403, t('provider.unverified', { provider: provider.name }));
  }
  const { name, values } = identity;
  if (values !== undefined) {
    const person = { email, name, issuer: providerSession.iss, values, requestId: c.get('requestId') };
    await dependencies.applyDirectories(services, person);
  }
  const entrance = state.host && (await entranceOf(services, state.host, { email, session: providerSession }));
  if (entrance?.kind === 'host') {
    return c.redirect(entrance.location, 303);
  }
  const session = await services.database.asSystem(async (transaction) => {
    if (entrance?.kind === 'refused' || !(await isKnownAddress(transaction, email))) {
      return undefined;
    }
    const verified = { email, name, method: 'oidc', requestId: c.get('requestId') } as const;
    const here = entrance === undefined ? {} : { workspaceId: entrance.workspaceId };
    return finishSignIn(transaction, services, verified, { ...browserOf(c), ...here, providerSession });
  });
  return session === undefined
    ? refuse(c, 403, t('provider.uninvited', { email }))
    : enter(c, services, session, localPath(state.next));
}

/** Responds to a failed sign-in at the provider. Returns undefined for any other error. */
export function refuseOidc(
  c: PageContext,
  dependencies: PageDependencies,
  error: unknown,
): Response | Promise<Response> | undefined {
  if (!(error instanceof OidcRefusedError || error instanceof OidcUnavailableError)) {
    return undefined;
  }
  // Only names are logged: the library's error contains the parameters of the redirect, which are secret.
  dependencies.services.log.warn(
    { error: error.message, reason: reasonOf(error.cause) },
    'a sign-in or sign-out at the provider failed',
  );
  return error instanceof OidcRefusedError
    ? refuse(c, 400, t('provider.incomplete'))
    : refuse(c, 503, t('provider.unreachable', { provider: dependencies.provider?.name ?? '' }));
}

/** The name of the error, and the provider's error code if there is one. */
function reasonOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) {
    return undefined;
  }
  const { code, error } = cause as { readonly code?: unknown; readonly error?: unknown };
  return [cause.name, code, error].filter((part) => typeof part === 'string').join(': ');
}

function refuse(c: PageContext, status: 400 | 403 | 503, message: string): Response | Promise<Response> {
  const link = { href: pagePaths.signIn, text: t('provider.again') };
  return c.html(noticeView({ title: t('provider.failed'), message, link }), status);
}
