import { limits } from '@tessera/contract';
import { describeError } from '../../platform/log.js';
import { type Repeating, repeat } from '../../platform/repeat.js';
import type { Services } from '../../platform/services.js';
import type { EmbeddingClient } from '../../search-runtime/embedding/embedders.js';
import { embedPending, type PendingInput } from './pending.js';

/** Embeds pending records of all workspaces: at the start, when woken, and every `SVC_EMBED_SWEEP_SECONDS`. */
export function startEmbedSweep(services: Services, embedding: EmbeddingClient): Repeating {
  const everyMs = services.settings.SVC_EMBED_SWEEP_SECONDS * 1_000;
  const failure = 'pending records could not be embedded';
  const repetition = { log: services.log, everyMs, atStart: true, failure };
  return repeat(repetition, (signal) => embedAll(services, embedding, signal));
}

/** A collection with pending records, and how many of them have been embedded. */
interface Waiting {
  readonly workspaceId: string;
  readonly collectionId: string;
  total: number;
}

/**
 * Embeds pages of all collections alternately, until each is finished or makes no progress. Every sweep calls the
 * provider at least once, even if the circuit is open. A collection that fails does not stop the others.
 */
async function embedAll(services: Services, embedding: EmbeddingClient, signal: AbortSignal): Promise<void> {
  let waiting = await services.database.asSystem((transaction) =>
    transaction.query<Waiting>(
      `select c.workspace_id as "workspaceId", c.id as "collectionId", 0 as total from collections c
       where c.deleted_at is null and c.workspace_id not in (select id from workspaces where deleted_at is not null)
         and exists (select from records r where r.workspace_id = c.workspace_id and r.collection_id = c.id
         and r.pending and r.tombstoned_at is null and r.embed_tries < ${limits.embedTries})`,
    ),
  );
  for (let forcedCalls = 1; waiting.length > 0; ) {
    const goOn: Waiting[] = [];
    for (const collection of waiting) {
      if (signal.aborted) {
        return;
      }
      if (await embedNext(services, collection, { embedding, forcedCalls, signal })) {
        goOn.push(collection);
      } else {
        const { collectionId, total } = collection;
        services.log.info({ collection: collectionId, records: total }, 'embedded pending records');
      }
      forcedCalls = 0;
    }
    waiting = goOn;
  }
}

/**
 * Embeds a page of a collection. Returns whether to continue. If a whole page fails, the next page contains records
 * with fewer failed tries.
 */
async function embedNext(
  services: Services,
  collection: Waiting,
  how: Pick<PendingInput, 'embedding' | 'forcedCalls' | 'signal'>,
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
