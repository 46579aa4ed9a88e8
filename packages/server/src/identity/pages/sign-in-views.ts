import { html } from 'hono/html';
import { alert, type Markup, page } from '../../http/pages/layout.js';
import { pagePaths } from '../../http/pages/paths.js';

/** Asks for an address. `next` is the local path to go to afterwards; `provider` adds signing in there. */
export function emailView(view: { email: string; next: string; provider?: string; problem?: string }): Markup {
  return page(
    'Sign in',
    html`${alert(view.problem)}
<form method="post" action="${pagePaths.signIn}">
<input type="hidden" name="next" value="${view.next}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" value="${view.email}" autocomplete="email" required autofocus>
<button>Send me a code</button>
</form>
${providerLink(view.provider, view.next)}`,
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
export function codeView(view: { email: string; next: string; problem?: string }): Markup {
  const again = `${pagePaths.signIn}?${new URLSearchParams({ email: view.email, next: view.next })}`;
  return page(
    'Enter your code',
    html`${alert(view.problem)}
<p>If <strong>${view.email}</strong> has been invited, a six-digit code is on its way there. It is valid for ten minutes.</p>
<form method="post" action="${pagePaths.code}">
<label for="code">Code</label>
<input id="code" class="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]*" maxlength="9" required autofocus>
<button>Sign in</button>
</form>
<p><a href="${again}">Send a new code or use another address</a></p>`,
  );
}
