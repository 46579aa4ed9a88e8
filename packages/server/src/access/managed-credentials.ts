import type { Capability } from '@tessera/contract';
import { endPrevious } from '../dispatch/end-previous.js';
import type { OperationContext } from '../dispatch/operation.js';
import { deleteSecrets, findPreviousSecrets, rotateSecret, saveSecret } from '../platform/credentials.js';
import { insertSql } from '../platform/database/columns.js';
import type { Transaction } from '../platform/database/database.js';
import { requireById } from '../platform/identifiers.js';
import { hashSecret, newSecret, secretPrefixes } from '../platform/secrets.js';

/** The table, audit action and error of each kind of credential that admins create, rotate and revoke. */
const kinds = {
  api_key: { table: 'api_keys', secretKind: 'api_key', notFound: 'api_key_not_found' },
  token: { table: 'tokens', secretKind: 'pinned_token', notFound: 'token_not_found' },
} as const;

/** The kind and id of a credential in a request. */
export interface ManagedCredential {
  readonly kind: keyof typeof kinds;
  readonly id: string;
}

/** Assigns a new secret to an active credential. Returns it with the requested columns. Throws the kind's 404. */
export async function rotateCredential<
  Row extends { readonly id: string; readonly name: string; readonly capabilities?: readonly Capability[] },
>(
  context: OperationContext,
  transaction: Transaction,
  credential: ManagedCredential & { readonly overlapHours: number },
  columns: string,
) {
  const { table, secretKind, notFound } = kinds[credential.kind];
  const { workspaceId } = transaction;
  const { secret: bare, lastFour } = newSecret('', context.services.random);
  const row = await requireById(notFound, credential.id, async (id) => {
    const [updated] = await transaction.query<Row>(
      `update ${table} set secret_last_four = $3 where workspace_id = $1 and id = $2 and revoked_at is null
       returning ${columns}`,
      [workspaceId, id, lastFour],
    );
    return updated;
  });
  const secret = prefixOf(secretKind, row.capabilities) + bare;
  const hash = hashSecret(secret);
  const rotation = { at: context.services.clock(), overlapHours: credential.overlapHours };
  const previous = await rotateSecret(transaction, { kind: secretKind, hash, workspaceId, id: row.id }, rotation);
  const detail = { name: row.name, ...previous };
  context.audit(transaction, { action: `${credential.kind}.rotated`, target: row.id, detail });
  return { row, secret, previous };
}

/** Ends the earlier secret of an active credential. Throws the kind's 404. */
export function endPreviousOf(context: OperationContext, credential: ManagedCredential) {
  const { table, secretKind, notFound } = kinds[credential.kind];
  return context.transaction(async (transaction) => {
    const { id, name } = await requireById(notFound, credential.id, async (named) => {
      const text = `select id, name from ${table} where workspace_id = $1 and id = $2`;
      return (await transaction.query<{ id: string; name: string }>(text, [transaction.workspaceId, named]))[0];
    });
    const entry = { action: `${credential.kind}.previous_ended`, target: id, detail: { name } } as const;
    return endPrevious(context, transaction, { kind: secretKind, id }, entry);
  });
}

/** Inserts a credential, given by column, with its secret. */
export async function insertCredential(
  transaction: Transaction,
  kind: ManagedCredential['kind'],
  hash: Buffer,
  row: { readonly id: string; readonly [column: string]: unknown },
): Promise<void> {
  const { table, secretKind } = kinds[kind];
  const { workspaceId } = transaction;
  await transaction.query(...insertSql(table, { workspace_id: workspaceId, ...row }));
  await saveSecret(transaction, { kind: secretKind, hash, workspaceId, id: row.id });
}

/** Lists credentials of the workspace, newest first, each with its earlier secret while that works. */
export async function listCredentials<Row extends { readonly id: string }>(
  { services }: OperationContext,
  transaction: Transaction,
  kind: ManagedCredential['kind'],
  columns: string,
) {
  const { table, secretKind } = kinds[kind];
  const rows = await transaction.query<Row>(
    `select ${columns} from ${table} where workspace_id = $1 order by created_at desc, id desc`,
    [transaction.workspaceId],
  );
  const ids = rows.map(({ id }) => id);
  const previous = await findPreviousSecrets(transaction, { kind: secretKind, ids }, services.clock());
  return rows.map((row) => ({ ...row, previous: previous.get(row.id) ?? null }));
}

/** The prefix of a secret. A key that may provision people is a SCIM token. */
export function prefixOf(kind: 'api_key' | 'pinned_token', capabilities: readonly Capability[] = []): string {
  return secretPrefixes[capabilities.includes('provision') ? 'scim_token' : kind];
}

/** Revokes a credential. If it is already revoked, its revocation time is kept. Throws the kind's 404. */
export function revokeCredential(context: OperationContext, credential: ManagedCredential) {
  const { table, notFound } = kinds[credential.kind];
  return context.transaction(async (transaction) => {
    const { id, name, now } = await requireById(notFound, credential.id, async (named) => {
      const [revoked] = await transaction.query<{ id: string; name: string; now: boolean }>(
        `update ${table} c set revoked_at = coalesce(c.revoked_at, $3)
         from (select id, revoked_at from ${table} where workspace_id = $1 and id = $2 for update) before
         where c.workspace_id = $1 and c.id = before.id returning c.id, c.name, before.revoked_at is null as now`,
        [transaction.workspaceId, named, context.services.clock()],
      );
      return revoked;
    });
    await deleteSecrets(transaction, transaction.workspaceId, [{ id }]);
    if (now) {
      context.audit(transaction, { action: `${credential.kind}.revoked`, target: id, detail: { name } });
    }
    return { id, status: 'revoked' as const, workspace: context.workspaceReference };
  });
}
