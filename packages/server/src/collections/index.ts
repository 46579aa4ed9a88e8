import { storedIndexFolder } from '../platform/data-folder.js';
import { repeat } from '../platform/repeat.js';
import type { Services } from '../platform/services.js';
import type { SearchRuntime } from '../search-runtime/search-runtime.js';
import { RecentViews } from './access/recent-views.js';
import { ActivityLog } from './activity/activity-log.js';
import { activityOperations } from './activity/operations.js';
import { inspectionOperations } from './configuration/inspection/operations.js';
import { reindexOperations } from './configuration/reindex/operations.js';
import { configurationOperations } from './configuration/update.js';
import { correctionOperations } from './corrections/operations.js';
import { embeddingReadings } from './embedding/readings.js';
import { startEmbedSweep } from './embedding/sweep.js';
import { findingOperations } from './findings/operations.js';
import { historyOperations } from './history/operations.js';
import { startMatching } from './matches/find.js';
import { matchOperations } from './matches/operations.js';
import { labelOperations } from './measuring/operations.js';
import { overdueReading, startOverdueSweep } from './overdue-sweep.js';
import { reconciliationOperations } from './reconciliation/operations.js';
import { reconciliationUrlOperations } from './reconciliation/urls.js';
import { recordOperations } from './records/operations.js';
import { collectionOperations } from './registry/operations.js';
import { acrossOperations } from './resolution/across.js';
import { evaluationOperations } from './resolution/evaluate.js';
import { resolutionOperations } from './resolution/many.js';
import { createWhatIf } from './resolution/what-if.js';
import { startRetention } from './retention.js';
import { revertOperations } from './reverting/operations.js';
import { viewOperations } from './saved-views/operations.js';
import { browseOperations } from './search/browse.js';
import { changeOperations } from './search/changes.js';
import { SearchIndexes } from './search/index/indexes.js';
import { queryOperations } from './search/operations.js';
import { grantOperations } from './sharing/operations.js';
import { ingestOperations } from './writing/ingest.js';
import { recordWriteOperations } from './writing/operations.js';
import { removalOperations } from './writing/removal.js';

/** How often indexes are stored, so that they need not be rebuilt after the process is killed. */
const storeIndexesEveryMs = 300_000;

/** Creates the operations of collections, and a function that stops their background work. */
export function createCollections(services: Services, { embedders, cache, thread }: SearchRuntime) {
  const { settings, database, log } = services;
  const embedding = embedders.current;
  const indexes = new SearchIndexes({
    database,
    log,
    embedderId: embedding.embedderId,
    folder: storedIndexFolder(settings),
    cache,
    thread,
    waitMs: settings.SVC_INDEX_WAIT_SECONDS * 1_000,
  });
  const failure = 'search indexes could not be stored';
  const storing = repeat({ log, everyMs: storeIndexesEveryMs, failure }, () => indexes.store());
  const sweep = startEmbedSweep(services, embedding);
  const activity = new ActivityLog(services);
  const recentViews = new RecentViews();
  const queryParts = { embedders, indexes, activity, recentViews };
  const whatIf = createWhatIf(queryParts);
  const matching = startMatching({ services, indexes, embedders });
  const stopRetention = startRetention(services);
  const stopOverdue = startOverdueSweep(services);
  return {
    operations: {
      ...collectionOperations(indexes),
      ...configurationOperations({ embedding, indexes, whatIf }),
      ...inspectionOperations,
      ...findingOperations,
      ...correctionOperations(whatIf),
      ...matchOperations(matching),
      ...activityOperations,
      ...grantOperations(indexes),
      ...reindexOperations(embedding, sweep),
      ...recordOperations(recentViews),
      ...changeOperations(indexes),
      ...historyOperations,
      ...browseOperations(indexes),
      ...viewOperations,
      ...recordWriteOperations({ embedding, indexes, activity }),
      ...removalOperations,
      ...revertOperations({ embedding, indexes, activity }),
      ...ingestOperations({ embedding, indexes, activity }),
      ...queryOperations(queryParts),
      ...resolutionOperations(queryParts),
      ...acrossOperations(queryParts),
      ...evaluationOperations(queryParts),
      ...labelOperations,
      ...reconciliationUrlOperations,
      ...reconciliationOperations(queryParts),
    },
    metrics: [...embeddingReadings(database, embedders), ...activity.readings(), overdueReading(services)],
    close: async () => {
      await matching.stop();
      await sweep.stop();
      await stopRetention();
      await stopOverdue();
      await activity.stop();
      await storing.stop();
      await indexes.close();
    },
  };
}
