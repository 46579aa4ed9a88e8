import type { Services } from '../platform/services.js';
import { collectionOperations } from './collections/operations.js';
import { configurationOperations } from './collections/update.js';
import { createEmbedders } from './embedding/embedders.js';
import { findingOperations } from './findings/operations.js';
import { grantOperations } from './grants/operations.js';
import { ingestOperations } from './ingest/operations.js';
import { inspectionOperations } from './inspection/operations.js';
import { startMaintenance } from './maintenance.js';
import { SearchIndexes } from './query/indexes.js';
import { keepFresh } from './query/keep-fresh.js';
import { queryOperations } from './query/operations.js';
import { recordOperations } from './records/operations.js';
import { recordWriteOperations } from './records/write-operations.js';
import { reindexOperations } from './reindex/operations.js';

const bytesPerMegabyte = 1_048_576;

/** Area C assembled: its operations, and what ends its background work. */
export function createCollections(services: Services) {
  const { settings, database, log, clock } = services;
  const embedders = createEmbedders(settings, { log, clock });
  const embedding = embedders.current;
  const indexes = new SearchIndexes({
    database,
    log,
    embedderId: embedding.embedderId,
    answerStepMs: settings.SVC_CONFINED_ANSWER_STEP_MS,
    memoryBytes: settings.SVC_INDEX_MEMORY_MB * bytesPerMegabyte,
  });
  const maintenance = startMaintenance(services, embedding);
  const stopKeepingFresh = keepFresh({ indexes, database, log });
  return {
    operations: {
      ...collectionOperations(indexes),
      ...configurationOperations({ embedding, indexes, wakeMaintenance: maintenance.wake }),
      ...inspectionOperations,
      ...findingOperations,
      ...grantOperations,
      ...reindexOperations({ embedding, indexes }),
      ...recordOperations(indexes),
      ...recordWriteOperations(embedding),
      ...ingestOperations(embedding),
      ...queryOperations({ embedders, indexes }),
    },
    metrics: [
      { name: 'tessera_indexes', help: 'Search indexes in memory', read: () => indexes.statistics().indexes },
      {
        name: 'tessera_indexes_building',
        help: 'Search indexes being built',
        read: () => indexes.statistics().building,
      },
      { name: 'tessera_index_records', help: 'Records in search indexes', read: () => indexes.statistics().records },
      { name: 'tessera_index_bytes', help: 'Memory of search indexes', read: () => indexes.statistics().bytes },
    ],
    close: async () => {
      await stopKeepingFresh();
      await maintenance.stop();
      await indexes.close();
    },
  };
}
