import { type Language, limits } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { boundSecret, hashSecret, newSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import type { SignedIn } from '../people/sign-in.js';
import { deleteSessionsBefore, insertSession } from './queries.js';

const dayMs = 86_400_000;

/** The browser that signs in: its name, and its previous session. */
export interface SigningBrowser {
  readonly device: string;
  readonly previousSecret: string | undefined;
  /** What the session is bound to: empty for the service's own host. Elsewhere it is limited to `workspaceId`. */
  readonly binding: string;
  /** The workspace of the host or of the sign-in. Undefined if there is none. */
  readonly workspaceId?: string | undefined;
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
  services: Pick<Services, 'clock' | 'random'>,
  { person, workspaceIds }: SignedIn,
  { device, binding, workspaceId: here }: SigningBrowser,
): Promise<OpenSession> {
  const at = services.clock();
  const expiresAt = new Date(at.getTime() + limits.sessionDays * dayMs);
  const { secret } = newSecret('', services.random);
  const open = here === undefined ? workspaceIds : workspaceIds.filter((each) => each === here);
  const isLimited = binding !== '';
  const workspaceId = isLimited ? (here ?? null) : open.length === 1 ? (open[0] ?? null) : null;
  const id = uuidFrom(services.random);
  await deleteSessionsBefore(transaction, new Date(at.getTime() - limits.sessionDays * dayMs));
  await insertSession(transaction, {
    ...{ id, personId: person.id, workspaceId, device, at, expiresAt },
    secretHash: hashSecret(boundSecret(secret, binding)),
    reach: isLimited ? 'workspace' : 'person',
  });
  return { id, secret, expiresAt, email: person.email, workspaceId, language: person.language };
}
