import { repeat } from '../../platform/repeat.js';
import type { Services } from '../../platform/services.js';
import { deleteRows } from './delete-rows.js';
import { listDeleted } from './queries.js';

const everyMs = 10_000;

/**
 * Finishes deletions in the background whose call ended early or whose process crashed. Returns a function that stops
 * it.
 */
export function startDeletionSweep(services: Services): () => Promise<void> {
  const failure = 'a workspace could not be deleted';
  const repetition = { log: services.log, everyMs, atStart: true, failure };
  return repeat(repetition, (signal) => finishDeletions(services, signal)).stop;
}

/** Deletes every workspace that is marked as deleted, one after the other. */
async function finishDeletions(services: Services, signal: AbortSignal): Promise<void> {
  for (const workspace of await services.database.asSystem(listDeleted)) {
    const { rows } = await deleteRows(services, workspace, () => !signal.aborted);
    services.log.info({ workspace: workspace.id, rows }, 'deleted rows of a deleted workspace');
  }
}
