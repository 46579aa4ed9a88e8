import { email as emailSchema, limits, uuid } from '@tessera/contract';
import { enterByAddress } from '../../http/address-limit.js';
import { networkOf } from '../../http/client-address.js';
import { hostOf } from '../../http/host.js';
import { type Appearance, findAppearance } from '../../http/pages/appearance.js';
import {
  clearCredentialCookie,
  clearState,
  lastWorkspaceCookie,
  readCredentialCookie,
  readState,
  sessionBindingOf,
  setCredentialCookie,
  setState,
} from '../../http/pages/cookies.js';
import { keepLanguage, requestLanguage, t } from '../../http/pages/language.js';
import { headersOf } from '../../http/pages/layout.js';
import { localPath, pagePaths } from '../../http/pages/paths.js';
import { formFields, type PageApp, type PageContext } from '../../http/pages/requests.js';
import { ServiceError } from '../../platform/errors.js';
import { boundSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import { redeemCode } from '../codes/redeem-code.js';
import { type CodeClient, sendCode } from '../codes/send-code.js';
import { finishSignIn } from '../finish-sign-in.js';
import { knownBrowser, rememberBrowser } from '../known-browser.js';
import { closeSession } from '../sessions/close.js';
import { deviceName } from '../sessions/device-name.js';
import type { OpenSession, SigningBrowser } from '../sessions/open.js';
import type { PageDependencies } from './dependencies.js';
import { codeView, emailView, type SignInView } from './sign-in-views.js';
import { codeCookie } from './steps.js';

/** Adds sign-in by a mailed code, sign-out, and the end of a magic link's access. */
export function addSignInRoutes(app: PageApp, dependencies: PageDependencies): void {
  app.get(pagePaths.signIn, async (c) => {
    const [email, next] = [c.req.query('email') ?? '', localPath(c.req.query('next'))];
    return answerEmail(c, dependencies, {
      email,
      next,
      hasEnded: c.req.query('ended') === 'true',
      ...(await inviting(c, dependencies, c.req.query('workspace'))),
    });
  });
  if (dependencies.services.settings.SVC_SIGN_IN_CODES === 'on') {
    app.post(pagePaths.signIn, (c) => askForCode(c, dependencies));
    app.get(pagePaths.code, async (c) => {
      const state = readState(c, codeCookie);
      return state === undefined ? c.redirect(pagePaths.signIn, 303) : answerCode(c, dependencies, state);
    });
    app.post(pagePaths.code, (c) => tryCode(c, dependencies));
  }
  app.post(pagePaths.signOut, (c) => signOut(c, dependencies));
  app.post(pagePaths.leaveLink, (c) => {
    clearCredentialCookie(c, 'magicLink');
    return c.redirect('/', 303);
  });
}

/** The workspace of this host or of the invite's link, and its appearance. Empty if neither names a workspace. */
async function inviting(
  c: PageContext,
  { services }: PageDependencies,
  sent: string | undefined,
): Promise<{ readonly workspace?: string; readonly appearance?: Appearance | undefined }> {
  const workspace = c.get('domain')?.workspaceId ?? sent;
  if (!uuid.safeParse(workspace).success || workspace === undefined) {
    return {};
  }
  const find = (id: string) => services.database.inWorkspace(id, (tx) => findAppearance(tx, id), 'read');
  return { workspace, appearance: await find(workspace) };
}

interface Answer {
  readonly status?: 200 | 400 | 429;
  readonly headers?: Readonly<Record<string, string>>;
}

function answerEmail(
  c: PageContext,
  { provider, services }: PageDependencies,
  view: SignInView,
  { status = 200, headers = {} }: Answer = {},
): Response | Promise<Response> {
  const page = emailView({
    ...view,
    provider: provider?.name,
    hasCodes: services.settings.SVC_SIGN_IN_CODES === 'on',
  });
  return c.html(page, status, { ...headers, ...headersOf(view.appearance) });
}

async function answerCode(c: PageContext, dependencies: PageDependencies, state: SignInView): Promise<Response> {
  const view = { ...state, ...(await inviting(c, dependencies, state.workspace)) };
  return c.html(codeView(view), view.problem === undefined ? 200 : 400, headersOf(view.appearance));
}

async function askForCode(c: PageContext, dependencies: PageDependencies): Promise<Response> {
  const { services } = dependencies;
  const field = await formFields(c);
  const next = localPath(field('next'));
  const email = emailSchema.safeParse(field('email'));
  const { workspace, appearance } = await inviting(c, dependencies, field('workspace'));
  const named = workspace === undefined ? {} : { workspace };
  if (!email.success) {
    const view = { email: field('email'), next, ...named, appearance, problem: t('signIn.notAddress') };
    return answerEmail(c, dependencies, view, { status: 400 });
  }
  try {
    const here = { host: c.get('domain')?.host ?? hostOf(services.baseUrl), binding: sessionBindingOf(c) };
    const client = { ...(await codeClient(c, services, email.data)), ...here, ...named, language: requestLanguage() };
    const attempt = await sendCode(services, email.data, client);
    setState(c, codeCookie, { attempt, email: email.data, next, ...named }, limits.signInCodeSeconds);
    return c.redirect(pagePaths.code, 303);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'rate_limited') {
      const view = { email: email.data, next, ...named, appearance, problem: t('code.tooMany') };
      return answerEmail(c, dependencies, view, { status: 429, headers: error.headers });
    }
    throw error;
  }
}

/**
 * The client that requests a code. A known browser has its own limit, so strangers at the same address cannot use it
 * up.
 */
async function codeClient(
  c: PageContext,
  services: Services,
  email: string,
): Promise<Pick<CodeClient, 'id' | 'isKnownBrowser'>> {
  const browser = knownBrowser(c, services, email);
  if (browser !== undefined) {
    return { id: `browser:${browser}`, isKnownBrowser: true };
  }
  await enterByAddress(c, services, 'codes_asked');
  return { id: c.get('clientAddress') ?? '', isKnownBrowser: false };
}

async function tryCode(c: PageContext, dependencies: PageDependencies): Promise<Response> {
  const { services } = dependencies;
  const state = readState(c, codeCookie);
  if (state === undefined) {
    return c.redirect(pagePaths.signIn, 303);
  }
  const field = await formFields(c);
  const code = field('code').replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) {
    return answerCode(c, dependencies, { ...state, problem: t('code.digits') });
  }
  await enterByAddress(c, services, 'sign_in_tries');
  const outcome = await services.database.asSystem(async (transaction) => {
    const tried = await redeemCode(transaction, {
      secret: boundSecret(state.attempt, sessionBindingOf(c)),
      code,
      at: services.clock(),
      requestId: c.get('requestId'),
      network: networkOf(c.get('clientAddress')),
    });
    if (tried.kind !== 'verified') {
      return tried;
    }
    const verified = { email: tried.email, method: 'code', requestId: c.get('requestId') } as const;
    return { kind: 'open', session: await finishSignIn(transaction, services, verified, browserOf(c)) } as const;
  });
  if (outcome.kind === 'open') {
    clearState(c, codeCookie);
    return enter(c, services, outcome.session, localPath(state.next));
  }
  const problem = outcome.kind === 'wrong' ? t('code.wrong', { count: outcome.triesLeft }) : t('code.spent');
  return answerCode(c, dependencies, { ...state, problem });
}

async function signOut(c: PageContext, { services }: PageDependencies): Promise<Response> {
  const secret = readCredentialCookie(c, 'session');
  if (secret !== undefined) {
    const context = { services, requestId: c.get('requestId') };
    await services.database.asSystem((transaction) => closeSession(transaction, context, secret));
  }
  clearCredentialCookie(c, 'session');
  clearState(c, lastWorkspaceCookie);
  // Signing out must also end the magic link, or the browser could still read.
  clearCredentialCookie(c, 'magicLink');
  return c.redirect(pagePaths.signIn, 303);
}

/** The facts about a browser that a sign-in stores. */
export function browserOf(c: PageContext): SigningBrowser {
  return {
    device: deviceName(c.req.header('user-agent')),
    network: networkOf(c.get('clientAddress')),
    previousSecret: readCredentialCookie(c, 'session'),
    binding: sessionBindingOf(c),
    workspaceId: c.get('domain')?.workspaceId,
  };
}

/** Sets the session cookie and redirects, first to the choice of a workspace if one is needed. */
export function enter(c: PageContext, services: Services, session: OpenSession, next: string): Response {
  setCredentialCookie(c, 'session', session);
  // A person who signs in wants their own access, not that of a magic link.
  clearCredentialCookie(c, 'magicLink');
  rememberBrowser(c, services, session.email);
  if (session.workspaceId !== null) {
    setState(c, lastWorkspaceCookie, session.workspaceId, services.settings.SVC_SESSION_HOURS * 3_600);
  }
  if (session.language) {
    keepLanguage(c, session.language);
  }
  const needsNone = next === pagePaths.device || next.startsWith(`${pagePaths.device}?`);
  if (session.workspaceId !== null || needsNone || c.get('domain') !== undefined) {
    return c.redirect(next, 303);
  }
  return c.redirect(`${pagePaths.workspace}?${new URLSearchParams({ next })}`, 303);
}
