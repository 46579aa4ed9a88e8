import { html } from 'hono/html';
import { clearCredentialCookie, readCredentialCookie } from '../../http/pages/cookies.js';
import { failureText, t } from '../../http/pages/language.js';
import { refuse, refuseInJson } from '../../http/routes.js';
import { refusalOf } from '../../platform/database/sqlstate.js';
import { errors } from '../../platform/errors.js';
import { documentPaths } from '../rendering/index.js';
import type { PageRequest } from './calls.js';
import { type Markup, readingPage } from './layout.js';
import { isForProgram } from './negotiation.js';
import { readdressed, siteOf } from './site.js';

/** Responds to an error. Missing and unreadable documents give the same response. */
export async function answerRefusal(c: PageRequest, error: unknown): Promise<Response> {
  const refusal = refusalOf(error);
  if (refusal === undefined) {
    c.set('fault', error);
  }
  const isFile = !c.req.path.startsWith(documentPaths.pages);
  if (isForProgram(c) || isFile) {
    return isFile ? refuse(c, refusal ?? errors.internal()) : refuseInJson(c, refusal ?? errors.internal());
  }
  if (refusal === undefined) {
    return c.html(noticePage({ title: t('failed'), message: t('failed.internal') }), 500);
  }
  if (refusal.status === 401) {
    return signedOut(c);
  }
  const isAtDomain = c.get('domain') !== undefined;
  if (isAtDomain && ['workspace_required', 'workspace_conflict', 'not_a_member'].includes(refusal.code)) {
    const link: Markup = html`<a class="action" href="${withNext('/sign-in', c)}">${t('noAccess.other')}</a>`;
    return c.html(noticePage({ title: t('noAccess'), message: t('absent.text'), link }), 403);
  }
  if (refusal.code === 'workspace_required') {
    return c.redirect(withNext('/sign-in/workspace', c), 303);
  }
  if (refusal.code === 'not_a_member') {
    const link: Markup = html`<a class="action" href="${withNext('/sign-in', c)}">${t('noAccess.other')}</a>`;
    return c.html(noticePage({ title: t('noAccess'), message: refusal.message, link }), 403);
  }
  if (refusal.status === 400 || refusal.status === 404) {
    const page = noticePage({
      title: t('absent'),
      message: t('absent.text'),
    });
    return c.html(readdressed(String(await page), siteOf(c)), 404);
  }
  const status = refusal.status as 403;
  return c.html(noticePage({ title: t('failed'), message: failureText(refusal) }), status, refusal.headers);
}

/**
 * Responds to a reader without access. A reader by magic link cannot sign in and sees a message, or continues as the
 * person who is also signed in. Others are redirected to sign in and then return.
 */
function signedOut(c: PageRequest): Response | Promise<Response> {
  const signIn = withNext('/sign-in', c);
  if (readCredentialCookie(c, 'magicLink') === undefined) {
    return c.redirect(signIn, 303);
  }
  if (readCredentialCookie(c, 'session') !== undefined) {
    clearCredentialCookie(c, 'magicLink');
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(`${pathname}${search}`, 303);
  }
  const link: Markup = html`<a class="action" href="${signIn}">${t('signIn')}</a>`;
  const message = t('linkEnded.text');
  return c.html(noticePage({ title: t('linkEnded'), message, link }), 401);
}

function withNext(page: string, c: PageRequest): string {
  const { pathname, search } = new URL(c.req.url);
  const next = pathname.startsWith(documentPaths.pages) ? `${pathname}${search}` : documentPaths.pages;
  return `${page}?${new URLSearchParams({ next })}`;
}

/** Renders a page that contains only a message, such as that nothing exists at this URL. */
export function noticePage(notice: {
  readonly title: string;
  readonly message: string;
  readonly link?: Markup;
}): Markup {
  const { title, message, link } = notice;
  return readingPage({
    title,
    content: html`<div class="notice"><h1>${title}</h1><p>${message}</p><p>${link ?? html`<a class="action" href="${documentPaths.pages}">${t('home.all')}</a>`}</p></div>`,
  });
}
