import { html } from 'hono/html';
import type { Appearance } from '../../http/pages/appearance.js';
import { alert, type Markup, page } from '../../http/pages/layout.js';
import { pagePaths } from '../../http/pages/paths.js';
import { signOutForm } from './workspace-views.js';

/** A browser or device that acts for the person. */
export interface SignedInPlace {
  readonly id: string;
  readonly name: string;
  /** When it was last used; null when it never was. */
  readonly lastUsedAt: Date | null;
  readonly current: boolean;
}

/** Where a person is signed in, and the way out of each. `workspace` is the one that this browser chose. */
export function accountView(view: {
  email: string;
  workspace: Appearance | undefined;
  sessions: readonly SignedInPlace[];
  devices: readonly SignedInPlace[];
  problem?: string;
}): Markup {
  return page(
    'Your account',
    html`${alert(view.problem)}
<p>You are signed in as <strong>${view.email}</strong>${view.workspace ? html` in <strong>${view.workspace.name}</strong>` : ''}.</p>
<p><a href="${pagePaths.workspace}">Choose a workspace</a> · <a href="${pagePaths.device}">Connect a device</a></p>
<h2>Browsers</h2>
<ul>${view.sessions.map((each) => placeItem('session', 'Sign out', each))}</ul>
<h2>Devices</h2>
${view.devices.length === 0 ? html`<p class="soft">None is connected.</p>` : html`<ul>${view.devices.map((each) => placeItem('token', 'Revoke', each))}</ul>`}
${signOutForm()}`,
    view.workspace,
  );
}

/** The account of a browser that a sign-in link signed in: it knows one workspace, and none of the person's other sign-ins. */
export function memberView(view: { email: string; workspace: Appearance | undefined }): Markup {
  return page(
    'Your account',
    html`<p>You are signed in as <strong>${view.email}</strong>${view.workspace ? html` in <strong>${view.workspace.name}</strong>` : ''}.</p>
<p>This browser was signed in by a link. <a href="${pagePaths.signIn}">Sign in by code</a> to see where else you are signed in.</p>
${signOutForm()}`,
    view.workspace,
  );
}

function placeItem(field: 'session' | 'token', action: string, place: SignedInPlace): Markup {
  const used = place.lastUsedAt === null ? 'never used' : `last used ${minute(place.lastUsedAt)}`;
  const button = html`<form method="post" action="${pagePaths.account}">
<button class="quiet" name="${field}" value="${place.id}" aria-label="${action}: ${place.name}">${action}</button></form>`;
  return html`<li><p>${place.name}<br><span class="soft">${place.current ? 'this browser' : used}</span></p>
${place.current ? '' : button}</li>`;
}

/** A time to the minute, in UTC. */
function minute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
