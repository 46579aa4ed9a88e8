import { email as emailSchema, limits } from '@tessera/contract';
import { enterByAddress } from '../../http/address-limit.js';
import { networkOf } from '../../http/client-address.js';
import {
  clearCredentialCookie,
  clearState,
  readCredentialCookie,
  readState,
  setCredentialCookie,
  setState,
} from '../../http/pages/cookies.js';
import { localPath, pagePaths } from '../../http/pages/paths.js';
import { formFields, type PageApp, type PageContext } from '../../http/pages/requests.js';
import { ServiceError } from '../../platform/errors.js';
import type { Services } from '../../platform/services.js';
import { redeemCode } from '../codes/redeem-code.js';
import { type CodeClient, sendCode } from '../codes/send-code.js';
import { finishSignIn, type SigningBrowser } from '../finish-sign-in.js';
import { knownBrowser, rememberBrowser } from '../known-browser.js';
import { closeSession } from '../sessions/close.js';
import { deviceName } from '../sessions/device-name.js';
import type { OpenSession } from '../sessions/open.js';
import type { PageParts } from './parts.js';
import { codeView, emailView } from './sign-in-views.js';
import { codeCookie } from './steps.js';

const invalidAddress = 'That is not an e-mail address. Check it and try again.';
const spentCode = 'This code no longer works: it was used, has expired or was mistyped too often. Send a new one.';

/** Adds signing in by a mailed code, signing out, and leaving a magic link. */
export function addSignInRoutes(app: PageApp, parts: PageParts): void {
  app.get(pagePaths.signIn, (c) => {
    const view = { email: c.req.query('email') ?? '', next: localPath(c.req.query('next')) };
    return c.html(emailView({ ...view, ...providerOf(parts) }));
  });
  app.post(pagePaths.signIn, (c) => askForCode(c, parts));
  app.get(pagePaths.code, (c) => {
    const state = readState(c, codeCookie);
    return state === undefined ? c.redirect(pagePaths.signIn, 303) : c.html(codeView(state));
  });
  app.post(pagePaths.code, (c) => tryCode(c, parts));
  app.post(pagePaths.signOut, (c) => signOut(c, parts));
  app.post(pagePaths.leaveLink, (c) => {
    clearCredentialCookie(c, 'magic_link');
    return c.redirect('/', 303);
  });
}

function providerOf({ provider }: PageParts): { provider?: string } {
  return provider === undefined ? {} : { provider: provider.name };
}

async function askForCode(c: PageContext, parts: PageParts): Promise<Response> {
  const { services } = parts;
  const field = await formFields(c);
  const next = localPath(field('next'));
  const email = emailSchema.safeParse(field('email'));
  if (!email.success) {
    return c.html(emailView({ email: field('email'), next, problem: invalidAddress, ...providerOf(parts) }), 400);
  }
  try {
    const attempt = await sendCode(services, email.data, await codeClient(c, services, email.data));
    setState(c, codeCookie, { attempt, email: email.data, next }, limits.signInCodeSeconds);
    return c.redirect(pagePaths.code, 303);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'rate_limited') {
      const view = emailView({ email: email.data, next, problem: error.message, ...providerOf(parts) });
      return c.html(view, 429, { ...error.headers });
    }
    throw error;
  }
}

/** Who asks for a code. A known browser does not wait for strangers that share its client address. */
async function codeClient(c: PageContext, services: Services, email: string): Promise<CodeClient> {
  const browser = knownBrowser(c, services, email);
  if (browser !== undefined) {
    return { id: `browser:${browser}`, isKnownBrowser: true };
  }
  await enterByAddress(c, services, 'codes_asked');
  return { id: c.get('clientAddress') ?? '', isKnownBrowser: false };
}

async function tryCode(c: PageContext, { services }: PageParts): Promise<Response> {
  const state = readState(c, codeCookie);
  if (state === undefined) {
    return c.redirect(pagePaths.signIn, 303);
  }
  const field = await formFields(c);
  const code = field('code').replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) {
    return c.html(codeView({ ...state, problem: 'A code has six digits. Type it as it is in the mail.' }), 400);
  }
  await enterByAddress(c, services, 'sign_in_tries');
  const outcome = await services.database.asSystem(async (transaction) => {
    const tried = await redeemCode(transaction, {
      secret: state.attempt,
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
  const left = outcome.kind === 'wrong' ? `${outcome.triesLeft} ${outcome.triesLeft === 1 ? 'try' : 'tries'}` : '';
  const problem = outcome.kind === 'wrong' ? `That is not the code. You have ${left} left.` : spentCode;
  return c.html(codeView({ ...state, problem }), 400);
}

async function signOut(c: PageContext, { services }: PageParts): Promise<Response> {
  const secret = readCredentialCookie(c, 'session');
  if (secret !== undefined) {
    const context = { services, requestId: c.get('requestId') };
    await services.database.asSystem((transaction) => closeSession(transaction, context, secret));
  }
  clearCredentialCookie(c, 'session');
  // A browser that was signed out can read nothing.
  clearCredentialCookie(c, 'magic_link');
  return c.redirect(pagePaths.signIn, 303);
}

/** What a sign-in keeps of the browser it happens in. */
export function browserOf(c: PageContext): SigningBrowser {
  return { device: deviceName(c.req.header('user-agent')), previousSecret: readCredentialCookie(c, 'session') };
}

/** Hands over a new session and leads on: to choose a workspace first, unless one is pinned or none is needed. */
export function enter(c: PageContext, services: Services, session: OpenSession, next: string): Response {
  setCredentialCookie(c, 'session', session);
  // Who signs in wants to read as themselves.
  clearCredentialCookie(c, 'magic_link');
  rememberBrowser(c, services, session.email);
  const needsNone = next === pagePaths.device || next.startsWith(`${pagePaths.device}?`);
  if (session.workspaceId !== null || needsNone) {
    return c.redirect(next, 303);
  }
  return c.redirect(`${pagePaths.workspace}?${new URLSearchParams({ next })}`, 303);
}
