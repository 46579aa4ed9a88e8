import { limits } from '@tessera/contract';
import type { MetricReading } from '../../http/metrics.js';
import type { Database, Queryable } from '../../platform/database/database.js';
import type { Embedders } from '../../search-runtime/embedding/embedders.js';

/** Metrics of embedding: records that wait for a vector, and whether the circuit of the provider is open. */
export function embeddingReadings(database: Database, embedders: Embedders): MetricReading[] {
  return [
    {
      name: 'tessera_pending_embeddings',
      help: 'Records without an up-to-date embedding: waiting for it, or failed so often that only a write or reindex tries again',
      labelNames: ['state'],
      isStored: true,
      read: async () => {
        const { waiting, failed } = await database.asSystem(countPending);
        return [
          { labels: { state: 'waiting' }, value: waiting },
          { labels: { state: 'failed' }, value: failed },
        ];
      },
    },
    {
      name: 'tessera_embedding_circuit_open',
      help: '1 while calls to the embedding provider are paused because it keeps failing',
      labelNames: ['embedder'],
      read: () =>
        embedders.known().map(({ embedderId, isCircuitOpen }) => ({
          labels: { embedder: embedderId },
          value: isCircuitOpen() ? 1 : 0,
        })),
    },
  ];
}

async function countPending(transaction: Queryable): Promise<{ waiting: number; failed: number }> {
  const [row] = await transaction.query<{ waiting: number; failed: number }>(
    `select count(*) filter (where embed_tries < ${limits.embedTries})::int as waiting,
       count(*) filter (where embed_tries >= ${limits.embedTries})::int as failed
     from records where pending and tombstoned_at is null`,
  );
  return row ?? { waiting: 0, failed: 0 };
}
