import type { InTransaction } from '../../platform/database/database.js';
import { deleteRows } from '../../platform/database/delete-rows.js';
import { describeError } from '../../platform/log.js';
import type { Services } from '../../platform/services.js';
import { deleteIdChange, listEndedChanges, newIdsOf } from './new-id-queries.js';

/** How long the ids of an ended change stay, for requests that began while they counted. */
const endedMs = 600_000;

/**
 * Deletes what changes of ids have left behind. Goes on the next time where the signal stops it. One that fails does not
 * hold up the others.
 */
export async function removeEndedChanges(
  { database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock().getTime() - endedMs);
  for (const change of await database.asSystem((transaction) => listEndedChanges(transaction, before))) {
    const inTransaction: InTransaction = (work) => database.inWorkspace(change.workspaceId, work);
    try {
      if (await deleteRows(inTransaction, newIdsOf(change), signal)) {
        await inTransaction((transaction) => deleteIdChange(transaction, change));
      }
    } catch (error) {
      log.warn({ error: describeError(error) }, 'deleting what a change of ids left behind failed and goes on later');
    }
  }
}
