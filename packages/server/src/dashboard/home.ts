import { html } from 'hono/html';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import type { Mount } from '../http/mount.js';
import { type Markup, page, pageHeaders } from '../http/pages/layout.js';
import { pagePaths } from '../http/pages/paths.js';
import { readingPath } from '../http/pages/reading-path.js';
import type { Principal } from '../principals/principal.js';
import { callerOf, usesDashboard } from './mount.js';

/** Adds the home page, to which browsers and magic links lead first. It shows the user and the next steps. */
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
  if (caller?.kind === 'session') {
    return page(
      'Tessera',
      html`<p>You are signed in as <strong>${caller.email}</strong>.</p>
<p><a href="${pagePaths.account}">Your account</a></p>
${documentation}`,
    );
  }
  return page('Tessera', html`<p><a class="button" href="${pagePaths.signIn}">Sign in</a></p>${documentation}`);
}

const documentation = html`<p><a href="/guide">Guide</a> · <a href="/docs">API reference</a></p>`;
