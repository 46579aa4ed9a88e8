import type { Operation } from '../../dispatch/operation.js';
import type { Embedding } from '../embedding/embedding.js';
import { openCollection } from '../view.js';
import { reindex } from './reindex.js';

const tokensPerPrice = 1_000_000;

/** Preview and application of a re-embedding. */
export function reindexOperations(embedding: Embedding) {
  const run: Operation<'collections.reindex'> = async (context, principal, { params, query }) => {
    const view = await context.transaction((transaction) =>
      openCollection(transaction, principal, { name: params.name, level: 'manage', operation: 'collections.reindex' }),
    );
    const { embedderId } = embedding;
    const found = await reindex(context.transaction, {
      collectionId: view.collection.id,
      config: view.config,
      embedderId,
      apply: !query.dry_run,
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
    await context.transaction((transaction) =>
      context.audit(transaction, {
        action: 'collection.reindexed',
        target: view.collection.name,
        detail: { reembedding: found.wouldReembed, embedder: embedderId },
      }),
    );
    return { ...preview, applied: true, reembedding: found.wouldReembed, workspace: context.workspaceReference };
  };
  return { 'collections.reindex': run };
}
