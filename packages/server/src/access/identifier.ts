import { email as emailSchema } from '@tessera/contract';
import { isUuid } from '../platform/identifiers.js';

/** An `{identifier}` in a path: a UUID or an e-mail address; both null if it is neither. */
export interface Identifier {
  readonly id: string | null;
  readonly email: string | null;
}

/** Parses an `{identifier}`. Upper and lower case are equal. */
export function readIdentifier(text: string): Identifier {
  if (isUuid(text)) {
    return { id: text, email: null };
  }
  // Only valid addresses are passed to the database, which rejects some characters, such as NUL.
  return { id: null, email: emailSchema.safeParse(text).data ?? null };
}
