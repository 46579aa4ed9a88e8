import { html } from 'hono/html';
import { t, tWith } from '../../http/pages/language.js';
import { alert, type Markup, page } from '../../http/pages/layout.js';
import { pagePaths } from '../../http/pages/paths.js';

/** Renders the form for the code that a device shows. */
export function userCodeView(view: { problem?: string }): Markup {
  return page(
    t('account.device'),
    html`${alert(view.problem)}
<form method="get" action="${pagePaths.device}">
<label for="user_code">${t('device.label')}</label>
<input id="user_code" class="code" name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required autofocus>
<button>${t('device.continue')}</button>
</form>`,
  );
}

/** Renders the page on which the signed-in person confirms one device. */
export function confirmDeviceView(view: { userCode: string; device: string; email: string }): Markup {
  return page(
    t('device.confirm'),
    html`<p>${tWith('device.shows', { device: html`<strong>${view.device}</strong>` })}</p>
<output>${view.userCode}</output>
<p>${tWith('device.acts', { email: html`<strong>${view.email}</strong>` })}</p>
<form method="post" action="${pagePaths.device}">
<input type="hidden" name="user_code" value="${view.userCode}">
<button name="decision" value="approve">${t('device.yes')}</button>
<button class="quiet" name="decision" value="deny">${t('refuse')}</button>
</form>`,
  );
}
