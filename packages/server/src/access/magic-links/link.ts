import { recordAudit } from '../../platform/audit.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import { boundSecret, hashSecret, newSecret, unboundSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import { wireKind } from '../../principals/wire.js';
import { deleteSessions, findLink, insertSession, type LinkRow, lockUsableLink, renewSession } from './queries.js';

/** The state of a magic link. */
export type LinkState =
  | { readonly kind: 'open'; readonly link: LinkRow }
  | { readonly kind: 'revoked' | 'expired'; readonly link: LinkRow }
  | { readonly kind: 'unknown' };

/** A browser session of a link; `secret` is the value of its cookie. */
export interface OpenedLink {
  readonly secret: string;
  readonly expiresAt: Date;
  /** The document to show first; null for the first page. */
  readonly start: string | null;
}

/** Looks up a link by its token without changing anything. */
export async function inspectLink({ database, clock }: Services, token: string): Promise<LinkState> {
  const link = await database.withoutWorkspace((transaction) => findLink(transaction, hashSecret(token)));
  if (link === undefined) {
    return { kind: 'unknown' };
  }
  if (link.status === 'revoked') {
    return { kind: 'revoked', link };
  }
  return { kind: link.expires_at !== null && link.expires_at <= clock() ? 'expired' : 'open', link };
}

/** An opening of a link in a browser. */
export interface Opening {
  readonly link: LinkRow;
  readonly token: string;
  readonly device: string;
  readonly network: string | undefined;
  /** The cookie of a link that the browser opened before. */
  readonly previousSecret: string | undefined;
  /** What the session is bound to. */
  readonly binding: string;
  readonly requestId: string;
}

/**
 * Exchanges a link for a session that is pinned to its workspace. If the browser has a session of this link, prolongs
 * that one. Returns undefined if the link has been revoked or has expired meanwhile.
 */
export function openLink(
  { database, clock, random, settings }: Services,
  { link, token, device, network, previousSecret, binding, requestId }: Opening,
): Promise<OpenedLink | undefined> {
  const at = clock();
  const longest = new Date(at.getTime() + settings.SVC_SESSION_HOURS * 3_600_000);
  const expiresAt = link.expires_at !== null && link.expires_at < longest ? link.expires_at : longest;
  return database.inWorkspace(link.workspace_id, async (transaction) => {
    const magicLinkId = link.reader_id;
    await deleteSessions(transaction, magicLinkId, at);
    const usable = await lockUsableLink(transaction, { magicLinkId, linkHash: hashSecret(token), at });
    if (usable === undefined) {
      return undefined;
    }
    const session = { magicLinkId, device, at, expiresAt };
    const { secret: fresh } = newSecret('', random);
    const isRenewed =
      previousSecret !== undefined &&
      (await renewSession(transaction, { ...session, secretHash: hashSecret(previousSecret) }));
    if (!isRenewed) {
      await insertSession(transaction, uuidFrom(random), {
        ...session,
        secretHash: hashSecret(boundSecret(fresh, binding)),
      });
    }
    recordAudit(transaction, {
      workspaceId: link.workspace_id,
      at,
      action: 'reader.link_opened',
      actor: { kind: wireKind('magicLink'), id: magicLinkId, name: usable.name },
      target: magicLinkId,
      detail: { email: usable.email, network },
      events: [outboxEvent('reader.opened', { id: magicLinkId, email: usable.email })],
      requestId,
    });
    return { secret: isRenewed ? unboundSecret(previousSecret) : fresh, expiresAt, start: usable.start };
  });
}
