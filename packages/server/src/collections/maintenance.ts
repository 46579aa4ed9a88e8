import { limits } from '@tessera/contract';
import { describeError } from '../platform/log.js';
import type { Services } from '../platform/services.js';
import type { Embedding } from './embedding/embedding.js';
import { embedPending, type PendingInput } from './embedding/pending.js';
import { removeEnded } from './prepared/ended.js';
import { listUnfinished } from './rekey/queries.js';
import { type RekeyedPage, rekeyPage } from './rekey/rekey.js';
import { maintainSlices } from './slices/maintain.js';

/** How long slices are listed, or what was prepared and no longer counts is deleted, before it is the turn of what else there is to do. */
const turnMs = 15_000;

/** The background work of collections: what writes and configurations have left to do. */
export interface Maintenance {
  /** Starts the next pass now. */
  wake(): void;
  /** Ends the work after its current page. */
  stop(): Promise<void>;
}

/** Gives records their keys and grants their slices, and embeds what is pending, in every workspace, every `SVC_EMBED_SWEEP_SECONDS`. */
export function startMaintenance(services: Services, embedding: Embedding): Maintenance {
  const stopping = new AbortController();
  const pause = new Pause(services.settings.SVC_EMBED_SWEEP_SECONDS * 1_000);
  // What a process left undone when it ended must not wait for the first pause.
  pause.end();
  const done = (async () => {
    while (await pause.wait(stopping.signal)) {
      try {
        await rekeyAll(services, stopping.signal);
        const turn = AbortSignal.timeout(turnMs);
        await maintainSlices(services, AbortSignal.any([stopping.signal, turn]));
        if (turn.aborted) {
          // Not all are listed: the next pass begins when this one ends.
          pause.end();
        }
        await removeEnded(services, AbortSignal.any([stopping.signal, AbortSignal.timeout(turnMs)]));
        await embedAll(services, embedding, stopping.signal);
        await refreshStatistics(services);
      } catch (error) {
        services.log.warn({ error: describeError(error) }, 'background work on collections failed and goes on later');
      }
    }
  })();
  return {
    wake: () => pause.end(),
    stop: async () => {
      stopping.abort();
      pause.end();
      await done;
    },
  };
}

/** Finishes what changed configurations have begun; a collection that fails does not hold up the others. */
async function rekeyAll(services: Services, signal: AbortSignal): Promise<void> {
  for (const place of await services.database.asSystem(listUnfinished)) {
    try {
      // Another process that is at it goes on with it.
      for (let done: RekeyedPage = 'keys'; done !== 'all' && done !== 'busy' && !signal.aborted; ) {
        done = await rekeyPage((work) => services.database.inWorkspace(place.workspaceId, work), place, services);
      }
    } catch (error) {
      services.log.warn(
        { ...place, error: describeError(error) },
        'giving records their keys failed and goes on later',
      );
    }
  }
}

/** A collection of which records await embedding, and how many have been embedded so far. */
interface Waiting {
  readonly workspaceId: string;
  readonly collectionId: string;
  total: number;
}

/**
 * Embeds every collection until it is drained or makes no headway, a page of each in turn. The provider is asked once in
 * each sweep, however often it has failed before. A collection that fails does not hold up the others.
 */
async function embedAll(services: Services, embedding: Embedding, signal: AbortSignal): Promise<void> {
  let waiting = await services.database.asSystem((transaction) =>
    transaction.query<Waiting>(
      `select c.workspace_id as "workspaceId", c.id as "collectionId", 0 as total from collections c
       where exists (select from records r where r.workspace_id = c.workspace_id and r.collection_id = c.id
         and r.pending and r.tombstoned_at is null and r.embed_tries < ${limits.embedTries})`,
    ),
  );
  for (let insistsOn = 1; waiting.length > 0; ) {
    const goOn: Waiting[] = [];
    for (const collection of waiting) {
      if (signal.aborted) {
        return;
      }
      if (await embedNext(services, collection, { embedding, insistsOn, signal })) {
        goOn.push(collection);
      } else {
        services.log.info(
          { collection: collection.collectionId, records: collection.total },
          'embedded pending records',
        );
      }
      insistsOn = 0;
    }
    waiting = goOn;
  }
}

/** Embeds a page of a collection; returns whether to go on. A whole page of failures gives way to what has failed less often. */
async function embedNext(
  services: Services,
  collection: Waiting,
  how: Pick<PendingInput, 'embedding' | 'insistsOn' | 'signal'>,
): Promise<boolean> {
  const { workspaceId, collectionId } = collection;
  try {
    const page = await embedPending((work) => services.database.inWorkspace(workspaceId, work), {
      collectionId,
      ...how,
    });
    collection.total += page.embedded;
    return page.more && (page.embedded > 0 || page.failed === limits.recordsPerCall);
  } catch (error) {
    services.log.warn({ collection: collectionId, error: describeError(error) }, 'embedding failed and goes on later');
    return false;
  }
}

/**
 * Tells the embedded engine's planner how the tables have grown. A server does so by itself; without it every look-up
 * of a record would read its whole collection.
 */
async function refreshStatistics({ database }: Services): Promise<void> {
  if (database.engine === 'pglite') {
    await database.asSystem(async (transaction) => {
      const [grown] = await transaction.query(
        `select from pg_stat_user_tables
         where relname in ('records', 'slice_records', 'new_ids') and n_mod_since_analyze > 1000 and n_mod_since_analyze > n_live_tup / 5`,
      );
      if (grown !== undefined) {
        await transaction.query('analyze records, record_keys, slice_records, new_ids');
      }
    });
  }
}

/** A pause that can be ended early. */
class Pause {
  private finish: (() => void) | undefined;
  private endedEarly = false;

  constructor(private readonly ms: number) {}

  /** Waits for the pause to pass or to be ended; false when the signal says stop. */
  async wait(signal: AbortSignal): Promise<boolean> {
    if (!this.endedEarly && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.ms);
        timer.unref();
        this.finish = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.endedEarly = false;
    return !signal.aborted;
  }

  /** Ends the pause that is under way, or the next one. */
  end(): void {
    this.endedEarly = true;
    this.finish?.();
  }
}
