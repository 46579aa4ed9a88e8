import { html } from 'hono/html';
import { alert, type Markup, page } from '../../http/pages/layout.js';
import { pagePaths } from '../../http/pages/paths.js';

/** Asks for the code that a device shows. */
export function userCodeView(view: { problem?: string }): Markup {
  return page(
    'Connect a device',
    html`${alert(view.problem)}
<form method="get" action="${pagePaths.device}">
<label for="user_code">Code shown on the device</label>
<input id="user_code" class="code" name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required autofocus>
<button>Continue</button>
</form>`,
  );
}

/** Asks the signed-in person to confirm one device. */
export function confirmDeviceView(view: { userCode: string; device: string; email: string }): Markup {
  return page(
    'Connect this device?',
    html`<p>Does <strong>${view.device}</strong> show this code?</p>
<output>${view.userCode}</output>
<p>It will act as <strong>${view.email}</strong> in all of your workspaces until you revoke it. Confirm only if you started this yourself.</p>
<form method="post" action="${pagePaths.device}">
<input type="hidden" name="user_code" value="${view.userCode}">
<button name="decision" value="approve">Confirm</button>
<button class="quiet" name="decision" value="deny">Refuse</button>
</form>`,
  );
}
