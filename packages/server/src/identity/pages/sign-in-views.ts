import { html } from 'hono/html';
import type { Appearance } from '../../http/pages/appearance.js';
import { t, tWith } from '../../http/pages/language.js';
import { alert, type Markup, page } from '../../http/pages/layout.js';
import { pagePaths } from '../../http/pages/paths.js';

/** The values that the sign-in pages show and pass on to the next page. */
export interface SignInView {
  readonly email: string;
  /** The local path to redirect to after the sign-in. */
  readonly next: string;
  /** The id of the workspace whose invitation led here. */
  readonly workspace?: string | undefined;
  readonly appearance?: Appearance | undefined;
  readonly problem?: string;
  /** Whether the person came from a page because their session had ended. */
  readonly hasEnded?: boolean;
}

/** Renders the form for the address, if codes are mailed. `provider` adds a link to sign in there. */
export function emailView(
  view: SignInView & { readonly provider: string | undefined; readonly hasCodes: boolean },
): Markup {
  return page(
    t('signIn'),
    html`${alert(view.problem)}
${view.hasEnded === true ? html`<p role="status">${t('signIn.ended')}</p>` : ''}
${view.hasCodes ? addressForm(view) : ''}
${providerLink(view.provider, view.next)}`,
    view.appearance,
  );
}

function addressForm(view: SignInView): Markup {
  return html`<form method="post" action="${pagePaths.signIn}">
<input type="hidden" name="next" value="${view.next}">
${view.appearance === undefined ? '' : html`<input type="hidden" name="workspace" value="${view.workspace ?? ''}">`}
<label for="email">${t('signIn.email')}</label>
<input id="email" name="email" type="email" value="${view.email}" autocomplete="email" required autofocus>
<button>${t('signIn.send')}</button>
</form>`;
}

function providerLink(provider: string | undefined, next: string): Markup | '' {
  if (provider === undefined) {
    return '';
  }
  const target = `${pagePaths.oidc}?${new URLSearchParams({ next })}`;
  return html`<p><a class="button quiet" href="${target}">${t('signIn.provider', { provider })}</a></p>`;
}

/** Renders the form for the mailed code. It is the same for known and unknown addresses. */
export function codeView({ email, next, workspace, appearance, problem }: SignInView): Markup {
  const query = new URLSearchParams({ email, next, ...(workspace !== undefined && { workspace }) });
  const again = `${pagePaths.signIn}?${query}`;
  return page(
    t('code.title'),
    html`${alert(problem)}
<p>${tWith('code.sent', { email: html`<strong>${email}</strong>` })}</p>
<form method="post" action="${pagePaths.code}">
<label for="code">${t('code.label')}</label>
<input id="code" class="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]*" maxlength="9" required autofocus>
<button>${t('signIn')}</button>
</form>
<p><a href="${again}">${t('code.again')}</a></p>`,
    appearance,
  );
}
