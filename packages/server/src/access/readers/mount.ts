import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { setCookie } from 'hono/cookie';
import type { Mount } from '../../http/mount.js';
import type { RequestVariables } from '../../http/request.js';
import { refuse } from '../../http/routes.js';
import { pageHeaders } from '../../identity/pages/layout.js';
import { deviceName } from '../../identity/sessions/device-name.js';
import { errors } from '../../platform/errors.js';
import type { Services } from '../../platform/services.js';
import { inspectLink, type LinkState, openLink } from './link.js';
import { closedView, foreignFormView, openView, readerLinkPath } from './views.js';

/** The cookie that a magic link is exchanged for. */
export const readerCookie = 'svc_reader';

const formLimitBytes = 4 * 1024;
const closedStatus = { revoked: 410, expired: 410, unknown: 404 } as const;

/** Adds the page of magic links: `GET /r?token=` only shows it, `POST /r` exchanges the link for a cookie. */
export function mountReaderPage(services: Services): Mount {
  const app = new Hono<RequestVariables>();
  app.use(readerLinkPath, async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(pageHeaders)) {
      c.header(name, value);
    }
  });
  // Mail scanners and previews open links: fetching the page must change nothing.
  app.get(readerLinkPath, async (c) => {
    const token = c.req.query('token') ?? '';
    const state = await inspectLink(services, token);
    return state.kind === 'open'
      ? c.html(openView({ workspaceName: state.link.workspace_name, token }))
      : closed(c, state.kind);
  });
  app.post(
    readerLinkPath,
    bodyLimit({ maxSize: formLimitBytes, onError: (c) => refuse(c, errors.payloadTooLarge(formLimitBytes)) }),
    (c) => exchange(c, services),
  );
  return (edge) => edge.route('/', app);
}

async function exchange(c: Context<RequestVariables>, services: Services): Promise<Response> {
  // Another site must not make a browser read as somebody else's guest.
  if (!isOwnForm(c, services)) {
    return c.html(foreignFormView(), 403);
  }
  const { token } = await c.req.parseBody();
  if (typeof token !== 'string') {
    return closed(c, 'unknown');
  }
  const state = await inspectLink(services, token);
  if (state.kind !== 'open') {
    return closed(c, state.kind);
  }
  const device = deviceName(c.req.header('user-agent'));
  const opened = await openLink(services, { link: state.link, token, device, requestId: c.get('requestId') });
  if (opened === undefined) {
    return closed(c, (await inspectLink(services, token)).kind);
  }
  setCookie(c, readerCookie, opened.secret, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: services.baseUrl.startsWith('https:'),
    path: '/',
    expires: opened.expiresAt,
  });
  return c.redirect('/', 303);
}

/** Whether the form comes from the page of the link, which may be under an address of its own. */
function isOwnForm(c: Context<RequestVariables>, { baseUrl, settings }: Services): boolean {
  const origin = c.req.header('origin');
  const linkOrigin = new URL(settings.SVC_MAGIC_LINK_BASE ?? baseUrl).origin;
  return c.get('sameOrigin') || origin === linkOrigin;
}

function closed(c: Context<RequestVariables>, kind: LinkState['kind']): Response | Promise<Response> {
  const state = kind === 'open' ? 'unknown' : kind;
  return c.html(closedView(state), closedStatus[state]);
}
