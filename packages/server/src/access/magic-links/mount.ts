import { type Context, Hono } from 'hono';
import { enterByAddress } from '../../http/address-limit.js';
import { networkOf } from '../../http/client-address.js';
import type { Mount } from '../../http/mount.js';
import { findAppearance } from '../../http/pages/appearance.js';
import { readCredentialCookie, sessionBindingOf, setCredentialCookie } from '../../http/pages/cookies.js';
import { t } from '../../http/pages/language.js';
import { headersOf, pageHeaders } from '../../http/pages/layout.js';
import { noticeView, refuseUnknownHost } from '../../http/pages/notice.js';
import { pagePaths } from '../../http/pages/paths.js';
import { readingPath } from '../../http/pages/reading-path.js';
import { type RequestVariables, withHeaders } from '../../http/request.js';
import { credentialsOf } from '../../http/routes.js';
import { deviceName } from '../../identity/sessions/device-name.js';
import { errors } from '../../platform/errors.js';
import type { Services } from '../../platform/services.js';
import { identify } from '../../principals/identify.js';
import { inspectLink, type LinkState, openLink } from './link.js';
import { recordVisit } from './queries.js';

/** The path of magic links. */
const magicLinkPath = '/r';

const closedStatus = { revoked: 410, expired: 410, unknown: 404 } as const;

/**
 * Adds the page of magic links. `GET /r?token=` exchanges a link for a cookie, or explains why the link does not work.
 */
export function mountMagicLinkPage(services: Services): Mount {
  const app = new Hono<RequestVariables>();
  app.use(magicLinkPath, withHeaders(pageHeaders));
  app.use(magicLinkPath, refuseUnknownHost(services.baseUrl));
  // Mail scanners open links too, so opening a link does not use it up.
  app.get(magicLinkPath, (c) => exchange(c, services));
  app.post(pagePaths.linkSeen, (c) => noteOpenPage(c, services));
  return (edge) => edge.route('/', app);
}

/** Exchanges a link for a cookie. A signed-in person stays signed in, and reads with the link until they leave it. */
async function exchange(c: Context<RequestVariables>, services: Services): Promise<Response> {
  await enterByAddress(c, services, 'links_opened');
  const token = c.req.query('token') ?? '';
  const found = await inspectLink(services, token);
  const here = c.get('domain')?.workspaceId;
  const isElsewhere = here !== undefined && found.kind !== 'unknown' && found.link.workspace_id !== here;
  const state: LinkState = isElsewhere ? { kind: 'unknown' } : found;
  if (state.kind !== 'open') {
    return closed(c, services, state);
  }
  // HEAD returns the headers of GET without opening the link.
  if (c.req.method !== 'HEAD') {
    const device = deviceName(c.req.header('user-agent'));
    const previousSecret = readCredentialCookie(c, 'magicLink');
    const binding = sessionBindingOf(c);
    const network = networkOf(c.get('clientAddress'));
    const call = { link: state.link, token, device, network, previousSecret, binding, requestId: c.get('requestId') };
    const opened = await openLink(services, call);
    if (opened === undefined) {
      return closed(c, services, await inspectLink(services, token));
    }
    setCredentialCookie(c, 'magicLink', opened);
    return c.redirect(addressOf(opened.start), 303);
  }
  return c.redirect(readingPath, 303);
}

function addressOf(start: string | null): string {
  return start === null ? readingPath : `${readingPath}${start.split('/').map(encodeURIComponent).join('/')}`;
}

/**
 * Records the last visit with a magic link. The page's script calls this, so programs that only fetch the page do not
 * count.
 */
async function noteOpenPage(c: Context<RequestVariables>, services: Services): Promise<Response> {
  await enterByAddress(c, services, 'links_opened');
  const { magicLinkSession } = credentialsOf(c);
  const { database, clock } = services;
  if (magicLinkSession === undefined) {
    throw errors.unauthenticated();
  }
  const { id, scope } = await database.withoutWorkspace((tx) => identify(services, tx, { magicLinkSession }));
  const workspaceId = scope?.workspace.id ?? '';
  await database.inWorkspace(workspaceId, (transaction) => recordVisit(transaction, id, clock()));
  return c.body(null, 204);
}

const closedNotices = {
  revoked: {
    title: 'linkRevoked',
    message: 'linkRevoked.text',
  },
  expired: {
    title: 'linkExpired',
    message: 'linkExpired.text',
  },
  unknown: {
    title: 'linkUnknown',
    message: 'linkUnknown.text',
  },
} as const;

/** Explains why a link does not work, on a page with the appearance of its workspace. */
async function closed(c: Context<RequestVariables>, { database }: Services, state: LinkState): Promise<Response> {
  const kind = state.kind === 'open' ? 'unknown' : state.kind;
  const workspaceId = state.kind === 'unknown' ? undefined : state.link.workspace_id;
  const appearance =
    workspaceId && (await database.inWorkspace(workspaceId, (tx) => findAppearance(tx, workspaceId), 'read'));
  const { title, message } = closedNotices[kind];
  const view = { title: t(title), message: t(message), ...(appearance && { appearance }) };
  return c.html(noticeView(view), closedStatus[kind], headersOf(view.appearance));
}
