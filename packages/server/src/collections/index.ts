import { join, resolve } from 'node:path';
import type { Services } from '../platform/services.js';
import { inspectionOperations } from './configuration/inspection/operations.js';
import { reindexOperations } from './configuration/reindex/operations.js';
import { configurationOperations } from './configuration/update.js';
import { createEmbedders } from './embedding/embedders.js';
import { embeddingReadings } from './embedding/readings.js';
import { startEmbedSweep } from './embedding/sweep.js';
import { findingOperations } from './findings/operations.js';
import { recordOperations } from './records/operations.js';
import { collectionOperations } from './registry/operations.js';
import { browseOperations } from './search/browse.js';
import { SearchIndexes } from './search/index/indexes.js';
import { queryOperations } from './search/operations.js';
import { grantOperations } from './sharing/operations.js';
import { ingestOperations } from './writing/ingest.js';
import { recordWriteOperations } from './writing/operations.js';
import { removalOperations } from './writing/removal.js';

const bytesPerMegabyte = 1_048_576;

const indexMetrics = [
  ['tessera_indexes', 'Search indexes in memory', 'indexes'],
  ['tessera_indexes_building', 'Search indexes being built', 'building'],
  ['tessera_index_records', 'Records in search indexes', 'records'],
  ['tessera_index_bytes', 'Memory of search indexes', 'bytes'],
  ['tessera_index_builds', 'Search indexes built since the start', 'builds'],
  ['tessera_index_build_seconds', 'Time that building search indexes has taken since the start', 'buildSeconds'],
] as const;

/** Area C assembled: its operations, and what ends its background work. */
export function createCollections(services: Services) {
  const { settings, database, log, clock } = services;
  const embedders = createEmbedders(settings, { log, clock, embedBuiltin: (texts) => indexes.embed(texts) });
  const embedding = embedders.current;
  const indexes = new SearchIndexes({
    database,
    log,
    embedderId: embedding.embedderId,
    folder: join(resolve(settings.SVC_DATA_DIR), 'indexes'),
    memoryBytes: settings.SVC_INDEX_MEMORY_MB * bytesPerMegabyte,
  });
  const sweep = startEmbedSweep(services, embedding);
  return {
    operations: {
      ...collectionOperations(indexes),
      ...configurationOperations({ embedding, indexes }),
      ...inspectionOperations,
      ...findingOperations,
      ...grantOperations,
      ...reindexOperations(embedding, sweep),
      ...recordOperations,
      ...browseOperations(indexes),
      ...recordWriteOperations({ embedding, indexes }),
      ...removalOperations,
      ...ingestOperations({ embedding, indexes }),
      ...queryOperations({ embedders, indexes }),
    },
    metrics: [
      ...embeddingReadings(database, embedders),
      ...indexMetrics.map(([name, help, figure]) => ({ name, help, read: () => indexes.statistics()[figure] })),
    ],
    close: async () => {
      await sweep.stop();
      await indexes.close();
    },
  };
}
