import { isUuid } from '../platform/identifiers.js';

/** An `{identifier}` of a path: a UUID or an e-mail, never both. */
export interface Identifier {
  readonly id: string | null;
  readonly email: string | null;
}

/** Reads a path's `{identifier}`, in any letter case. */
export function readIdentifier(text: string): Identifier {
  return isUuid(text) ? { id: text.toLowerCase(), email: null } : { id: null, email: text.trim().toLowerCase() };
}
