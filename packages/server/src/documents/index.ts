import type { Services } from '../platform/services.js';
import type { SearchRuntime } from '../search-runtime/search-runtime.js';
import { draftOperations } from './drafts/operations.js';
import type { PackInFile } from './git/push/read-pack.js';
import { deletedOperation } from './history/deleted.js';
import { diffOperations } from './history/diff-operations.js';
import { historyOperation } from './history/operations.js';
import type { ContentProcesses } from './isolation/content-processes.js';
import { LinkFollower } from './links/follow.js';
import { ReadDecisions } from './listing/decisions.js';
import { DocumentListings } from './listing/listings.js';
import { listOperation } from './listing/operations.js';
import { rawOperations } from './raw/operations.js';
import { checkOperation } from './reads/check.js';
import { readOperation, renderOperations } from './reads/operations.js';
import { RenderingAhead } from './reads/rendering-ahead.js';
import { keptRenderings, Outlines, Renderer } from './rendering/index.js';
import { repoOperations } from './repos/operations.js';
import { assistantOperations } from './search/assistant.js';
import { DocumentIndexes } from './search/indexes.js';
import { searchOperation } from './search/operations.js';
import { documentWriteOperations } from './writes/operations.js';

/** Creates the operations on repos, documents and versions, and a function that stops their background work. */
export function createDocuments(
  { database, log, clock }: Services,
  search: SearchRuntime,
  processes: ContentProcesses,
) {
  const dependencies = { listings: new DocumentListings(), decisions: new ReadDecisions() };
  const isolated = processes.ofDocuments;
  const outlines = new Outlines(isolated);
  const renderer = new Renderer({ isolated, log, kept: keptRenderings(database) });
  const ahead = new RenderingAhead({ database, renderer, log });
  const rendering = { renderer, outlines, links: new LinkFollower(dependencies) };
  const saving = { outlines, written: ahead.note };
  const indexes = new DocumentIndexes({ database, log, clock, outlines, ...search });
  const [read, searchDocuments] = [readOperation(outlines), searchOperation({ ...dependencies, indexes })];
  return {
    operations: {
      ...repoOperations(dependencies),
      'documents.list': listOperation(dependencies),
      'documents.read': read,
      'documents.history': historyOperation,
      'documents.deleted': deletedOperation,
      'documents.search': searchDocuments,
      ...assistantOperations({ search: searchDocuments, read }),
      ...renderOperations(rendering),
      'documents.check': checkOperation({ ...dependencies, ...rendering }),
      ...diffOperations(isolated),
      ...documentWriteOperations(saving),
      ...draftOperations,
      ...rawOperations(saving),
    },
    pushes: {
      ...saving,
      ...dependencies,
      unpack: (pack: PackInFile, workspaceId: string) => processes.ofPacks('unpack', pack, workspaceId),
    },
    close: async () => {
      await indexes.close();
      await Promise.all([ahead.close(), processes.close()]);
      await renderer.close();
    },
  };
}
