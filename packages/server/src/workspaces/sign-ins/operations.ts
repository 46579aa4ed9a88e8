import type { Operation } from '../../dispatch/operation.js';
import { requireById } from '../../platform/identifiers.js';
import type { Principal } from '../../principals/principal.js';
import {
  blockDevice,
  endSession,
  findDevice,
  type SignInRow,
  listDevices as selectDevices,
  listSessions as selectSessions,
} from './queries.js';

const listSessions: Operation<'settings.list_sessions'> = (context, principal, { query }) =>
  context.transaction(async (transaction) => {
    const { rows, count, next } = await selectSessions(transaction, query, context.services.clock());
    const sessions = rows.map((row) => ({
      ...present(row, principal),
      kind: row.kind,
      last_used_at: row.last_used_at.toISOString(),
    }));
    return { sessions, count, ...next };
  });

const revokeSession: Operation<'settings.revoke_session'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const at = context.services.clock();
    const { id, email, device, ended } = await requireById('session_not_found', params.id, (named) =>
      endSession(transaction, named, at),
    );
    if (ended) {
      context.audit(transaction, { action: 'session.revoked', target: id, detail: { email, device } });
    }
    return { id, status: 'revoked', workspace: context.workspaceReference };
  });

const listDevices: Operation<'settings.list_devices'> = (context, principal, { query }) =>
  context.transaction(async (transaction) => {
    const { rows, count, next } = await selectDevices(transaction, query);
    const devices = rows.map((row) => ({
      ...present(row, principal),
      last_used_at: row.last_used_at.toISOString(),
    }));
    return { devices, count, ...next };
  });

const revokeDevice: Operation<'settings.revoke_device'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const { id, ...detail } = await requireById('token_not_found', params.id, (named) =>
      findDevice(transaction, named),
    );
    const at = context.services.clock();
    if (await blockDevice(transaction, id, at)) {
      context.audit(transaction, { action: 'device.revoked', target: id, detail });
    }
    return { id, status: 'revoked', workspace: context.workspaceReference };
  });

function present(row: SignInRow, principal: Principal) {
  return {
    id: row.id,
    person: { id: row.person_id, email: row.email, name: row.name, role: row.role },
    device: row.device,
    created_at: row.created_at.toISOString(),
    current: row.id === principal.id,
  };
}

/**
 * The operations with which admins see and end sign-ins in their workspace. They neither show nor affect other
 * workspaces.
 */
export const signInOperations = {
  'settings.list_sessions': listSessions,
  'settings.revoke_session': revokeSession,
  'settings.list_devices': listDevices,
  'settings.revoke_device': revokeDevice,
};
