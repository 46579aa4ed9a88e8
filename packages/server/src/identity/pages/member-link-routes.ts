import { html } from 'hono/html';
import { enterByAddress } from '../../http/address-limit.js';
import { type Appearance, findAppearance } from '../../http/pages/appearance.js';
import { t, tWith } from '../../http/pages/language.js';
import { headersOf, type Markup, page } from '../../http/pages/layout.js';
import { noticeView } from '../../http/pages/notice.js';
import { localPath, pagePaths } from '../../http/pages/paths.js';
import { readingPath } from '../../http/pages/reading-path.js';
import { browserPrincipal, formFields, type PageApp, type PageContext } from '../../http/pages/requests.js';
import { hashSecret } from '../../platform/secrets.js';
import { redeemMemberLink } from '../sign-in-links/member-link.js';
import { findMemberLink } from '../sign-in-links/queries.js';
import type { PageDependencies } from './dependencies.js';
import { browserOf, enter } from './sign-in-routes.js';

/** Adds sign-in by a link of a workspace. Opening the link only shows a form, because link previews would use it up. */
export function addMemberLinkRoutes(app: PageApp, dependencies: PageDependencies): void {
  app.get(pagePaths.memberLink, (c) => showLink(c, dependencies));
  app.post(pagePaths.memberLink, (c) => redeem(c, dependencies));
}

async function showLink(c: PageContext, dependencies: PageDependencies): Promise<Response> {
  const { database, clock } = dependencies.services;
  await enterByAddress(c, dependencies.services, 'links_opened');
  const token = c.req.query('token') ?? '';
  const found = await database.asSystem(async (transaction) => {
    const link = await findMemberLink(transaction, { secretHash: hashSecret(token), at: clock() });
    const isHere = link && isAt(c, link.workspaceId);
    return isHere && { email: link.email, appearance: await findAppearance(transaction, link.workspaceId) };
  });
  if (!found) {
    return closed(c, dependencies);
  }
  return c.html(confirmView({ ...found, token }), 200, headersOf(found.appearance));
}

function confirmView(view: { email: string; token: string; appearance: Appearance | undefined }): Markup {
  return page(
    t('signIn'),
    html`<p>${tWith('once.signsIn', { email: html`<strong>${view.email}</strong>` })}</p>
<form method="post" action="${pagePaths.memberLink}">
<input type="hidden" name="token" value="${view.token}">
<button autofocus>${t('signIn')}</button>
</form>`,
    view.appearance,
  );
}

/** Whether a link belongs to the workspace of this host. The service's own host serves all workspaces. */
function isAt(c: PageContext, workspaceId: string): boolean {
  return (c.get('domain')?.workspaceId ?? workspaceId) === workspaceId;
}

async function redeem(c: PageContext, dependencies: PageDependencies): Promise<Response> {
  const { services } = dependencies;
  await enterByAddress(c, services, 'sign_in_tries');
  const token = (await formFields(c))('token');
  const use = {
    token,
    browser: browserOf(c),
    workspaceId: c.get('domain')?.workspaceId,
    requestId: c.get('requestId'),
  };
  const opened = await redeemMemberLink(services, use);
  return opened === undefined
    ? closed(c, dependencies)
    : enter(c, services, opened.session, opened.next === null ? readingPath : localPath(opened.next));
}

/**
 * Reports that a link is invalid. If this browser used the link before, for example in another tab, redirects to the
 * pages instead.
 */
async function closed(c: PageContext, { services }: PageDependencies): Promise<Response> {
  const isSignedIn = (await browserPrincipal(c, services)) !== undefined;
  const link = isSignedIn
    ? { href: readingPath, text: t('once.signedIn') }
    : { href: pagePaths.signIn, text: t('signIn') };
  const message = t('once.text');
  return c.html(noticeView({ title: t('once.title'), message, link }), 410);
}
