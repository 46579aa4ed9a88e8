import type { InTransaction, Queryable } from '../../platform/database/database.js';
import { deleteRows } from '../../platform/database/delete-rows.js';
import { describeError } from '../../platform/log.js';
import type { Services } from '../../platform/services.js';
import { lockConfiguration } from '../collections/configuration-lock.js';
import {
  deletePreparation,
  idChanges,
  keySets,
  listEnded,
  listUntouched,
  type Preparation,
  type PreparationKind,
  retireUntouched,
  rowsOf,
} from './preparations.js';

/** For how long nobody must have asked for what is being prepared, to give it up. */
const untouchedMs = 900_000;
/** How long what counted stays, for requests that met it just before. */
const retiredMs = 60_000;

type EndedServices = Pick<Services, 'database' | 'clock' | 'log'>;

/**
 * Deletes what was prepared and never saved, and what no longer counts. Goes on the next time where the signal stops it.
 * What fails does not hold up the rest.
 */
export async function removeEnded(services: EndedServices, signal: AbortSignal): Promise<void> {
  for (const kind of [idChanges, keySets]) {
    await removeEndedOf(kind, services, signal);
  }
}

async function removeEndedOf(kind: PreparationKind, services: EndedServices, signal: AbortSignal): Promise<void> {
  const { database, clock } = services;
  const at = clock();
  const touchedBefore = new Date(at.getTime() - untouchedMs);
  const listOld = (transaction: Queryable) => listUntouched(transaction, kind, touchedBefore);
  await forEach(services, listOld, (one) =>
    database.inWorkspace(one.workspaceId, async (transaction) => {
      await lockConfiguration(transaction, one.collectionId);
      await retireUntouched(transaction, kind, { ...one, touchedBefore, at });
    }),
  );
  const listOver = (transaction: Queryable) => listEnded(transaction, kind, new Date(at.getTime() - retiredMs));
  await forEach(services, listOver, async (one) => {
    const inTransaction: InTransaction = (work) => database.inWorkspace(one.workspaceId, work);
    if (await deleteRows(inTransaction, rowsOf(kind, one), signal)) {
      await inTransaction((transaction) => deletePreparation(transaction, kind, one));
    }
  });
}

async function forEach(
  { database, log }: EndedServices,
  list: (transaction: Queryable) => Promise<Preparation[]>,
  work: (one: Preparation) => Promise<void>,
): Promise<void> {
  for (const one of await database.asSystem(list)) {
    try {
      await work(one);
    } catch (error) {
      log.warn(
        { error: describeError(error) },
        'deleting what was prepared and no longer counts failed and goes on later',
      );
    }
  }
}
