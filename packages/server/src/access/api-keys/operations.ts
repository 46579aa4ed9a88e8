import type { Capability } from '@tessera/contract';
import type { AnswerOf, InputOf, Operation, OperationContext } from '../../dispatch/operation.js';
import type { PreviousSecret } from '../../platform/credentials.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { newSecret, secretHint } from '../../platform/secrets.js';
import {
  endPreviousOf,
  insertCredential,
  listCredentials,
  prefixOf,
  revokeCredential,
  rotateCredential,
} from '../managed-credentials.js';
import { type ApiKeyRow, apiKeyColumns } from './queries.js';

/** Creates an API key in the workspace of the transaction. Used by the settings routes and by the operator's routes. */
export async function createApiKey(
  context: Pick<OperationContext, 'services' | 'workspace' | 'workspaceReference' | 'audit'>,
  transaction: Transaction,
  body: InputOf<'api_keys.create'>['body'],
  creatorId: string | null,
): Promise<AnswerOf<'api_keys.create'>> {
  const { services } = context;
  const capabilities = requestedCapabilities(body);
  const { secret, hash, lastFour } = newSecret(prefixOf('api_key', capabilities), services.random);
  const id = uuidFrom(services.random);
  await insertCredential(transaction, 'api_key', hash, {
    ...{ id, name: body.name, capability: capabilities[0], capabilities, secret_last_four: lastFour },
    ...{ created_at: services.clock(), creator_id: creatorId },
  });
  context.audit(transaction, {
    action: 'api_key.created',
    target: id,
    detail: { name: body.name, capabilities },
  });
  return {
    id,
    name: body.name,
    capability: capabilities[0],
    capabilities,
    secret,
    workspace: context.workspaceReference,
  };
}

/** The distinct capabilities in the order sent. The first one is the primary capability. */
function requestedCapabilities(body: InputOf<'api_keys.create'>['body']): [Capability, ...Capability[]] {
  const [primary, ...others] = new Set(body.capabilities ?? (body.capability === undefined ? [] : [body.capability]));
  if (primary === undefined) {
    throw errors.invalidRequest([{ path: 'capabilities', message: 'send either capability or capabilities' }]);
  }
  return [primary, ...others];
}

const create: Operation<'api_keys.create'> = (context, principal, { body }) =>
  context.transaction((transaction) => createApiKey(context, transaction, body, principal.personId ?? null));

const list: Operation<'api_keys.list'> = async (context) => {
  const rows = await context.transaction((transaction) =>
    listCredentials<ApiKeyRow>(context, transaction, 'api_key', apiKeyColumns),
  );
  return { api_keys: rows.map(present), count: rows.length };
};

const rotate: Operation<'api_keys.rotate'> = (context, _principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const rotated = { kind: 'api_key', id: params.id, overlapHours: body.overlap_hours } as const;
    const { row, secret, previous } = await rotateCredential<ApiKeyRow>(context, transaction, rotated, apiKeyColumns);
    const { id, name, capability, capabilities } = row;
    return { id, name, capability, capabilities, secret, ...previous, workspace: context.workspaceReference };
  });

const revoke: Operation<'api_keys.revoke'> = (context, _principal, { params }) =>
  revokeCredential(context, { kind: 'api_key', id: params.id });

const endPrevious: Operation<'api_keys.end_previous'> = (context, _principal, { params }) =>
  endPreviousOf(context, { kind: 'api_key', id: params.id });

function present({
  secret_last_four: lastFour,
  revoked_at: revokedAt,
  ...row
}: ApiKeyRow & { previous: PreviousSecret | null }): AnswerOf<'api_keys.list'>['api_keys'][number] {
  return {
    ...row,
    hint: secretHint(prefixOf('api_key', row.capabilities), lastFour),
    status: revokedAt === null ? 'active' : 'revoked',
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}

/** Operations on the API keys of a workspace, for admins. */
export const apiKeyOperations = {
  'api_keys.create': create,
  'api_keys.list': list,
  'api_keys.rotate': rotate,
  'api_keys.end_previous': endPrevious,
  'api_keys.revoke': revoke,
};
