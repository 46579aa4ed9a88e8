import type { Operation } from '../../dispatch/operation.js';
import { personOf } from '../people/person-of.js';
import { type OwnCredentialKind, revokeOwn } from '../people/revoke-own.js';
import { listSessions as selectSessions } from './queries.js';

/** The credential kind of browser sessions, which their person can end. */
export const ownSession: OwnCredentialKind = {
  table: 'sessions',
  action: 'session.revoked',
  notFound: 'session_not_found',
};

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

/** Ends one of the caller's own sessions at once. Idempotent. */
const revokeSession: Operation<'sessions.revoke'> = async (context, principal, { params }) => {
  const { id } = await revokeOwn(context, principal, { id: params.id, kind: ownSession });
  return { id, status: 'revoked' };
};

/** Browser sessions, as operations of the contract. */
export const sessionOperations = {
  'sessions.list': listSessions,
  'sessions.revoke': revokeSession,
};
