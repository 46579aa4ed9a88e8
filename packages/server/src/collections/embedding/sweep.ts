import { limits } from '@tessera/contract';
import { describeError } from '../../platform/log.js';
import type { Services } from '../../platform/services.js';
import type { Embedding } from './embedding.js';
import { embedPending } from './pending.js';

interface PendingCollection {
  readonly workspace_id: string;
  readonly collection_id: string;
}

/** Embeds what is left over, in every workspace, with a pause in between. Returns what stops it after the current page. */
export function startSweep(services: Services, embedding: Embedding): () => Promise<void> {
  const stop = new AbortController();
  const done = sweepForever(services, embedding, stop.signal);
  return async () => {
    stop.abort();
    await done;
  };
}

async function sweepForever(services: Services, embedding: Embedding, signal: AbortSignal): Promise<void> {
  while (await pause(services.settings.SVC_EMBED_SWEEP_SECONDS * 1_000, signal)) {
    try {
      await sweepOnce(services, embedding, signal);
    } catch (error) {
      services.log.warn({ error: describeError(error) }, 'the embedding sweep failed and goes on later');
    }
  }
}

/** One pass over everything that is pending; each collection until it is drained or makes no headway. */
export async function sweepOnce(services: Services, embedding: Embedding, signal: AbortSignal): Promise<number> {
  let total = 0;
  for (const { workspace_id, collection_id } of await listPendingCollections(services)) {
    for (let more = true; more && !signal.aborted; ) {
      const page = await embedPending((work) => services.database.inWorkspace(workspace_id, work), { collectionId: collection_id, embedding });
      total += page.embedded;
      more = page.more && page.embedded > 0;
    }
  }
  if (total > 0) {
    services.log.info({ records: total }, 'embedded pending records');
  }
  return total;
}

function listPendingCollections(services: Services): Promise<PendingCollection[]> {
  return services.database.asSystem((transaction) =>
    transaction.query<PendingCollection>(
      `select c.workspace_id, c.id as collection_id from collections c
       where exists (select from records r where r.workspace_id = c.workspace_id and r.collection_id = c.id
         and r.pending and r.tombstoned_at is null and r.embed_tries < ${limits.embedTries})`,
    ),
  );
}

/** Waits; false as soon as the signal says stop. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(false);
      return;
    }
    const timer = setTimeout(() => resolve(true), ms);
    timer.unref();
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    }, { once: true });
  });
}
