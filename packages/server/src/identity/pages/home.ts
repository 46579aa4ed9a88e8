import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Dispatcher } from '../../dispatch/dispatcher.js';
import type { Mount } from '../../http/mount.js';
import type { RequestVariables } from '../../http/request.js';
import { credentialsOf } from '../../http/routes.js';
import type { Principal } from '../../principals/principal.js';
import { type Markup, page, pageHeaders } from './layout.js';
import { pagePaths } from './paths.js';

/** Adds the page that a browser opens first, and that a magic link leads to: who it is here, and where to go on. */
export function mountHome(dispatcher: Dispatcher): Mount {
  return (app) => {
    app.get('/', async (c) => c.html(homeView(await callerOf(c, dispatcher)), 200, pageHeaders));
  };
}

async function callerOf(c: Context<RequestVariables>, dispatcher: Dispatcher): Promise<Principal | undefined> {
  const outcome = await dispatcher.call({
    operation: 'me.get',
    credentials: credentialsOf(c),
    workspaceHeader: undefined,
    requestId: c.get('requestId'),
    input: async () => ({ params: {}, query: {}, body: undefined }),
  });
  return outcome.refusal === undefined ? outcome.principal : undefined;
}

function homeView(caller: Principal | undefined): Markup {
  const workspace = caller?.standing?.workspace.name;
  if (caller?.kind === 'magic_link') {
    return page(
      `You can read ${workspace}`,
      html`<p>The link was opened for <strong>${caller.email}</strong>. This browser stays signed in: there is nothing else to do here.</p>`,
    );
  }
  if (caller?.kind === 'session') {
    return page(
      'Tessera',
      html`<p>You are signed in as <strong>${caller.email}</strong>${workspace === undefined ? '' : html`, in ${workspace}`}.</p>
<p><a href="${pagePaths.account}">Your account</a></p>
${documentation}`,
    );
  }
  return page('Tessera', html`<p><a class="button" href="${pagePaths.signIn}">Sign in</a></p>${documentation}`);
}

const documentation = html`<p><a href="/docs">API reference</a></p>`;
