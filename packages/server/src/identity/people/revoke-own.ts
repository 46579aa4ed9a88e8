import type { OperationContext } from '../../dispatch/operation.js';
import { deleteSecrets } from '../../platform/credentials.js';
import { requireById } from '../../platform/identifiers.js';
import type { Principal } from '../../principals/principal.js';
import { personOf } from './person-of.js';
import { recordForPerson } from './record.js';

/** A kind of credential that people can revoke themselves: its table, and the audit action of the revocation. */
export interface OwnCredentialKind {
  readonly table: 'sessions' | 'personal_tokens';
  readonly action: string;
  readonly notFound: 'session_not_found' | 'token_not_found';
}

/**
 * Revokes a credential of the principal's person at once. Idempotent. Returns the credential's id as stored, in lower
 * case. Throws the kind's 404.
 */
export async function revokeOwn(
  { services, requestId, systemTransaction }: Pick<OperationContext, 'services' | 'requestId' | 'systemTransaction'>,
  principal: Principal,
  { id: sentId, kind }: { readonly id: string; readonly kind: OwnCredentialKind },
): Promise<{ readonly id: string }> {
  const { id: personId } = personOf(principal);
  const at = services.clock();
  return systemTransaction((transaction) =>
    requireById(kind.notFound, sentId, async (id) => {
      const [found] = await transaction.query<{ revoked_at: Date | null }>(
        `select revoked_at from ${kind.table} where id = $1 and person_id = $2 for update`,
        [id, personId],
      );
      if (found?.revoked_at === null) {
        await transaction.query(`update ${kind.table} set revoked_at = $2 where id = $1`, [id, at]);
        await deleteSecrets(transaction, null, [{ id }]);
        await recordForPerson(transaction, { action: kind.action, personId, at, target: id, requestId });
      }
      return found && { id };
    }),
  );
}
