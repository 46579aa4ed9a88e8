import { html } from 'hono/html';
import { t } from '../../http/pages/language.js';
import { alert, type Markup, page } from '../../http/pages/layout.js';
import { pagePaths } from '../../http/pages/paths.js';
import type { Role } from '../../principals/wire.js';

/** A workspace that a person may choose. */
export interface WorkspaceChoice {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** Renders the form to choose the workspace of this session. */
export function workspacesView(view: {
  workspaces: readonly WorkspaceChoice[];
  next: string;
  problem?: string;
}): Markup {
  if (view.workspaces.length === 0) {
    return page(t('workspace.none'), html`<p>${t('workspace.noneText')}</p>${signOutForm()}`);
  }
  return page(
    t('workspace.choose'),
    html`${alert(view.problem)}
<form method="post" action="${pagePaths.workspace}">
<input type="hidden" name="next" value="${view.next}">
${view.workspaces.map(
  ({ id, name, role }) =>
    html`<button class="quiet choice" name="workspace" value="${id}"><strong>${name}</strong><span>${t(`role.${role}`)}</span></button>`,
)}
</form>
${signOutForm()}`,
  );
}

/** Renders a button that ends the session. */
export function signOutForm(): Markup {
  return html`<form method="post" action="${pagePaths.signOut}"><button class="quiet">${t('account.signOut')}</button></form>`;
}
