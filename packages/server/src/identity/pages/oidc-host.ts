import { domainOrigin, findWorkspaceOfDomain } from '../../http/domain.js';
import { hostOf } from '../../http/host.js';
import { clearState, readState, setState } from '../../http/pages/cookies.js';
import { localPath, pagePaths } from '../../http/pages/paths.js';
import type { PageContext } from '../../http/pages/requests.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { hashSecret, isSecret, newSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import type { ProviderSession } from '../oidc/provider.js';
import { type OpenedMemberLink, redeemMemberLink } from '../sign-in-links/member-link.js';
import { findMemberOfAddress, insertMemberLink } from '../sign-in-links/queries.js';
import { browserOf } from './sign-in-routes.js';
import { oidcEnterCookie } from './steps.js';

/** How long the redirect from the service to the host may take. */
const linkSeconds = 60;

/** The own host of a workspace where a sign-in started, and the hash of the secret in its browser. */
export interface StartingHost {
  readonly name: string;
  readonly binding: string;
}

/** The address at the service that continues a sign-in of this host. The provider knows only the service's address. */
export function continueAtService(c: PageContext, { baseUrl, random }: Services, seconds: number): string {
  const { secret: binding } = newSecret('', random);
  const next = localPath(c.req.query('next'));
  setState(c, oidcEnterCookie, { binding, next }, seconds);
  const host = hostOf(c.req.url);
  return `${new URL(pagePaths.oidc, baseUrl).href}?${new URLSearchParams({ host, binding: hashOf(binding), next })}`;
}

/** The host that a request to the service names. Undefined if it names none, and null if the host is not active. */
export async function startingHost(c: PageContext, { database }: Services): Promise<StartingHost | null | undefined> {
  const { host: name, binding = '' } = c.req.query();
  if (name === undefined) {
    return undefined;
  }
  if (!/^[a-z\d.-]{1,253}$/.test(name) || !isSecret(binding)) {
    return null;
  }
  const workspace = await database.withoutWorkspace((queryable) => findWorkspaceOfDomain(queryable, name));
  return workspace === undefined ? null : { name, binding };
}

/** Where a person with a verified address enters: at the host, or at the service if a link cannot sign them in. */
export type Entrance =
  | { readonly kind: 'host'; readonly location: string }
  | { readonly kind: 'service'; readonly workspaceId: string }
  | { readonly kind: 'refused' };

/**
 * Creates a link that signs the person in at the host, in the browser that started there. Its session is limited to the
 * workspace of the host, so control of the host gains nothing elsewhere. Editors and admins enter at the service.
 */
export async function entranceOf(
  { database, baseUrl, clock, random }: Services,
  { name, binding }: StartingHost,
  { email, session: providerSession }: { readonly email: string; readonly session: ProviderSession },
): Promise<Entrance> {
  const workspace = await database.withoutWorkspace((queryable) => findWorkspaceOfDomain(queryable, name));
  if (workspace === undefined) {
    return { kind: 'refused' };
  }
  return database.inWorkspace(workspace.id, async (transaction): Promise<Entrance> => {
    const member = await findMemberOfAddress(transaction, email);
    if (member === undefined) {
      return { kind: 'refused' };
    }
    if (!member.isMember) {
      return { kind: 'service', workspaceId: workspace.id };
    }
    const { secret: token } = newSecret('', random);
    const at = clock();
    await insertMemberLink(transaction, hashSecret(boundToken(token, binding)), {
      ...{ id: uuidFrom(random), membership_id: member.id, next: null, provider_session: providerSession },
      ...{ created_at: at, expires_at: new Date(at.getTime() + linkSeconds * 1_000) },
    });
    const address = new URL(pagePaths.oidcEnter, domainOrigin(baseUrl, name)).href;
    return { kind: 'host', location: `${address}?${new URLSearchParams({ token })}` };
  });
}

/** Redeems the link at the host. Undefined if it is invalid, or if this browser did not start the sign-in. */
export async function enterAtHost(
  c: PageContext,
  services: Services,
): Promise<{ readonly session: OpenedMemberLink['session']; readonly next: string } | undefined> {
  const [domain, state] = [c.get('domain'), readState(c, oidcEnterCookie)];
  if (domain === undefined || state === undefined) {
    return undefined;
  }
  clearState(c, oidcEnterCookie);
  const opened = await redeemMemberLink(services, {
    token: boundToken(c.req.query('token') ?? '', hashOf(state.binding)),
    browser: browserOf(c),
    workspaceId: domain.workspaceId,
    method: 'oidc',
    requestId: c.get('requestId'),
  });
  return opened && { session: opened.session, next: localPath(state.next) };
}

function hashOf(binding: string): string {
  return hashSecret(binding).toString('base64url');
}

/** Joins both halves of a secret: the one in the address, and the one in the browser's cookie. */
function boundToken(token: string, binding: string): string {
  return `${token}.${binding}`;
}
