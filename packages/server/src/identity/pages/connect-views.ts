import { html } from 'hono/html';
import { alert, type Markup, page } from '../../http/pages/layout.js';
import { signOutForm } from './workspace-views.js';

/** A workspace that may be opened to an assistant. */
export interface OpenableWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly canWrite: boolean;
}

/** What the consent page shows. */
export interface ConnectView {
  readonly client: string;
  readonly host: string;
  readonly email: string;
  readonly workspaces: readonly OpenableWorkspace[];
  /** Those that are ticked. */
  readonly reads: readonly string[];
  readonly problem?: string;
}

/** Asks a person where an assistant may read, and the one workspace where it may write. */
export function connectView({ client, host, email, workspaces, reads, problem }: ConnectView): Markup {
  if (workspaces.length === 0) {
    return page(
      'No workspace yet',
      html`<p>You are signed in as <strong>${email}</strong>, but no workspace has invited this address.</p>${signOutForm()}`,
    );
  }
  const writable = workspaces.filter(({ canWrite }) => canWrite);
  return page(
    `Connect ${client}?`,
    html`${alert(problem)}
<p><strong>${client}</strong> at <strong>${host}</strong> asks to act as <strong>${email}</strong>. It has the same access as you, or less. Connect it only if you started this yourself.</p>
<form method="post">
<fieldset><legend>It may read in</legend>
${workspaces.map(
  ({ id, name, role }) =>
    html`<label class="option"><input type="checkbox" name="read" value="${id}"${reads.includes(id) ? html` checked` : ''}> ${name} <span class="soft">${role}</span></label>`,
)}
</fieldset>
${writable.length === 0 ? '' : writeChoice(writable)}
<button name="decision" value="connect">Connect</button>
<button class="quiet" name="decision" value="refuse">Refuse</button>
</form>
<p class="soft">You can revoke it on your account page. It then stops at its next call.</p>`,
  );
}

function writeChoice(writable: readonly OpenableWorkspace[]): Markup {
  return html`<fieldset><legend>It may write to</legend>
<label class="option"><input type="radio" name="write" value="" checked> nothing</label>
${writable.map(({ id, name }) => html`<label class="option"><input type="radio" name="write" value="${id}"> ${name}</label>`)}
</fieldset>`;
}
