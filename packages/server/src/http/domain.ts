import { type WorkspaceReference, workspaceHeader } from '@tessera/contract';
import type { MiddlewareHandler } from 'hono';
import { prepared, type Queryable } from '../platform/database/database.js';
import { errors } from '../platform/errors.js';
import type { Services } from '../platform/services.js';
import { hostOf, hostsOfService, isLocalHost } from './host.js';
import { readingPath } from './pages/reading-path.js';
import { probePaths } from './probes.js';
import type { RequestVariables } from './request.js';
import { refuse } from './routes.js';

/** The paths of a workspace's own host: reading pages with their files, sign-in, account, and what crawlers request. */
const served =
  /^\/(?:(?:d|raw|r|assets|app\/assets)(?:\/|$)|sign-in(?:\/(?:code|member|oidc|oidc\/enter))?$|sign-out$|account$|favicon\.ico$|robots\.txt$|llms\.txt$|\.well-known\/security\.txt$|app\/reading-diagrams\.js$)/;

/** A path of the public site of a workspace. */
const publicSite = /^\/(?:d|raw)\/@([^/]*)/;

/**
 * Decides which host a request names: the service's own, the custom host of a workspace, or neither. A request to a
 * custom host can access only the workspace of this host, whatever other workspace it names. Local names count as the
 * service's own. At any other name no session is valid, because anyone who controls the name could read its cookies.
 */
export function withDomain({
  database,
  baseUrl,
  settings,
}: Pick<Services, 'database' | 'baseUrl' | 'settings'>): MiddlewareHandler<RequestVariables> {
  const own = hostsOfService({ baseUrl, settings });
  return async (c, next) => {
    const host = hostOf(c.req.url);
    const { path } = c.req;
    // Probes need no workspace, so they work without the database.
    if (own.includes(host) || isLocalHost(host) || probePaths.includes(path)) {
      c.set('sessionBinding', '');
      return next();
    }
    const found = await database.withoutWorkspace((queryable) => findWorkspaceOfDomain(queryable, host));
    if (found === undefined) {
      return next();
    }
    const { id, slug } = found;
    c.set('domain', { workspaceId: id, slug, host, origin: domainOrigin(baseUrl, host) });
    c.set('sessionBinding', `${id}@${host}`);
    const site = publicSite.exec(path)?.[1];
    if (path === '/') {
      return c.redirect(readingPath, 303);
    }
    if (!served.test(path) || (site !== undefined && site !== slug)) {
      return refuse(c, errors.routeNotFound());
    }
    c.req.raw.headers.set(workspaceHeader, id);
    return next();
  };
}

/** The origin of a custom host, with the scheme and port of the service. */
export function domainOrigin(baseUrl: string, host: string): string {
  const { protocol, port } = new URL(baseUrl);
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`;
}

/** Finds the workspace of a custom host; undefined if there is none. */
export async function findWorkspaceOfDomain(
  queryable: Queryable,
  host: string,
): Promise<WorkspaceReference | undefined> {
  const [row] = await queryable.query<WorkspaceReference>(
    prepared('select id, slug, name from workspace_of_domain($1)'),
    [host],
  );
  return row;
}

/** The origin of a workspace's active custom host, or of the service. */
export async function originOf(queryable: Queryable, workspaceId: string, baseUrl: string): Promise<string> {
  const [row] = await queryable.query<{ domain: string }>(
    'select domain from workspaces where id = $1 and domain is not null and domain_checked_at is not null',
    [workspaceId],
  );
  return row === undefined ? baseUrl : domainOrigin(baseUrl, row.domain);
}
