import { limits } from '@tessera/contract';
import { repeat } from '../../platform/repeat.js';
import type { Services } from '../../platform/services.js';
import { deleteOldVersions, keptSince, listKeptHistories } from './queries.js';

const everyMs = 3_600_000;

type RetentionServices = Pick<Services, 'database' | 'clock' | 'log'>;

/** Deletes expired versions every hour. Returns a function that stops this after the current batch. */
export function startHistoryRetention(services: RetentionServices): () => Promise<void> {
  const failure = 'old versions could not be deleted';
  return repeat({ log: services.log, everyMs, failure }, (signal) => deleteOldHistory(services, signal)).stop;
}

/** Deletes expired versions in small batches, so that other calls do not wait. */
export async function deleteOldHistory(
  { database, clock }: Omit<RetentionServices, 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  for (const collection of await database.asSystem(listKeptHistories)) {
    const old = {
      before: keptSince({ history_days: collection.days }, clock()),
      kept: limits.versionsPerCollection,
    };
    let deleted = 1;
    while (deleted > 0 && signal?.aborted !== true) {
      deleted = await database.asSystem((transaction) => deleteOldVersions(transaction, collection, old));
    }
  }
}
