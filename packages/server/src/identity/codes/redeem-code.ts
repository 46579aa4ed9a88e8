import { limits } from '@tessera/contract';
import type { SystemTransaction } from '../../platform/database/database.js';
import { hashSecret } from '../../platform/secrets.js';
import { recordForAddress } from '../people/record.js';
import { hashCode, sameHash } from '../secrets.js';
import { endCode, useTry } from './queries.js';

/** The result of a try: the verified address, a wrong code, or the need to request a new code. */
export type CodeOutcome =
  | { readonly kind: 'verified'; readonly email: string }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  | { readonly kind: 'spent' };

/**
 * Tries a code, which is valid once. Every try counts, even simultaneous ones. A wrong code is returned, not thrown,
 * because an error would roll back the count.
 */
export async function redeemCode(
  transaction: SystemTransaction,
  attempt: {
    readonly secret: string;
    readonly code: string;
    readonly at: Date;
    readonly requestId: string;
    /** Network address of the client, for the audit log. */
    readonly network?: string | undefined;
  },
): Promise<CodeOutcome> {
  const hash = hashSecret(attempt.secret);
  const taken = await useTry(transaction, hash, attempt.at);
  if (taken === undefined) {
    return { kind: 'spent' };
  }
  if (!sameHash(taken.codeHash, hashCode(attempt.secret, attempt.code))) {
    await recordForAddress(transaction, {
      action: 'person.sign_in_refused',
      email: taken.email,
      at: attempt.at,
      detail: { method: 'code', tries: limits.signInCodeTries - taken.triesLeft, network: attempt.network ?? null },
      requestId: attempt.requestId,
    });
    return taken.triesLeft > 0 ? { kind: 'wrong', triesLeft: taken.triesLeft } : { kind: 'spent' };
  }
  await endCode(transaction, hash);
  return { kind: 'verified', email: taken.email };
}
