import { idsOf } from '@tessera/resolver';
import type { Database } from '../../../../platform/database/database.js';
import type { Log } from '../../../../platform/log.js';
import { workerFile } from '../../../../platform/worker-file.js';
import { IndexCache } from '../../../../search-runtime/index-cache.js';
import { IndexThread } from '../../../../search-runtime/index-thread.js';
import type { Found } from '../index-messages.js';
import { SearchIndexes } from '../indexes.js';

interface TestIndexDependencies {
  readonly database: Database;
  readonly log: Log;
  readonly embedderId?: string;
  readonly folder?: string;
  readonly memoryBytes?: number;
  readonly clock?: () => Date;
}

/** Creates search indexes for a test, separate from those of its service. */
export function createTestIndexes({ memoryBytes = 1e9, embedderId = 'none', ...dependencies }: TestIndexDependencies) {
  const { log, clock = () => new Date() } = dependencies;
  const cache = new IndexCache({ memoryBytes, log, clock });
  const thread = new IndexThread(workerFile('../../../../search-worker', import.meta.url), { cache, log });
  const indexes = new SearchIndexes({ ...dependencies, embedderId, cache, thread, waitMs: 10_000 });
  /** The value of a metric. */
  const figure = (name: string) =>
    cache
      .metrics()
      .find((metric) => metric.name === name)
      ?.read();
  const close = async () => {
    await indexes.close();
    await thread.close();
  };
  return { indexes, figure, close };
}

/** The ids that the first of several searches found. Undefined if the index was not ready. */
export function idsFound(found: readonly Found[] | undefined): string[] | undefined {
  const [first] = found ?? [];
  return first?.kind === 'ranked' ? idsOf(first.result.hits) : undefined;
}
