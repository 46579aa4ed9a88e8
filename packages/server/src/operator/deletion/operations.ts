import type { Operation } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { requireById } from '../../platform/identifiers.js';
import { recordOperatorEvent } from '../../platform/operator-events.js';
import { referenceOf } from '../../principals/principal.js';
import { deleteRows } from './delete-rows.js';
import { lockWorkspace, markDeleted } from './queries.js';

/** How long a call deletes before it responds. Shorter than the timeouts of proxies; the sweep deletes the rest. */
const callMs = 5_000;

/** Ends all access to a workspace at once, and deletes as much of it as the time of one call allows. */
const deleteWorkspace: Operation<'operator.delete_workspace'> = async (
  { services, requestId },
  actor,
  { params, body },
) => {
  const found = await services.database.asSystem((transaction) =>
    requireById('workspace_not_found', params.id, async (id) => {
      const workspace = await lockWorkspace(transaction, id);
      if (workspace !== undefined && workspace.slug !== body.slug) {
        throw errors.invalidRequest([{ path: 'slug', message: 'must repeat the slug of the workspace' }]);
      }
      if (workspace?.isDeleted === false) {
        await markDeleted(transaction, id, services.clock());
        const detail = { slug: workspace.slug, name: workspace.name };
        const event = { action: 'workspace.deletion_started', actor, target: id, detail, requestId };
        recordOperatorEvent(transaction, services, event);
      }
      return workspace;
    }),
  );
  const workspace = referenceOf(found);
  const endMs = performance.now() + callMs;
  const { rows, isComplete } = await deleteRows(services, workspace, () => performance.now() < endMs);
  return { workspace, status: isComplete ? 'deleted' : 'deleting', rows_deleted: rows };
};

/** The operation that deletes a workspace. */
export const deletionOperations = { 'operator.delete_workspace': deleteWorkspace };
