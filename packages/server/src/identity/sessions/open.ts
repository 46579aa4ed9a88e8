import { type Language, limits } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { boundSecret, hashSecret, newSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import type { ProviderSession } from '../oidc/provider.js';
import type { SignedIn } from '../people/sign-in.js';
import { deleteSessionsBefore, insertSession } from './queries.js';

/** When a session that starts at the given time ends. */
export function sessionEnd({ settings }: Pick<Services, 'settings'>, at: Date): Date {
  return new Date(at.getTime() + settings.SVC_SESSION_HOURS * 3_600_000);
}

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
  const at = services.clock();
  const expiresAt = sessionEnd(services, at);
  const { secret } = newSecret('', services.random);
  const open = here === undefined ? workspaceIds : workspaceIds.filter((each) => each === here);
  const isLimited = binding !== '';
  const workspaceId = isLimited ? (here ?? null) : open.length === 1 ? (open[0] ?? null) : null;
  const id = uuidFrom(services.random);
  await deleteSessionsBefore(transaction, new Date(at.getTime() - limits.sessionDays * 86_400_000));
  await insertSession(transaction, {
    ...{ id, personId: person.id, workspaceId, device, at, expiresAt },
    secretHash: hashSecret(boundSecret(secret, binding)),
    reach: isLimited ? 'workspace' : 'person',
    providerSession: providerSession ?? null,
  });
  return { id, secret, expiresAt, email: person.email, workspaceId, language: person.language };
}
