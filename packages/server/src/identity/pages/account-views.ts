import { type Language, languages } from '@tessera/contract';
import { languageNames } from '@tessera/languages';
import { html, raw } from 'hono/html';
import type { Appearance } from '../../http/pages/appearance.js';
import { builtFile } from '../../http/pages/built-file.js';
import { t, tWith } from '../../http/pages/language.js';
import { alert, type Markup, page } from '../../http/pages/layout.js';
import { pagePaths } from '../../http/pages/paths.js';
import { signOutForm } from './workspace-views.js';

/** The script of the account page. */
export const accountScript = builtFile('account.js');

/** A browser or device that acts for the person. */
export interface ActiveSignIn {
  readonly id: string;
  readonly name: string;
  /** When it was last used; null if never. */
  readonly lastUsedAt: Date | null;
  readonly current: boolean;
}

/**
 * Renders the list of browsers and devices in which a person is signed in, each with a button to sign it out.
 * `workspace` is the one that this browser chose.
 */
export function accountView(view: {
  email: string;
  workspace: Appearance | undefined;
  sessions: readonly ActiveSignIn[];
  devices: readonly ActiveSignIn[];
  /** The language that the person chose; undefined if the browser's language applies. */
  language: Language | undefined;
  problem?: string;
}): Markup {
  return page(
    t('account'),
    html`<script>${raw(accountScript)}</script>${alert(view.problem)}
${signedInView(view)}
<p><a href="/">${t('home')}</a> · <a href="${pagePaths.workspace}">${t('workspace.choose')}</a> · <a href="${pagePaths.device}">${t('account.device')}</a></p>
<h2>${t('account.browsers')}</h2>
<ul>${view.sessions.map((each) => signInItem('session', t('account.signOut'), each))}</ul>
<h2>${t('account.devices')}</h2>
${view.devices.length === 0 ? html`<p class="soft">${t('account.noDevice')}</p>` : html`<ul>${view.devices.map((each) => signInItem('token', t('account.revoke'), each))}</ul>`}
${languageForm(view.language)}
${signOutForm()}`,
    view.workspace,
  );
}

/**
 * Renders the account page of a browser that a sign-in link signed in. It shows one workspace, and none of the person's
 * other sign-ins.
 */
export function memberView(view: {
  /** The workspace's own host and the service, if the session was opened at that host. Otherwise a link opened it. */
  atHost: { host: string; service: string } | undefined;
  email: string;
  workspace: Appearance | undefined;
  language: Language | undefined;
}): Markup {
  return page(
    t('account'),
    html`<script>${raw(accountScript)}</script>${signedInView(view)}
${view.atHost ? atHostView(view.atHost) : html`<p>${t('account.byLink')} <a href="${pagePaths.signIn}">${t('signIn')}</a></p>`}
${languageForm(view.language)}
${signOutForm()}`,
    view.workspace,
  );
}

function atHostView({ host, service }: { host: string; service: string }): Markup {
  const elsewhere = t('account.elsewhere', { host: new URL(service).host });
  return html`<p>${t('account.atHost', { host })} <a href="${new URL(pagePaths.account, service).href}">${elsewhere}</a></p>`;
}

function signedInView({ email, workspace }: { email: string; workspace: Appearance | undefined }): Markup {
  const strong = (text: string): Markup => html`<strong>${text}</strong>`;
  const values = { email: strong(email), workspace: strong(workspace?.name ?? '') };
  return html`<p>${tWith(workspace === undefined ? 'account.as' : 'account.in', values)}</p>`;
}

/** Renders the form to choose the language of pages and mails. */
function languageForm(chosen: Language | undefined): Markup {
  const option = (value: string, name: string): Markup =>
    html`<option value="${value}"${value === (chosen ?? '') ? html` selected` : ''}>${name}</option>`;
  return html`<form class="row" method="post" action="${pagePaths.account}">
<label for="language">${t('account.language')}</label>
<select id="language" name="language">${option('', t('account.byBrowser'))}${languages.map((each) => option(each, languageNames[each]))}</select>
<button class="quiet">${t('account.save')}</button>
</form>`;
}

function signInItem(field: 'session' | 'token', action: string, signIn: ActiveSignIn): Markup {
  const at = signIn.lastUsedAt?.toISOString() ?? '';
  // The script of the page shows the time in the browser's time zone.
  const time = html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`;
  const used = at === '' ? t('account.never') : tWith('account.used', { time });
  const button = html`<form method="post" action="${pagePaths.account}">
<button class="quiet" name="${field}" value="${signIn.id}" aria-label="${action}: ${signIn.name}">${action}</button></form>`;
  return html`<li><p>${signIn.name}<br><span class="soft">${signIn.current ? t('account.this') : used}</span></p>
${signIn.current ? '' : button}</li>`;
}
