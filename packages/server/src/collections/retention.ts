import { limits } from '@tessera/contract';
import { deleteEndedSecrets } from '../platform/credentials.js';
import type { SystemTransaction } from '../platform/database/database.js';
import { repeat } from '../platform/repeat.js';
import type { Services } from '../platform/services.js';
import { dayOf } from './activity/activity-log.js';
import { deleteOldDays, deleteOldQueries } from './activity/queries.js';
import { deleteOldVersions } from './history/queries.js';
import { deleteCollection } from './registry/queries.js';

const dayMs = 86_400_000;
const everyMs = 3_600_000;

type RetentionServices = Pick<Services, 'database' | 'clock' | 'log'>;

/** Deletes expired activity, versions, secrets and deleted collections every hour. Returns a function that stops this after the current batch. */
export function startRetention(services: RetentionServices): () => Promise<void> {
  const failure = 'old queries and versions could not be deleted';
  return repeat({ log: services.log, everyMs, failure }, (signal) => deleteExpired(services, signal)).stop;
}

/** Deletes expired collections, and expired queries, counts and versions in small batches, so that other calls do not wait. */
export async function deleteExpired(
  { database, clock }: Omit<RetentionServices, 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  await database.asSystem((transaction) => deleteEndedSecrets(transaction, clock()));
  const ago = (days: number) => new Date(clock().getTime() - days * dayMs);
  for (const { queryDays, historyDays, deletedAt, ...collection } of await database.asSystem(listRetentions)) {
    if (deletedAt !== null && deletedAt <= ago(historyDays)) {
      const { workspaceId, collectionId: id } = collection;
      await database.asSystem((transaction) => deleteCollection(transaction, { workspaceId, id }));
      continue;
    }
    const queries = { before: ago(queryDays), kept: limits.loggedQueriesPerCollection };
    const versions = { before: ago(historyDays), kept: limits.versionsPerCollection };
    for (const deleteBatch of [
      (transaction: SystemTransaction) => deleteOldQueries(transaction, collection, queries),
      (transaction: SystemTransaction) => deleteOldVersions(transaction, collection, versions),
    ]) {
      let deleted = 1;
      while (deleted > 0 && signal?.aborted !== true) {
        deleted = await database.asSystem(deleteBatch);
      }
    }
    await database.asSystem((transaction) =>
      deleteOldDays(transaction, collection, dayOf(ago(limits.statisticsDaysMax))),
    );
  }
}

/** A collection, and for how many days its queries and earlier versions are kept. */
interface Retention {
  readonly workspaceId: string;
  readonly collectionId: string;
  readonly queryDays: number;
  readonly historyDays: number;
  readonly deletedAt: Date | null;
}

async function listRetentions(transaction: SystemTransaction): Promise<Retention[]> {
  const [collections, workspaces] = await Promise.all([
    transaction.query<Omit<Retention, 'queryDays'>>(
      `select workspace_id as "workspaceId", id as "collectionId",
         coalesce((configuration ->> 'history_days')::int, ${limits.historyDays}) as "historyDays",
         deleted_at as "deletedAt" from collections`,
    ),
    transaction.query<{ id: string; days: number }>('select id, query_log_days as days from workspaces'),
  ]);
  const queryDays = new Map(workspaces.map(({ id, days }) => [id, days]));
  return collections.map((each) => ({ ...each, queryDays: queryDays.get(each.workspaceId) ?? 0 }));
}
