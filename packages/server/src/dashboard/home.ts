import { html } from 'hono/html';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import type { Mount } from '../http/mount.js';
import { t, tWith } from '../http/pages/language.js';
import { type Markup, page, pageHeaders } from '../http/pages/layout.js';
import { pagePaths } from '../http/pages/paths.js';
import { readingPath } from '../http/pages/reading-path.js';
import type { Principal } from '../principals/principal.js';
import { callerOf, usesDashboard } from './mount.js';

/** Adds the home page, to which browsers and magic links lead first. It says what Tessera is, and who is signed in. */
export function mountHome(dispatcher: Dispatcher): Mount {
  return (app) => {
    app.get('/', async (c) => {
      const caller = await callerOf(c, dispatcher);
      const first = usesDashboard(caller) ? '/app/' : readsDocuments(caller) ? readingPath : undefined;
      return first === undefined ? c.html(homeView(caller), 200, pageHeaders) : c.redirect(first, 303);
    });
  };
}

/** Whether the caller only reads, by a grant or magic link. Such callers are redirected to the documents. */
function readsDocuments(caller: Principal | undefined): boolean {
  return (caller?.kind === 'session' || caller?.kind === 'magicLink') && caller.scope !== null;
}

function homeView(caller: Principal | undefined): Markup {
  const account = html`<p>${tWith('account.as', { email: html`<strong>${caller?.email}</strong>` })}</p>
<p><a href="${pagePaths.account}">${t('account')}</a></p>`;
  return page(
    t('home.title'),
    html`<p>${t('home.about')}</p>
${caller?.kind === 'session' ? account : html`<p><a class="button" href="${pagePaths.signIn}">${t('signIn')}</a></p>`}
<p><a href="/guide">${t('home.guide')}</a> · <a href="/docs">${t('home.reference')}</a></p>`,
  );
}
