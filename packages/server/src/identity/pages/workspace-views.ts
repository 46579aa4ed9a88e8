import { html } from 'hono/html';
import { alert, type Markup, page } from '../../http/pages/layout.js';
import { pagePaths } from '../../http/pages/paths.js';

/** A workspace that a person may choose. */
export interface WorkspaceChoice {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

/** Lets a person choose the workspace of this session. */
export function workspacesView(view: {
  workspaces: readonly WorkspaceChoice[];
  next: string;
  problem?: string;
}): Markup {
  if (view.workspaces.length === 0) {
    return page(
      'No workspace yet',
      html`<p>You are signed in, but no workspace has invited this address.</p>${signOutForm()}`,
    );
  }
  return page(
    'Choose a workspace',
    html`${alert(view.problem)}
<form method="post" action="${pagePaths.workspace}">
<input type="hidden" name="next" value="${view.next}">
${view.workspaces.map(
  ({ id, name, role }) =>
    html`<button class="quiet choice" name="workspace" value="${id}"><strong>${name}</strong><span>${role}</span></button>`,
)}
</form>
${signOutForm()}`,
  );
}

/** A button that ends the session. */
export function signOutForm(): Markup {
  return html`<form method="post" action="${pagePaths.signOut}"><button class="quiet">Sign out</button></form>`;
}
