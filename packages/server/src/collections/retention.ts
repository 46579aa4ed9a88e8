import { limits } from '@tessera/contract';
import { deleteEndedSecrets } from '../platform/credentials.js';
import type { SystemTransaction } from '../platform/database/database.js';
import { deleteInBatches } from '../platform/database/delete-batches.js';
import { repeat } from '../platform/repeat.js';
import type { Services } from '../platform/services.js';
import { dayOf } from './activity/activity-log.js';
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
    for (const [rows, ...limit] of [
      [oldest('query_log', 'at', 'at, id'), ago(queryDays), limits.loggedQueriesPerCollection],
      [
        oldest('record_versions', 'replaced_at', 'external_id, version'),
        ago(historyDays),
        limits.versionsPerCollection,
      ],
      [oldDays, dayOf(ago(limits.statisticsDaysMax))],
    ] as const) {
      await deleteInBatches(database, rows, [collection.workspaceId, collection.collectionId, ...limit], signal);
    }
  }
}

const within = 'workspace_id = $1 and collection_id = $2';
const oldDays = { table: 'collection_days', key: 'day', within, which: 'day < $3::date' };

/** Rows of a collection that are older than $3 or beyond the newest $4. */
function oldest(table: string, time: string, key: string) {
  const last = `select ${time} from ${table} where ${within} order by ${time} desc offset $4 limit 1`;
  return { table, key, within, which: `${time} < greatest($3, (${last})) order by ${time}` };
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
