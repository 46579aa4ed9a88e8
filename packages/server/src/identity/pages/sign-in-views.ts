import { html } from 'hono/html';
import type { Appearance } from '../../http/pages/appearance.js';
import { alert, type Markup, page } from '../../http/pages/layout.js';
import { pagePaths } from '../../http/pages/paths.js';

/** What the pages of a sign-in show and pass on. */
export interface SignInView {
  readonly email: string;
  /** The local path to go to afterwards. */
  readonly next: string;
  /** The workspace whose invite led here, by its id, and how its pages look. */
  readonly workspace?: string | undefined;
  readonly appearance?: Appearance | undefined;
  readonly problem?: string;
}

/** Asks for an address; `provider` adds signing in there. */
export function emailView(view: SignInView & { readonly provider?: string }): Markup {
  return page(
    'Sign in',
    html`${alert(view.problem)}
<form method="post" action="${pagePaths.signIn}">
<input type="hidden" name="next" value="${view.next}">
${view.appearance === undefined ? '' : html`<input type="hidden" name="workspace" value="${view.workspace ?? ''}">`}
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" value="${view.email}" autocomplete="email" required autofocus>
<button>Send me a code</button>
</form>
${providerLink(view.provider, view.next)}`,
    view.appearance,
  );
}

function providerLink(provider: string | undefined, next: string): Markup | '' {
  if (provider === undefined) {
    return '';
  }
  const target = `${pagePaths.oidc}?${new URLSearchParams({ next })}`;
  return html`<p><a class="button quiet" href="${target}">Continue with ${provider}</a></p>`;
}

/** Asks for the code that was sent. It says the same whether or not the address is known. */
export function codeView({ email, next, workspace, appearance, problem }: SignInView): Markup {
  const query = new URLSearchParams({ email, next, ...(workspace !== undefined && { workspace }) });
  const again = `${pagePaths.signIn}?${query}`;
  return page(
    'Enter your code',
    html`${alert(problem)}
<p>If <strong>${email}</strong> has been invited, a six-digit code is on its way there. It is valid for ten minutes.</p>
<form method="post" action="${pagePaths.code}">
<label for="code">Code</label>
<input id="code" class="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]*" maxlength="9" required autofocus>
<button>Sign in</button>
</form>
<p><a href="${again}">Send a new code or use another address</a></p>`,
    appearance,
  );
}
