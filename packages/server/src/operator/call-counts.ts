import type { ObservedCall } from '../dispatch/dispatcher.js';
import type { Queryable } from '../platform/database/database.js';
import { describeError } from '../platform/log.js';
import { repeat } from '../platform/repeat.js';
import type { Services } from '../platform/services.js';

const everyMs = 30_000;

/** Counts the calls of each workspace in this process. */
export interface CallCounts {
  readonly observe: (call: Pick<ObservedCall, 'workspace'>) => void;
  /** Stores what was counted since the last time, then stops. Logs a failure. */
  readonly stop: () => Promise<void>;
}

/** Adds the calls of this process to those of all others every 30 s, or with `onlyAtStop` when it stops. */
export function startCallCounts(
  { database, log }: Pick<Services, 'database' | 'log'>,
  { onlyAtStop = false } = {},
): CallCounts {
  let counts = new Map<string, number>();
  const count = (workspace: string, calls: number) => counts.set(workspace, (counts.get(workspace) ?? 0) + calls);
  const store = async (): Promise<void> => {
    const taken = counts;
    counts = new Map();
    try {
      await (taken.size > 0 && database.asSystem((transaction) => addCalls(transaction, taken)));
    } catch (error) {
      for (const entry of taken) {
        count(...entry);
      }
      throw error;
    }
  };
  const failure = 'calls could not be counted';
  const storing = onlyAtStop ? undefined : repeat({ log, everyMs, failure }, store);
  return {
    observe: ({ workspace }) => workspace !== undefined && count(workspace, 1),
    stop: async () => {
      await storing?.stop();
      await store().catch((error: unknown) => log.warn({ error: describeError(error) }, failure));
    },
  };
}

/** Adds calls to the current hour of workspaces, by slug. Locks rows in order, because processes add at the same time. */
async function addCalls(transaction: Queryable, counts: ReadonlyMap<string, number>): Promise<void> {
  await transaction.query(
    `insert into workspace_calls as c (workspace_id, hour, started_at, calls)
     select w.id, extract(hour from now() at time zone 'UTC'), date_trunc('hour', now(), 'UTC'), n.calls
     from unnest($1::text[], $2::bigint[]) as n (slug, calls) join workspaces w on w.slug = n.slug and w.deleted_at is null
     order by w.id
     on conflict (workspace_id, hour) do update set started_at = excluded.started_at,
       calls = excluded.calls + case when c.started_at = excluded.started_at then c.calls else 0 end`,
    [[...counts.keys()], [...counts.values()]],
  );
}
