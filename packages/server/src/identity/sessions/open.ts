import { type Language, limits } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { newSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import type { SignedIn } from '../people/sign-in.js';
import { deleteSessionsBefore, insertSession } from './queries.js';

const dayMs = 86_400_000;

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

/** Opens a browser session after a sign-in, pinned to the person's workspace if there is only one. */
export async function openSession(
  transaction: Queryable,
  services: Pick<Services, 'clock' | 'random'>,
  { person, workspaceIds }: SignedIn,
  { device, workspaceId: here }: { readonly device: string; readonly workspaceId?: string | undefined },
): Promise<OpenSession> {
  const at = services.clock();
  const expiresAt = new Date(at.getTime() + limits.sessionDays * dayMs);
  const { secret, hash } = newSecret('', services.random);
  const open = here === undefined ? workspaceIds : workspaceIds.filter((each) => each === here);
  const workspaceId = open.length === 1 ? (open[0] ?? null) : null;
  const id = uuidFrom(services.random);
  await deleteSessionsBefore(transaction, new Date(at.getTime() - limits.sessionDays * dayMs));
  await insertSession(transaction, { id, personId: person.id, secretHash: hash, workspaceId, device, at, expiresAt });
  return { id, secret, expiresAt, email: person.email, workspaceId, language: person.language };
}
