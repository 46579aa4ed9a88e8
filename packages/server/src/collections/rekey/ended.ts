import type { InTransaction, Queryable } from '../../platform/database/database.js';
import { deleteRows } from '../../platform/database/delete-rows.js';
import { describeError } from '../../platform/log.js';
import type { Services } from '../../platform/services.js';
import { lockConfiguration } from '../collections/configuration-lock.js';
import { deleteChange, type IdChange, listEnded, listUntouched, newIdsOf, retireUntouched } from './changes.js';

/** For how long nobody must have asked for a change of ids that is being prepared, to give it up. */
const untouchedMs = 900_000;

type EndedServices = Pick<Services, 'database' | 'clock' | 'log'>;

/**
 * Deletes what is left of changes of ids that were prepared and never saved. Goes on the next time where the signal stops
 * it. One that fails does not hold up the others.
 */
export async function removeEndedChanges(services: EndedServices, signal: AbortSignal): Promise<void> {
  const { database, clock } = services;
  const at = clock();
  const touchedBefore = new Date(at.getTime() - untouchedMs);
  const listOld = (transaction: Queryable) => listUntouched(transaction, touchedBefore);
  await forEach(services, listOld, (change) =>
    database.inWorkspace(change.workspaceId, async (transaction) => {
      await lockConfiguration(transaction, change.collectionId);
      await retireUntouched(transaction, change, { touchedBefore, at });
    }),
  );
  await forEach(services, listEnded, async (change) => {
    const inTransaction: InTransaction = (work) => database.inWorkspace(change.workspaceId, work);
    if (await deleteRows(inTransaction, newIdsOf(change), signal)) {
      await inTransaction((transaction) => deleteChange(transaction, change));
    }
  });
}

async function forEach(
  { database, log }: EndedServices,
  list: (transaction: Queryable) => Promise<IdChange[]>,
  work: (change: IdChange) => Promise<void>,
): Promise<void> {
  for (const change of await database.asSystem(list)) {
    try {
      await work(change);
    } catch (error) {
      log.warn({ error: describeError(error) }, 'deleting what a change of ids left behind failed and goes on later');
    }
  }
}
