import { limits } from '@tessera/contract';
import { recordAudit } from '../../platform/audit.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { hashSecret, newSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import { deleteSessions, findLink, insertSession, type LinkRow } from './queries.js';

/** What became of a magic link. */
export type LinkState =
  | { readonly kind: 'open'; readonly link: LinkRow }
  | { readonly kind: 'revoked' | 'expired' | 'unknown' };

/** A browser session that a link was exchanged for; `secret` is the value of its cookie. */
export interface OpenedLink {
  readonly secret: string;
  readonly expiresAt: Date;
}

/** Looks a link up by its token and changes nothing. */
export async function inspectLink({ database, clock }: Services, token: string): Promise<LinkState> {
  const link = await database.withoutWorkspace((transaction) => findLink(transaction, hashSecret(token)));
  if (link === undefined) {
    return { kind: 'unknown' };
  }
  if (link.status === 'revoked') {
    return { kind: 'revoked' };
  }
  return link.expires_at !== null && link.expires_at <= clock() ? { kind: 'expired' } : { kind: 'open', link };
}

/** Exchanges a link for a session pinned to its workspace; undefined when the link stopped working meanwhile. */
export function openLink(
  { database, clock, random }: Services,
  call: { readonly link: LinkRow; readonly token: string; readonly device: string; readonly requestId: string },
): Promise<OpenedLink | undefined> {
  const { link, token, device, requestId } = call;
  const at = clock();
  const { secret, hash: secretHash } = newSecret('', random);
  const longest = new Date(at.getTime() + limits.sessionDays * 86_400_000);
  const expiresAt = link.expires_at !== null && link.expires_at < longest ? link.expires_at : longest;
  return database.inWorkspace(link.workspace_id, async (transaction) => {
    const readerId = link.reader_id;
    await deleteSessions(transaction, readerId, at);
    const id = uuidFrom(random);
    const session = { id, readerId, secretHash, linkHash: hashSecret(token), device, at, expiresAt };
    const reader = await insertSession(transaction, session);
    if (reader === undefined) {
      return undefined;
    }
    recordAudit(transaction, {
      workspaceId: link.workspace_id,
      at,
      action: 'reader.link_opened',
      actor: { kind: 'magic_link', id: readerId, name: reader.name },
      target: readerId,
      detail: { email: reader.email },
      requestId,
    });
    return { secret, expiresAt };
  });
}
