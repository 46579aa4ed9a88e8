import { requireGroups } from '../../access/groups/assignments.js';
import type { Operation } from '../../dispatch/operation.js';
import { existing } from '../../platform/identifiers.js';
import { findWorkspaceDetails, updateWorkspaceSettings, type WorkspaceDetailsRow } from '../queries.js';

const get: Operation<'settings.get_workspace'> = async (context) =>
  found(await context.transaction((transaction) => findWorkspaceDetails(transaction, context.workspace.id)));

const update: Operation<'settings.update_workspace'> = (context, _principal, { body }) =>
  context.transaction(async (transaction) => {
    await requireGroups(
      transaction,
      Object.values(body.directory?.groups ?? {}).flatMap(({ groups = [] }) => groups),
    );
    const workspace = await updateWorkspaceSettings(transaction, context.workspace.id, body);
    const detail = body.logo ? { ...body, logo: 'replaced' } : body;
    context.audit(transaction, { action: 'workspace.updated', target: context.workspace.slug, detail });
    return found(workspace);
  });

function found(workspace: WorkspaceDetailsRow | undefined): { workspace: WorkspaceDetailsRow } {
  return { workspace: existing('workspace_not_found', workspace) };
}

/** The operations of a workspace's own settings. */
export const workspaceSettingsOperations = {
  'settings.get_workspace': get,
  'settings.update_workspace': update,
};
