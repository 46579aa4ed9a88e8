import { email as emailSchema } from '@tessera/contract';
import { isUuid } from '../platform/identifiers.js';

/** An `{identifier}` in a path: a UUID or an e-mail address; both null if it is neither. */
export interface Identifier {
  readonly id: string | null;
  readonly email: string | null;
}

/** Parses an `{identifier}`, in any case. */
export function readIdentifier(text: string): Identifier {
  if (isUuid(text)) {
    return { id: text, email: null };
  }
  // Text that is not an address is not sent to the database, which rejects some characters (NUL).
  return { id: null, email: emailSchema.safeParse(text).data ?? null };
}
