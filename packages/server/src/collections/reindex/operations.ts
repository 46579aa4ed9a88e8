import type { Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Embedding } from '../embedding/embedding.js';
import type { SearchIndexes } from '../query/indexes.js';
import { openCollection } from '../view.js';
import { reindex } from './reindex.js';

const tokensPerPrice = 1_000_000;

/** Preview and application of a re-embedding. */
export function reindexOperations({ embedding, indexes }: { embedding: Embedding; indexes: SearchIndexes }) {
  const run: Operation<'collections.reindex'> = async (context, principal, { params, query }) => {
    const open = (transaction: Transaction) =>
      openCollection(transaction, principal, { name: params.name, level: 'manage', operation: 'collections.reindex' });
    const { collection } = await context.transaction(open);
    const { embedderId } = embedding;
    const found = await reindex(context.transaction, {
      collectionId: collection.id,
      embedderId,
      readConfiguration: async (transaction) => {
        const current = await open(transaction);
        // Another one may have been made under the name.
        if (current.collection.id !== collection.id) {
          throw errors.notFound('collection_not_found');
        }
        return current.config;
      },
      accountFor: query.dry_run
        ? undefined
        : (transaction, queued) =>
            context.audit(transaction, {
              action: 'collection.reindexed',
              target: collection.name,
              detail: { reembedding: queued, embedder: embedderId },
            }),
      // The next question of each slice would else have all pages to look at, and its callers could time that.
      afterPage: () => indexes.refreshSlices({ workspaceId: context.workspace.id, collectionId: collection.id }),
    });
    const preview = {
      records: found.records,
      would_reembed: found.wouldReembed,
      estimated_tokens: found.estimatedTokens,
      estimated_cost_usd: (found.estimatedTokens / tokensPerPrice) * context.services.settings.SVC_EMBED_COST_PER_MTOK,
    };
    if (query.dry_run) {
      return { ...preview, applied: false };
    }
    return { ...preview, applied: true, reembedding: found.wouldReembed, workspace: context.workspaceReference };
  };
  return { 'collections.reindex': run };
}
