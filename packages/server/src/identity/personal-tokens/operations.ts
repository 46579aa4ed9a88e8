import type { Operation } from '../../dispatch/operation.js';
import { requireAddress } from '../../platform/identifiers.js';
import { recordOperatorEvent } from '../../platform/operator-events.js';
import { secretHint, secretPrefixes } from '../../platform/secrets.js';
import { personOf } from '../people/person-of.js';
import { type OwnCredentialKind, revokeOwn } from '../people/revoke-own.js';
import { signInPerson } from '../people/sign-in.js';
import { createPersonalToken } from './create.js';
import { listPersonalTokens } from './queries.js';

/** The credential kind of devices: personal tokens that their person can revoke. */
export const ownDevice: OwnCredentialKind = {
  table: 'personal_tokens',
  action: 'personal_token.revoked',
  notFound: 'token_not_found',
};

/** Lists the caller's own devices. */
const listDevices: Operation<'devices.list'> = async ({ services }, principal) => {
  const person = personOf(principal);
  const rows = await services.database.asSystem((transaction) => listPersonalTokens(transaction, person.id));
  const devices = rows.map((row) => ({
    id: row.id,
    name: row.name,
    // An assistant's tokens change every hour, so their last characters would not identify it.
    hint: row.secret_last_four === '' ? 'OAuth' : secretHint(secretPrefixes.personal_token, row.secret_last_four),
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    current: principal.kind === 'personal_token' && row.id === principal.id,
  }));
  return { devices, count: devices.length };
};

/** Revokes one of the caller's own devices at once. Idempotent. */
const revokeDevice: Operation<'devices.revoke'> = async (context, principal, { params }) => {
  const { id } = await revokeOwn(context, principal, { id: params.id, kind: ownDevice });
  return { id, status: 'revoked' };
};

/** Creates a personal token for automation. The operator vouches for the address, so this counts as a sign-in. */
const createPersonalTokenAsOperator: Operation<'operator.create_personal_token'> = async (
  context,
  principal,
  { params, body },
) => {
  const { services, requestId } = context;
  const actor = { kind: principal.kind, id: principal.id, name: principal.name };
  return services.database.asSystem(async (transaction) => {
    const verified = { email: requireAddress(params.email), method: 'operator', actor, requestId } as const;
    const { person } = await signInPerson(transaction, services, verified);
    const created = await createPersonalToken(transaction, services, {
      personId: person.id,
      name: body.name,
      actor,
      requestId,
    });
    const event = {
      action: 'personal_token.created',
      actor,
      target: person.id,
      detail: { token: created.id },
      requestId,
    };
    recordOperatorEvent(transaction, services, event);
    return created;
  });
};

/** Personal tokens, as operations of the contract. */
export const personalTokenOperations = {
  'devices.list': listDevices,
  'devices.revoke': revokeDevice,
  'operator.create_personal_token': createPersonalTokenAsOperator,
};
