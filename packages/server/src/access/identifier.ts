import { email as emailSchema } from '@tessera/contract';
import { isUuid } from '../platform/identifiers.js';

/** An `{identifier}` of a path: a UUID or an e-mail; both null for text that can be neither and names nobody. */
export interface Identifier {
  readonly id: string | null;
  readonly email: string | null;
}

/** Reads a path's `{identifier}`, in any letter case. */
export function readIdentifier(text: string): Identifier {
  if (isUuid(text)) {
    return { id: text, email: null };
  }
  // What is not an address is not asked for, because the database could not even take some of it (NUL).
  return { id: null, email: emailSchema.safeParse(text).data ?? null };
}
