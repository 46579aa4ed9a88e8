import type { InTransaction } from '../../platform/database/database.js';
import { deleteRows } from '../../platform/database/delete-rows.js';
import { describeError } from '../../platform/log.js';
import type { Services } from '../../platform/services.js';
import { lockConfiguration } from '../collections/configuration-lock.js';
import { deleteChange, listEnded, listUntouched, newIdsOf, retireUntouched } from './changes.js';

/** For how long nobody must have asked for a change of ids that is being prepared, to give it up. */
const untouchedMs = 900_000;

/**
 * Deletes what is left of changes of ids that were prepared and never saved. Goes on the next time where the signal stops
 * it. One that fails does not hold up the others.
 */
export async function removeEndedChanges(
  { database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const at = clock();
  const touchedBefore = new Date(at.getTime() - untouchedMs);
  const untouched = await database.asSystem((transaction) => listUntouched(transaction, touchedBefore));
  for (const change of untouched) {
    await database.inWorkspace(change.workspaceId, async (transaction) => {
      await lockConfiguration(transaction, change.collectionId);
      await retireUntouched(transaction, change, { touchedBefore, at });
    });
  }
  for (const change of await database.asSystem(listEnded)) {
    const inTransaction: InTransaction = (work) => database.inWorkspace(change.workspaceId, work);
    try {
      if (await deleteRows(inTransaction, newIdsOf(change), signal)) {
        await inTransaction((transaction) => deleteChange(transaction, change));
      }
    } catch (error) {
      log.warn({ error: describeError(error) }, 'deleting what a change of ids left behind failed and goes on later');
    }
  }
}
