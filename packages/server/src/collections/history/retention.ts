import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@tessera/contract';
import { describeError } from '../../platform/log.js';
import type { Services } from '../../platform/services.js';
import { deleteOldVersions, keptSince, listKeptHistories } from './queries.js';

const everyMs = 3_600_000;

type RetentionServices = Pick<Services, 'database' | 'clock' | 'log'>;

/** Deletes versions of records once an hour that are kept no longer. Returns what stops it after its current batch. */
export function startHistoryRetention(services: RetentionServices): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const done = (async () => {
    while (!signal.aborted) {
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      try {
        await deleteOldHistory(services, signal);
      } catch (error) {
        services.log.warn({ error: describeError(error) }, 'old versions could not be deleted; tried again later');
      }
    }
  })();
  return async () => {
    stopping.abort();
    await done;
  };
}

/** Deletes versions of records that are kept no longer, in small batches, so that no call waits for long. */
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
