import type { AnswerOf, InputOf, Operation, OperationContext } from '../../dispatch/operation.js';
import type { PreviousSecret } from '../../platform/credentials.js';
import type { Transaction } from '../../platform/database/database.js';
import { readExpiry } from '../../platform/expiry.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { newSecret, secretHint, secretPrefixes } from '../../platform/secrets.js';
import { roleOf } from '../../principals/wire.js';
import { assignGroups, requireGroups } from '../groups/assignments.js';
import {
  endPreviousOf,
  insertCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
} from '../managed-credentials.js';
import { type TokenRow, tokenColumns } from './queries.js';

/**
 * Creates a pinned token in the workspace of the transaction. Used by the settings routes and by the operator's routes.
 */
export async function createToken(
  context: Pick<OperationContext, 'services' | 'workspace' | 'workspaceReference' | 'audit'>,
  transaction: Transaction,
  body: InputOf<'tokens.create'>['body'],
  creatorId: string | null,
): Promise<AnswerOf<'tokens.create'>> {
  const { services } = context;
  const groups = await requireGroups(transaction, body.groups ?? []);
  const { secret, hash, lastFour } = newSecret(secretPrefixes.pinned_token, services.random);
  const token = {
    id: uuidFrom(services.random),
    name: body.name,
    role: body.role,
    access: body.access,
    collections: body.collections,
    // A token with the role of a member is always confined, so without groups it reads nothing.
    confined: roleOf(body.role) === 'member' || (body.groups ?? null) !== null,
    secret_last_four: lastFour,
    created_at: services.clock(),
    creator_id: creatorId,
    expires_at: readExpiry(body.expires_at, services.clock()),
  };
  await insertCredential(transaction, 'token', hash, token);
  const assignments = groups.map((groupId) => ({ groupId, access: body.access }));
  assignGroups(transaction, { kind: 'token', id: token.id }, assignments);
  const { role, access, collections } = token;
  const shown = { role, access, collections, groups: token.confined ? groups : null };
  context.audit(transaction, {
    action: 'token.created',
    target: token.id,
    detail: { name: token.name, ...shown },
  });
  return {
    id: token.id,
    name: token.name,
    ...shown,
    expires_at: token.expires_at?.toISOString() ?? null,
    secret,
    workspace: context.workspaceReference,
  };
}

const create: Operation<'tokens.create'> = (context, principal, { body }) =>
  context.transaction((transaction) => createToken(context, transaction, body, principal.personId ?? null));

const list: Operation<'tokens.list'> = async (context) => {
  const rows = await context.transaction((transaction) =>
    listCredentials<TokenRow>(context, transaction, 'token', tokenColumns),
  );
  return { tokens: rows.map((row) => presentToken(row, context.services.clock())), count: rows.length };
};

const rotate: Operation<'tokens.rotate'> = (context, _principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const rotated = { kind: 'token', id: params.id, overlapHours: body.overlap_hours } as const;
    const { row, secret, previous } = await rotateCredential<TokenRow>(context, transaction, rotated, tokenColumns);
    return { ...presentFields(row), secret, ...previous, workspace: context.workspaceReference };
  });

const revoke: Operation<'tokens.revoke'> = (context, _principal, { params }) =>
  revokeCredential(context, { kind: 'token', id: params.id });

const endPrevious: Operation<'tokens.end_previous'> = (context, _principal, { params }) =>
  endPreviousOf(context, { kind: 'token', id: params.id });

function presentFields(row: TokenRow) {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    access: row.access,
    collections: row.collections,
    groups: row.confined ? row.groups : null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

function presentToken(
  row: TokenRow & { previous: PreviousSecret | null },
  now: Date,
): AnswerOf<'tokens.list'>['tokens'][number] {
  const expired = row.expires_at !== null && row.expires_at <= now;
  return {
    ...presentFields(row),
    hint: secretHint(secretPrefixes.pinned_token, row.secret_last_four),
    status: row.revoked_at !== null ? 'revoked' : expired ? 'expired' : 'active',
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    previous: row.previous,
  };
}

/** Operations on pinned tokens, for admins. */
export const tokenOperations = {
  'tokens.create': create,
  'tokens.list': list,
  'tokens.rotate': rotate,
  'tokens.end_previous': endPrevious,
  'tokens.revoke': revoke,
};
