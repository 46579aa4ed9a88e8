import { html } from 'hono/html';
import { t, tWith } from '../../http/pages/language.js';
import { alert, type Markup, page } from '../../http/pages/layout.js';
import type { Role } from '../../principals/wire.js';
import { signOutForm } from './workspace-views.js';

/** A workspace that can be opened to an assistant. */
export interface OpenableWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly canWrite: boolean;
}

/** The content of the consent page. */
export interface ConnectView {
  readonly client: string;
  readonly host: string;
  readonly email: string;
  readonly workspaces: readonly OpenableWorkspace[];
  /** The ids of the ticked workspaces. */
  readonly reads: readonly string[];
  readonly problem?: string;
}

/**
 * Renders the consent page: a person chooses the workspaces that an assistant may read, and the one that it may write
 * to.
 */
export function connectView({ client, host, email, workspaces, reads, problem }: ConnectView): Markup {
  if (workspaces.length === 0) {
    return page(t('workspace.none'), html`<p>${t('workspace.noneText')}</p>${signOutForm()}`);
  }
  const writable = workspaces.filter(({ canWrite }) => canWrite);
  return page(
    t('connect.title', { client }),
    html`${alert(problem)}
<p>${tWith('connect.asks', { client: strong(client), host: strong(host), email: strong(email) })}</p>
<form method="post">
<fieldset><legend>${t('connect.reads')}</legend>
${workspaces.map(
  ({ id, name, role }) =>
    html`<label class="option"><input type="checkbox" name="read" value="${id}"${reads.includes(id) ? html` checked` : ''}> ${name} <span class="soft">${t(`role.${role}`)}</span></label>`,
)}
</fieldset>
${writable.length === 0 ? '' : writeChoice(writable)}
<button name="decision" value="connect">${t('connect.yes')}</button>
<button class="quiet" name="decision" value="refuse">${t('refuse')}</button>
</form>
<p class="soft">${t('connect.revocable')}</p>`,
  );
}

function strong(text: string): Markup {
  return html`<strong>${text}</strong>`;
}

function writeChoice(writable: readonly OpenableWorkspace[]): Markup {
  return html`<fieldset><legend>${t('connect.writes')}</legend>
<label class="option"><input type="radio" name="write" value="" checked> ${t('connect.nothing')}</label>
${writable.map(({ id, name }) => html`<label class="option"><input type="radio" name="write" value="${id}"> ${name}</label>`)}
</fieldset>`;
}
