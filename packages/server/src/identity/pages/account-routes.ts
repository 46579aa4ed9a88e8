import type { Language } from '@tessera/contract';
import { languageOf } from '@tessera/languages';
import { findAppearance } from '../../http/pages/appearance.js';
import { keepLanguage, keptLanguage, t } from '../../http/pages/language.js';
import { headersOf } from '../../http/pages/layout.js';
import { pagePaths } from '../../http/pages/paths.js';
import {
  asSignedIn,
  browserPrincipal,
  formFields,
  type PageApp,
  type PageContext,
  signedInPrincipal,
  toSignIn,
} from '../../http/pages/requests.js';
import { ServiceError } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import { saveLanguage } from '../people/queries.js';
import { revokeOwn } from '../people/revoke-own.js';
import { ownDevice } from '../personal-tokens/operations.js';
import { listPersonalTokens } from '../personal-tokens/queries.js';
import { ownSession } from '../sessions/operations.js';
import { listSessions } from '../sessions/queries.js';
import { accountScript, accountView, memberView } from './account-views.js';
import type { PageDependencies } from './dependencies.js';

/** Adds the account page, on which people see and end their own sign-ins. */
export function addAccountRoutes(app: PageApp, dependencies: PageDependencies): void {
  app.get(pagePaths.account, async (c) => {
    const principal = await browserPrincipal(c, dependencies.services);
    if (principal === undefined) {
      return toSignIn(c, pagePaths.account);
    }
    const { personId } = principal;
    return personId === undefined
      ? answerMember(c, dependencies, principal)
      : answerAccount(c, dependencies, { principal: { ...principal, personId } });
  });
  app.post(pagePaths.account, (c) => revokeSignIn(c, dependencies));
}

async function revokeSignIn(c: PageContext, dependencies: PageDependencies): Promise<Response> {
  const { services } = dependencies;
  const field = await formFields(c);
  if ('language' in (await c.req.parseBody())) {
    return chooseLanguage(c, dependencies, languageOf(field('language')));
  }
  const principal = await signedInPrincipal(c, services);
  if (principal === undefined) {
    return toSignIn(c, pagePaths.account);
  }
  const context = { services, requestId: c.get('requestId'), systemTransaction: services.database.asSystem };
  const [session, token] = [field('session'), field('token')];
  try {
    const target = session === '' ? { id: token, kind: ownDevice } : { id: session, kind: ownSession };
    await revokeOwn(context, principal, target);
    return c.redirect(pagePaths.account, 303);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) {
      return answerAccount(c, dependencies, { principal, problem: t('account.over') });
    }
    throw error;
  }
}

/** Stores a language in the browser, and for the person, so that it applies to mails and other browsers too. */
async function chooseLanguage(
  c: PageContext,
  { services }: PageDependencies,
  language: Language | undefined,
): Promise<Response> {
  const principal = await signedInPrincipal(c, services);
  if (principal !== undefined) {
    const { personId } = principal;
    await asSignedIn(c, services, (transaction) => saveLanguage(transaction, personId, language ?? null));
  }
  keepLanguage(c, language);
  return c.redirect(pagePaths.account, 303);
}

/** Renders the account page of a browser that a sign-in link signed in to one workspace. */
async function answerMember(
  c: PageContext,
  { services }: PageDependencies,
  { email = '', scope }: Principal,
): Promise<Response> {
  const domain = c.get('domain');
  const workspaceId = domain?.workspaceId ?? scope?.workspace.id ?? '';
  const workspace = await services.database.inWorkspace(workspaceId, (tx) => findAppearance(tx, workspaceId), 'read');
  return c.html(
    memberView({
      ...{ email, workspace, language: keptLanguage(c) },
      atHost: domain && { host: domain.host, service: services.baseUrl },
    }),
    200,
    headersOf(workspace, accountScript),
  );
}

interface Account {
  readonly principal: Principal & { readonly personId: string };
  readonly problem?: string;
}

async function answerAccount(
  c: PageContext,
  { services }: PageDependencies,
  { principal, problem }: Account,
): Promise<Response> {
  const at = services.clock();
  const { personId, scope } = principal;
  const [sessions, devices, workspace] = await services.database.asSystem((transaction) =>
    Promise.all([
      listSessions(transaction, personId, at),
      listPersonalTokens(transaction, personId),
      scope === null ? undefined : findAppearance(transaction, scope.workspace.id),
    ]),
  );
  const view = accountView({
    email: principal.email ?? '',
    workspace,
    language: keptLanguage(c),
    sessions: sessions.map((row) => ({
      id: row.id,
      name: row.device,
      lastUsedAt: row.last_used_at,
      current: row.id === principal.id,
    })),
    devices: devices.map((row) => ({ id: row.id, name: row.name, lastUsedAt: row.last_used_at, current: false })),
    ...(problem === undefined ? {} : { problem }),
  });
  return c.html(view, problem === undefined ? 200 : 404, headersOf(workspace, accountScript));
}
