import type { Services } from '../platform/services.js';
import type { SearchRuntime } from '../search-runtime/search-runtime.js';
import { diffOperations } from './history/diff-operations.js';
import { historyOperation } from './history/operations.js';
import { createIsolation } from './isolation/isolated.js';
import type { ProcessLimits } from './isolation/isolated-process.js';
import { ReadDecisions } from './listing/decisions.js';
import { DocumentListings } from './listing/listings.js';
import { listOperation } from './listing/operations.js';
import { rawOperations } from './raw/operations.js';
import { readOperation } from './reads/operations.js';
import { renderOperations } from './reads/rendered.js';
import { createRenderer, Outlines } from './rendering/index.js';
import { repoOperations } from './repos/operations.js';
import { DocumentIndexes } from './search/indexes.js';
import { searchOperation } from './search/operations.js';
import { documentWriteOperations } from './writes/operations.js';

/** Repos, documents and their versions: the operations, and what ends their background work. */
export function createDocuments(
  { database, log, clock }: Services,
  search: SearchRuntime,
  limits?: Partial<ProcessLimits>,
) {
  const parts = { listings: new DocumentListings(), decisions: new ReadDecisions() };
  const { isolated, close: closeProcesses } = createIsolation(log, limits);
  const outlines = new Outlines(isolated);
  const indexes = new DocumentIndexes({ database, log, clock, outlines, ...search });
  return {
    operations: {
      ...repoOperations(parts),
      'documents.list': listOperation(parts),
      'documents.read': readOperation(outlines),
      'documents.history': historyOperation,
      'documents.search': searchOperation({ ...parts, indexes }),
      ...renderOperations(createRenderer(isolated), outlines),
      ...diffOperations(isolated),
      ...documentWriteOperations(outlines),
      ...rawOperations(outlines),
    },
    isolated,
    outlines,
    close: async () => {
      await indexes.close();
      await closeProcesses();
    },
  };
}
