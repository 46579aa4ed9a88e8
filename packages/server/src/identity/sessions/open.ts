import { type Language, limits } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { boundSecret, hashSecret, newSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import type { ProviderSession } from '../oidc/provider.js';
import type { SignedIn } from '../people/sign-in.js';
import { deleteSessionsBefore, insertSession, type NewSession } from './queries.js';

/** The browser that signs in: its name, and its previous session. */
export interface SigningBrowser {
  readonly device: string;
  /** The network of its address, for the audit log. */
  readonly network: string | undefined;
  readonly previousSecret: string | undefined;
  /** What the session is bound to: empty for the service's own host. Elsewhere it is limited to `workspaceId`. */
  readonly binding: string;
  /** The workspace of the host or of the sign-in. Undefined if there is none. */
  readonly workspaceId?: string | undefined;
  /** The session at the provider where the person signed in. */
  readonly providerSession?: ProviderSession | undefined;
}

/** A new session. `secret` is the value of its cookie and is stored nowhere else. */
export interface OpenSession {
  readonly id: string;
  readonly secret: string;
  readonly expiresAt: Date;
  /** The address that has signed in. */
  readonly email: string;
  /** The workspace of the session; null if the person has to choose. */
  readonly workspaceId: string | null;
  /** The language that the person chose, or null. */
  readonly language: Language | null;
}

/**
 * Opens a browser session after a sign-in, pinned to the person's workspace if there is only one. At a workspace's own
 * host it is limited to that workspace.
 */
export async function openSession(
  transaction: Queryable,
  services: Pick<Services, 'clock' | 'random' | 'settings'>,
  { person, workspaceIds }: SignedIn,
  { device, binding, workspaceId: here, providerSession }: SigningBrowser,
): Promise<OpenSession> {
  const open = here === undefined ? workspaceIds : workspaceIds.filter((each) => each === here);
  const isLimited = binding !== '';
  const workspaceId = isLimited ? (here ?? null) : open.length === 1 ? (open[0] ?? null) : null;
  const stored = await storeSession(transaction, services, {
    ...{ person_id: person.id, workspace_id: workspaceId, device, binding, reach: isLimited ? 'workspace' : 'person' },
    id: uuidFrom(services.random),
    provider_session: providerSession ?? null,
  });
  return { ...stored, email: person.email, workspaceId, language: person.language };
}

/** Stores a new session whose cookie is bound to `binding`, and forgets sessions that ended long ago. */
export async function storeSession(
  transaction: Queryable,
  { clock, random, settings }: Pick<Services, 'clock' | 'random' | 'settings'>,
  { binding, ...session }: Omit<NewSession, 'last_used_at' | 'expires_at'> & { readonly binding: string },
): Promise<Pick<OpenSession, 'id' | 'secret' | 'expiresAt'>> {
  const at = clock();
  const expiresAt = new Date(at.getTime() + settings.SVC_SESSION_HOURS * 3_600_000);
  const { secret } = newSecret('', random);
  await deleteSessionsBefore(transaction, new Date(at.getTime() - limits.sessionDays * 86_400_000));
  const row = { ...session, last_used_at: at, expires_at: expiresAt };
  await insertSession(transaction, hashSecret(boundSecret(secret, binding)), row);
  return { id: session.id, secret, expiresAt };
}
