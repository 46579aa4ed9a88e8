import type { Operation } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { findWorkspace, updateWorkspace, type WorkspaceRow } from '../queries.js';

const get: Operation<'settings.get_workspace'> = async (context) =>
  found(await context.transaction((transaction) => findWorkspace(transaction, context.workspace.id)));

const update: Operation<'settings.update_workspace'> = (context, _principal, { body }) =>
  context.transaction(async (transaction) => {
    const workspace = await updateWorkspace(transaction, context.workspace.id, body);
    context.audit(transaction, { action: 'workspace.updated', target: context.workspace.slug, detail: body });
    return found(workspace);
  });

function found(workspace: WorkspaceRow | undefined): { workspace: WorkspaceRow } {
  if (workspace === undefined) {
    throw errors.notFound('workspace_not_found');
  }
  return { workspace };
}

/** The workspace's own settings. */
export const workspaceSettingsOperations = {
  'settings.get_workspace': get,
  'settings.update_workspace': update,
};
