import type { Operation, OperationContext } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { isUuid } from '../../platform/identifiers.js';
import type { Principal } from '../../principals/principal.js';
import { personOf } from '../people/person-of.js';
import { recordForPerson } from '../people/record.js';
import { listSessions as selectSessions, revokeSession as updateRevoked } from './queries.js';

/** Lists the caller's own browser sessions. */
const listSessions: Operation<'sessions.list'> = async ({ services }, principal) => {
  const person = personOf(principal);
  const rows = await services.database.asSystem((transaction) =>
    selectSessions(transaction, person.id, services.clock()),
  );
  const sessions = rows.map((row) => ({
    id: row.id,
    device: row.device,
    workspace:
      row.workspace_id === null ? null : { id: row.workspace_id, slug: row.workspace_slug, name: row.workspace_name },
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    current: principal.kind === 'session' && row.id === principal.id,
  }));
  return { sessions, count: sessions.length };
};

/** Ends one of the caller's own sessions, at once. The same again is the same answer. */
const revokeSession: Operation<'sessions.revoke'> = async (context, principal, { params }) => {
  await endSession(context, principal, params.id);
  return { id: params.id.toLowerCase(), status: 'revoked' };
};

/** Ends a session of the principal's person, once. Throws `session_not_found`. */
export async function endSession(
  { services, requestId }: Pick<OperationContext, 'services' | 'requestId'>,
  principal: Principal,
  id: string,
): Promise<void> {
  const person = personOf(principal);
  if (!isUuid(id)) {
    throw errors.notFound('session_not_found');
  }
  const at = services.clock();
  await services.database.asSystem(async (transaction) => {
    const session = await updateRevoked(transaction, { id, personId: person.id, at });
    if (session === undefined) {
      throw errors.notFound('session_not_found');
    }
    if (session.ended) {
      await recordForPerson(transaction, { action: 'session.revoked', person, at, target: id, requestId });
    }
  });
}

/** Browser sessions, as operations of the contract. */
export const sessionOperations = {
  'sessions.list': listSessions,
  'sessions.revoke': revokeSession,
};
