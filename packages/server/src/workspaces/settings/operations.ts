import { requireGroups } from '../../access/groups/assignments.js';
import type { Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { existing } from '../../platform/identifiers.js';
import { findWorkspaceDetails, updateWorkspace } from '../queries.js';

const get: Operation<'settings.get_workspace'> = (context) => context.transaction(shown);

const update: Operation<'settings.update_workspace'> = (context, _principal, { body }) =>
  context.transaction(async (transaction) => {
    await requireGroups(
      transaction,
      Object.values(body.directory?.groups ?? {}).flatMap(({ groups = [] }) => groups),
    );
    await updateWorkspace(transaction, transaction.workspaceId, body);
    const detail = body.logo ? { ...body, logo: 'replaced' } : body;
    context.audit(transaction, { action: 'workspace.updated', target: context.workspace.slug, detail });
    return shown(transaction);
  });

async function shown(transaction: Transaction) {
  const workspace = await findWorkspaceDetails(transaction, transaction.workspaceId);
  return { workspace: existing('workspace_not_found', workspace) };
}

/** The operations of a workspace's own settings. */
export const workspaceSettingsOperations = {
  'settings.get_workspace': get,
  'settings.update_workspace': update,
};
