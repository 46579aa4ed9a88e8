import { setTimeout as pause } from 'node:timers/promises';
import { describeError } from '../../platform/log.js';
import type { Services } from '../../platform/services.js';
import { deleteRows } from './delete-rows.js';
import { listDeleted } from './queries.js';

const everyMs = 10_000;

/** Deletes in the background what calls, or processes that were killed, have left of deleted workspaces. Returns what stops it. */
export function startDeletionSweep(services: Services): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const done = (async () => {
    while (!signal.aborted) {
      await finishDeletions(services, signal).catch((error: unknown) =>
        services.log.warn({ error: describeError(error) }, 'a workspace could not be deleted; tried again later'),
      );
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await done;
  };
}

/** Deletes every workspace that was marked as deleted, one after the other. */
async function finishDeletions(services: Services, signal: AbortSignal): Promise<void> {
  for (const workspace of await services.database.asSystem(listDeleted)) {
    const { rows } = await deleteRows(services, workspace, () => !signal.aborted);
    services.log.info({ workspace: workspace.id, rows }, 'deleted rows of a deleted workspace');
  }
}
