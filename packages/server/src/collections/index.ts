import type { Services } from '../platform/services.js';
import { collectionOperations } from './collections/operations.js';
import { configurationOperations } from './collections/update.js';
import { createEmbedding } from './embedding/embedding.js';
import { createEmbedder } from './embedding/provider.js';
import { findingOperations } from './findings/operations.js';
import { grantOperations } from './grants/operations.js';
import { ingestOperations } from './ingest/operations.js';
import { inspectionOperations } from './inspection/operations.js';
import { startMaintenance } from './maintenance.js';
import { SearchIndexes } from './query/indexes.js';
import { queryOperations } from './query/operations.js';
import { recordOperations } from './records/operations.js';
import { recordWriteOperations } from './records/write-operations.js';
import { reindexOperations } from './reindex/operations.js';

const bytesPerMegabyte = 1_048_576;

/** Area C assembled: its operations, and what ends its background work. */
export function createCollections(services: Services) {
  const { settings, database, log, clock } = services;
  const embedder = createEmbedder(settings);
  const embedding = createEmbedding(embedder, { log, clock });
  const indexes = new SearchIndexes({
    database,
    log,
    embedderId: embedder.id,
    dimensions: embedder.dimensions,
    memoryBytes: settings.SVC_INDEX_MEMORY_MB * bytesPerMegabyte,
  });
  const maintenance = startMaintenance(services, embedding);
  return {
    operations: {
      ...collectionOperations,
      ...configurationOperations({ embedding, wakeMaintenance: maintenance.wake }),
      ...inspectionOperations,
      ...findingOperations,
      ...grantOperations,
      ...reindexOperations(embedding),
      ...recordOperations,
      ...recordWriteOperations(embedding),
      ...ingestOperations(embedding),
      ...queryOperations({ embedding, indexes }),
    },
    close: async () => {
      await maintenance.stop();
      await indexes.close();
    },
  };
}
