import type { SystemTransaction } from '../../platform/database/database.js';
import { hashSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import { type SignInMethod, signInPerson } from '../people/sign-in.js';
import { closeSession } from '../sessions/close.js';
import { type OpenSession, type SigningBrowser, storeSession } from '../sessions/open.js';
import { findMemberLink, type MemberLink, spendMemberLink } from './queries.js';

/** One use of a link. */
export interface LinkUse {
  readonly token: string;
  readonly browser: SigningBrowser;
  /** The workspace of the host; undefined at the service's own host. */
  readonly workspaceId?: string | undefined;
  /** How the member proved who they are; by default by the link alone. */
  readonly method?: SignInMethod;
  readonly requestId: string;
}

/** The session that a link opened, and the path to redirect to. */
export interface OpenedMemberLink {
  readonly session: OpenSession;
  readonly next: string | null;
}

/**
 * Exchanges a link for a session that is limited to its workspace, once, and ends the browser's previous session.
 * Undefined if the link is invalid. The workspace vouches for the address only in itself, so no other workspace is
 * affected.
 */
export function redeemMemberLink(
  services: Pick<Services, 'clock' | 'random' | 'database' | 'settings'>,
  { token, browser, workspaceId, requestId, method = 'member_link' }: LinkUse,
): Promise<OpenedMemberLink | undefined> {
  return services.database.asSystem(async (transaction) => {
    const at = services.clock();
    const use = { secretHash: hashSecret(token), at, lock: 'for update' } as const;
    const link = await findMemberLink(transaction, use);
    if (link === undefined || (workspaceId ?? link.workspaceId) !== link.workspaceId) {
      return undefined;
    }
    const session = await openLimitedSession(transaction, services, { link, browser, method, requestId });
    if (browser.previousSecret !== undefined) {
      await closeSession(transaction, { services, requestId }, browser.previousSecret);
    }
    return { session, next: link.next };
  });
}

interface LimitedSession extends Required<Pick<LinkUse, 'browser' | 'method' | 'requestId'>> {
  readonly link: MemberLink;
}

async function openLimitedSession(
  transaction: SystemTransaction,
  services: Pick<Services, 'clock' | 'random' | 'settings'>,
  { link, browser: { device, binding, network }, method, requestId }: LimitedSession,
): Promise<OpenSession> {
  const { id, email, workspaceId, providerSession } = link;
  const verified = { email, method, onlyIn: workspaceId, isVerified: false, network, requestId };
  const { person } = await signInPerson(transaction, services, verified);
  const stored = await storeSession(transaction, services, {
    ...{ id, person_id: person.id, workspace_id: workspaceId, device, binding },
    ...{ reach: 'link', provider_session: providerSession },
  });
  await spendMemberLink(transaction, link, stored.expiresAt);
  return { ...stored, email, workspaceId, language: null };
}
