import type { Services } from '../platform/services.js';
import { createEmbedders } from './embedding/embedders.js';
import { IndexCache } from './index-cache.js';
import { IndexThread } from './index-thread.js';

const bytesPerMegabyte = 1_048_576;

/** The search runtime shared by collections and documents. */
export type SearchRuntime = ReturnType<typeof createSearchRuntime>;

/** Creates the runtime. `workerFile` is the module of its thread, which calls `hostIndexes`. */
export function createSearchRuntime(
  { settings, log, clock }: Pick<Services, 'settings' | 'log' | 'clock'>,
  workerFile: URL,
) {
  const cache = new IndexCache({ memoryBytes: settings.SVC_INDEX_MEMORY_MB * bytesPerMegabyte, log, clock });
  const thread = new IndexThread(workerFile, { cache, log });
  const embedders = createEmbedders(settings, { log, clock, embedBuiltin: (texts) => thread.embed(texts) });
  return { embedders, cache, thread, metrics: cache.metrics() };
}
