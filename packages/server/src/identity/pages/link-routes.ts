import { html } from 'hono/html';
import { enterByAddress } from '../../http/address-limit.js';
import { t } from '../../http/pages/language.js';
import { type Markup, page } from '../../http/pages/layout.js';
import { noticeView } from '../../http/pages/notice.js';
import { pagePaths } from '../../http/pages/paths.js';
import { formFields, type PageApp, type PageContext } from '../../http/pages/requests.js';
import { redeemCode } from '../codes/redeem-code.js';
import { finishSignIn } from '../finish-sign-in.js';
import { linkCode } from '../sign-in-links/operations.js';
import type { PageDependencies } from './dependencies.js';
import { browserOf, enter } from './sign-in-routes.js';

/**
 * Adds sign-in by a link of the operator. Opening the link only shows a form, because link previews would use it up.
 */
export function addLinkRoutes(app: PageApp, dependencies: PageDependencies): void {
  app.get(pagePaths.link, (c) => c.html(confirmView(c.req.query('token') ?? '')));
  app.post(pagePaths.link, (c) => redeemLink(c, dependencies));
}

function confirmView(token: string): Markup {
  return page(
    t('signIn'),
    html`<p>${t('once.operatorSignsIn')}</p>
<form method="post" action="${pagePaths.link}">
<input type="hidden" name="token" value="${token}">
<button autofocus>${t('signIn')}</button>
</form>`,
  );
}

async function redeemLink(c: PageContext, { services }: PageDependencies): Promise<Response> {
  await enterByAddress(c, services, 'sign_in_tries');
  const secret = (await formFields(c))('token');
  const requestId = c.get('requestId');
  const session = await services.database.asSystem(async (transaction) => {
    const tried = await redeemCode(transaction, { secret, code: linkCode, at: services.clock(), requestId });
    return tried.kind === 'verified'
      ? finishSignIn(transaction, services, { email: tried.email, method: 'link', requestId }, browserOf(c))
      : undefined;
  });
  if (session !== undefined) {
    return enter(c, services, session, '/');
  }
  const link = { href: pagePaths.signIn, text: t('signIn') };
  return c.html(noticeView({ title: t('once.title'), message: t('once.operator'), link }), 410);
}
