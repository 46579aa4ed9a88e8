import { endPreviousSecrets, type SecretOwner } from '../platform/credentials.js';
import type { Transaction } from '../platform/database/database.js';
import type { AuditEntry, OperationContext } from './operation.js';

/** Ends the earlier secrets of an object, with an audit entry if there are any. Returns the answer of the operation. */
export async function endPrevious(
  context: OperationContext,
  transaction: Transaction,
  owner: SecretOwner,
  entry: AuditEntry,
) {
  const ended = await endPreviousSecrets(transaction, owner, context.services.clock());
  if (ended) {
    context.audit(transaction, entry);
  }
  return { ended, workspace: context.workspaceReference };
}
