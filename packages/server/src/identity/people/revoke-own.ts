import type { OperationContext } from '../../dispatch/operation.js';
import type { Queryable } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { isUuid } from '../../platform/identifiers.js';
import type { Principal } from '../../principals/principal.js';
import { personOf } from './person-of.js';
import { recordForPerson } from './record.js';

/** One credential of a person, to be revoked at a time. */
export interface OwnCredential {
  readonly id: string;
  readonly personId: string;
  readonly at: Date;
}

/** A kind of credential that people revoke by themselves. */
export interface OwnCredentialKind {
  /** What the audit log calls its revocation. */
  readonly action: string;
  readonly notFound: 'session_not_found' | 'token_not_found';
  /** Undefined when the person has none of this id; `revoked` is false if it was before. */
  readonly revoke: (
    transaction: Queryable,
    credential: OwnCredential,
  ) => Promise<{ readonly revoked: boolean } | undefined>;
}

/**
 * Revokes a credential of the principal's person, at once; the same again changes nothing. Returns its id in lower case,
 * as it is kept. Throws the kind's 404.
 */
export async function revokeOwn(
  { services, requestId }: Pick<OperationContext, 'services' | 'requestId'>,
  principal: Principal,
  { id: sentId, kind }: { readonly id: string; readonly kind: OwnCredentialKind },
): Promise<{ readonly id: string }> {
  const id = sentId.toLowerCase();
  const { id: personId } = personOf(principal);
  if (!isUuid(id)) {
    throw errors.notFound(kind.notFound);
  }
  const at = services.clock();
  await services.database.asSystem(async (transaction) => {
    const found = await kind.revoke(transaction, { id, personId, at });
    if (found === undefined) {
      throw errors.notFound(kind.notFound);
    }
    if (found.revoked) {
      await recordForPerson(transaction, { action: kind.action, personId, at, target: id, requestId });
    }
  });
  return { id };
}
