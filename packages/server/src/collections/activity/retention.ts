import { limits } from '@tessera/contract';
import { repeat } from '../../platform/repeat.js';
import type { Services } from '../../platform/services.js';
import { dayOf } from './activity-log.js';
import { deleteOldDays, deleteOldQueries, listKept } from './queries.js';

const dayMs = 86_400_000;
const everyMs = 3_600_000;

type RetentionServices = Pick<Services, 'database' | 'clock' | 'log'>;

/** Deletes expired activity every hour. Returns a function that stops this after the current batch. */
export function startActivityRetention(services: RetentionServices): () => Promise<void> {
  const failure = 'old queries could not be deleted';
  return repeat({ log: services.log, everyMs, failure }, (signal) => deleteOldActivity(services, signal)).stop;
}

/** Deletes expired queries and counts in small batches, so that other calls do not wait. */
export async function deleteOldActivity(
  { database, clock }: Omit<RetentionServices, 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const ago = (days: number) => new Date(clock().getTime() - days * dayMs);
  for (const collection of await database.asSystem(listKept)) {
    const old = { before: ago(collection.days), kept: limits.loggedQueriesPerCollection };
    let deleted = 1;
    while (deleted > 0 && signal?.aborted !== true) {
      deleted = await database.asSystem((transaction) => deleteOldQueries(transaction, collection, old));
    }
    await database.asSystem((transaction) =>
      deleteOldDays(transaction, collection, dayOf(ago(limits.statisticsDaysMax))),
    );
  }
}
