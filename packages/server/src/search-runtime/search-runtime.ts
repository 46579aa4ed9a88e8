import type { MetricReading } from '../http/metrics.js';
import type { Services } from '../platform/services.js';
import { createEmbedders, type Embedders } from './embedding/embedders.js';
import { IndexCache } from './index-cache.js';
import { IndexThread } from './index-thread.js';

const bytesPerMegabyte = 1_048_576;

/** The search runtime shared by collections and documents. */
export interface SearchRuntime {
  readonly embedders: Embedders;
  readonly cache: IndexCache;
  readonly thread: IndexThread;
  readonly metrics: readonly MetricReading[];
}

/** Creates the runtime. `workerFile` is the module of its thread, which calls `hostIndexes`. */
export function createSearchRuntime(
  { settings, log, clock }: Pick<Services, 'settings' | 'log' | 'clock'>,
  workerFile: URL,
): SearchRuntime {
  const cache = new IndexCache({ memoryBytes: settings.SVC_INDEX_MEMORY_MB * bytesPerMegabyte, log, clock });
  const thread = new IndexThread(workerFile, { cache, log });
  const embedders = createEmbedders(settings, { log, clock, embedBuiltin: (texts) => thread.embed(texts) });
  return { embedders, cache, thread, metrics: cache.metrics() };
}
